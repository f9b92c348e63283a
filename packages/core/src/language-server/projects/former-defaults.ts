import { dirname, join, relative, sep } from "node:path";
import { isRecord } from "../../text/is-record.ts";
import { readTextFile } from "../../workspace/read-file.ts";
import type { ChangedOption, TsConfig } from "../../workspace/tsconfig.ts";
import type { Documents } from "../session/documents.ts";
import type { ApiDiagnostic } from "../session/project-api.ts";
import { installedTypeScript } from "../session/server-binary.ts";

/**
 * What options meant before TypeScript 6 where nothing set them: https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/.
 * By default `types` held all that is installed as `@types`.
 */
const FORMER: Readonly<Partial<Record<ChangedOption, unknown>>> = {
  strict: false,
  types: ["*"],
  noUncheckedSideEffectImports: false,
};

/** What they were where a project is built for ES5, as by default: its modules are CommonJS, its fields assigned. */
const FORMER_OF_ES5: Readonly<Partial<Record<ChangedOption, unknown>>> = {
  module: "commonjs",
  useDefineForClassFields: false,
};

/** How modules were found that no configuration says anything of: `exports` and `imports` of a package.json said nothing. */
const FORMER_RESOLUTION = {
  moduleResolution: null,
  resolvePackageJsonExports: false,
  resolvePackageJsonImports: false,
};

/** Values of `module` with which they were found otherwise even then. */
const OWN_RESOLUTION = /^(?:node\d+|nodenext|preserve)$/i;

/** The first version without them, and the first without `baseUrl`. */
const FIRST_WITHOUT = 6;
const FIRST_WITHOUT_BASE = 7;

/** Whether the `typescript` that is installed nearest to a folder, absolute, is of before version 6. */
export function hasFormerDefaults(folder: string): boolean {
  const version = ownVersion(folder);
  return version !== undefined && version < FIRST_WITHOUT;
}

/** The major version of the `typescript` that is installed nearest to a folder. */
function ownVersion(folder: string): number | undefined {
  const version = Number.parseInt(installedTypeScript(folder) ?? "", 10);
  return Number.isNaN(version) ? undefined : version;
}

/** The version of the `typescript` that is installed nearest to a folder, where some checks of today's differ from its own. */
export function olderTypeScript(folder: string): string | undefined {
  const version = installedTypeScript(folder);
  return version !== undefined && Number.parseInt(version, 10) < FIRST_WITHOUT_BASE ? version : undefined;
}

/** A configuration as it is told: what stands from a place on was put there. UTF-16 offsets. */
interface Told {
  readonly text: string;
  readonly at: number;
  readonly length: number;
}

/**
 * Tells a server of today what the configurations of older projects mean: those whose own `typescript` is of before version 6 are
 * given the defaults that it has, and those of before version 7 paths in the place of a `baseUrl`. Otherwise it would find no
 * `describe` and no `process`, nor any type of theirs, and no module that is named from `baseUrl`.
 */
export class FormerDefaults {
  readonly #documents: Documents;
  readonly #root: string;
  readonly #isNew: boolean;
  readonly #told = new Map<string, Told>();
  readonly #versions = new Map<string, number | undefined>();

  /**
   * @param root the real path of the workspace root
   * @param version of the server, where it is TypeScript's own
   */
  constructor(documents: Documents, root: string, version: string | undefined) {
    this.#documents = documents;
    this.#root = root;
    this.#isNew = version !== undefined && Number.parseInt(version, 10) >= FIRST_WITHOUT_BASE;
  }

  /** Whether files of a folder may be meant for an older version, so that configurations are to be told first. Absolute path. */
  mayHoldIn(folder: string): boolean {
    if (!this.#isNew) return false;
    const version = this.#versionFor(folder);
    return version === undefined ? this.#mayHaveBase(folder) : version < FIRST_WITHOUT_BASE;
  }

  /** Tells all of some configurations, and takes back what was told of others. */
  tell(configs: readonly TsConfig[]): void {
    const left = new Set(this.#told.keys());
    for (const config of configs) {
      const options = this.#isNew ? this.#optionsOf(config) : {};
      const outcome = Object.keys(options).length === 0 ? undefined : readTextFile(config.path);
      const told = outcome?.status === "read" ? withOptions(outcome.text, options) : undefined;
      if (told === undefined) continue;
      left.delete(config.path);
      if (this.#told.get(config.path)?.text !== told.text) this.#documents.lay(config.path, told.text);
      this.#told.set(config.path, told);
    }
    for (const path of left) {
      this.#told.delete(path);
      this.#documents.lay(path, undefined);
    }
  }

  #optionsOf(config: TsConfig): Readonly<Record<string, unknown>> {
    return formerOptions(config, this.#versionFor(dirname(config.path)));
  }

  #versionFor(folder: string): number | undefined {
    if (!this.#versions.has(folder)) this.#versions.set(folder, ownVersion(folder));
    return this.#versions.get(folder);
  }

  #mayHaveBase(from: string): boolean {
    for (let folder = from; ; folder = dirname(folder)) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        const outcome = readTextFile(join(folder, name));
        if (outcome.status === "read" && /"(?:baseUrl|extends|references)"/.test(outcome.text)) return true;
      }
      if (folder === this.#root || folder === dirname(folder)) return false;
    }
  }

  /** Complaints about configurations, in the offsets that these have on disk. */
  inSources<Problem extends ApiDiagnostic>(problems: readonly Problem[]): Problem[] {
    const inSource = <One extends ApiDiagnostic>(one: One): One => ({
      ...one,
      ...(one.fileName !== undefined && {
        pos: this.#inSource(one.fileName, one.pos),
        end: this.#inSource(one.fileName, one.end),
      }),
    });
    return problems.map((one) => ({
      ...inSource(one),
      ...(one.relatedInformation && { relatedInformation: one.relatedInformation.map(inSource) }),
    }));
  }

  #inSource(path: string, offset: number): number {
    const told = this.#told.get(path);
    return told === undefined || offset <= told.at ? offset : Math.max(told.at, offset - told.length);
  }
}

/**
 * What a configuration means without saying so: the defaults of before version 6, and paths in the place of a `baseUrl`.
 *
 * @param version of the `typescript` that is its own; undefined where none is installed
 */
function formerOptions(config: TsConfig, version: number | undefined): Readonly<Record<string, unknown>> {
  const { settled = [], replaced = {}, baseUrl } = config;
  const isFormer = version !== undefined && version < FIRST_WITHOUT;
  const isForEs5 = !settled.includes("target") || replaced["target"] !== undefined;
  const all = { ...FORMER, ...(isForEs5 && FORMER_OF_ES5) };
  const defaults = isFormer ? Object.entries(all).filter(([name]) => !settled.includes(name as ChangedOption)) : [];
  const hasBase = baseUrl !== undefined && (version === undefined || version < FIRST_WITHOUT_BASE);
  return { ...Object.fromEntries(defaults), ...(hasBase && { paths: pathsFrom(config, baseUrl) }) };
}

/**
 * The options with which a compiler that refuses what was removed takes a configuration as the workspace's own does, which is older. Undefined
 * where it takes it so as it stands.
 */
export function optionsOfToday(config: TsConfig): Readonly<Record<string, unknown>> | undefined {
  const { path, baseUrl, settled = [], module = "", rootDir, composite, outDir, declarationDir } = config;
  const version = ownVersion(dirname(path));
  if (version !== undefined && version >= FIRST_WITHOUT_BASE) return undefined;
  const replaced = Object.entries(config.replaced ?? {}).filter(([, by]) => by !== undefined);
  const isFormer = version !== undefined && version < FIRST_WITHOUT;
  // What the sources have in common was the folder of their outputs; without outputs it is none.
  const isCommon = isFormer && rootDir === undefined && composite !== true && (outDir ?? declarationDir) !== undefined;
  const isFoundFormerly = settled.includes("moduleResolution")
    ? replaced.some(([name]) => name === "moduleResolution")
    : isFormer && !OWN_RESOLUTION.test(module);
  const options = {
    ...Object.fromEntries(replaced),
    ...formerOptions(config, version),
    ...(version !== undefined && isFoundFormerly && FORMER_RESOLUTION),
    ...(baseUrl !== undefined && { baseUrl: null }),
    ...(isCommon && { noEmit: true, emitDeclarationOnly: false }),
  };
  return Object.keys(options).length === 0 ? undefined : options;
}

/** What a `baseUrl` means, as paths: what no path leads to is sought from there. */
function pathsFrom({ path, paths = [] }: TsConfig, baseUrl: string): Readonly<Record<string, readonly string[]>> {
  const folder = dirname(path);
  const shown = (target: string) => {
    const to = relative(folder, target).split(sep).join("/");
    return to.startsWith("..") ? to : `./${to}`;
  };
  const all = paths.some(({ pattern }) => pattern === "*") ? paths : [...paths, { pattern: "*", targets: [] }];
  return Object.fromEntries(
    all.map(({ pattern, targets }) => [pattern, [...new Set([...targets, join(baseUrl, pattern)])].map(shown)]),
  );
}

/** The text with options that count more than its own, all on one line; undefined where it cannot be read. */
export function withOptions(text: string, options: Readonly<Record<string, unknown>>): Told | undefined {
  const before = parsed(text);
  if (before === undefined) return undefined;
  const own = isRecord(before["compilerOptions"]) ? before["compilerOptions"] : undefined;
  const wanted = { ...before, compilerOptions: { ...own, ...options } };
  const list = JSON.stringify(options).slice(1, -1);
  // Of an option that stands twice the last counts: behind its own, or where there are none, before all else.
  const insertions = own === undefined ? [`"compilerOptions":{${list}},`] : [list, `,${list}`];
  // A comment may hold braces, and values have some: what is read then tells.
  for (const { index } of text.matchAll(own === undefined ? /\{/g : /\}/g)) {
    const at = own === undefined ? index + 1 : index;
    for (const insertion of insertions) {
      const told = text.slice(0, at) + insertion + text.slice(at);
      if (Bun.deepEquals(parsed(told), wanted)) return { text: told, at, length: insertion.length };
    }
  }
  return undefined;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = Bun.JSONC.parse(text.replace(/^\ufeff/, ""));
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
