import { dirname } from "node:path";
import { installedFile } from "../workspace/installed-file.ts";
import { isRecord } from "../workspace/package-manifest.ts";
import { readTextFile } from "../workspace/read-file.ts";
import type { TsConfig } from "../workspace/tsconfig.ts";
import type { Documents } from "./documents.ts";
import type { ApiDiagnostic } from "./project-api.ts";
import { versionIn } from "./server-binary.ts";

/**
 * What options meant before TypeScript 6 where nothing set them: https://devblogs.microsoft.com/typescript/announcing-typescript-6-0/.
 * By default `types` held all that is installed as `@types`.
 */
const FORMER: Readonly<Record<string, unknown>> = { strict: false, types: ["*"], noUncheckedSideEffectImports: false };

/** The first version without them. */
const FIRST_WITHOUT = 6;

/**
 * Whether the `typescript` that is installed nearest to a folder is of before version 6. Absolute paths.
 *
 * @param root the real path of the workspace root, above which none is looked for
 */
export function hasFormerDefaults(folder: string, root: string): boolean {
  const manifest = installedFile(folder, "typescript/package.json", root);
  return manifest !== undefined && Number.parseInt(versionIn(manifest) ?? "", 10) < FIRST_WITHOUT;
}

/** A configuration as it is told: what stands from a place on was put there. UTF-16 offsets. */
interface Told {
  readonly text: string;
  readonly at: number;
  readonly length: number;
}

/**
 * Tells a server of today what the configurations of older projects mean: those whose own `typescript` is of before version 6 are
 * given the defaults that it has. Otherwise it would find no `describe` and no `process`, nor any type of theirs.
 */
export class FormerDefaults {
  readonly #documents: Documents;
  readonly #root: string;
  readonly #isNew: boolean;
  readonly #told = new Map<string, Told>();
  /** By folder. */
  readonly #isOlder = new Map<string, boolean>();

  /**
   * @param root the real path of the workspace root
   * @param version of the server, where it is TypeScript's own
   */
  constructor(documents: Documents, root: string, version: string | undefined) {
    this.#documents = documents;
    this.#root = root;
    this.#isNew = version !== undefined && Number.parseInt(version, 10) >= FIRST_WITHOUT;
  }

  /** Whether files of a folder may be meant for older defaults. Absolute path. */
  mayHoldIn(folder: string): boolean {
    if (!this.#isNew) return false;
    const known = this.#isOlder.get(folder);
    if (known !== undefined) return known;
    const isOlder = hasFormerDefaults(folder, this.#root);
    this.#isOlder.set(folder, isOlder);
    return isOlder;
  }

  /** Tells all of some configurations, and takes back what was told of others. */
  tell(configs: readonly TsConfig[]): void {
    const left = new Set(this.#told.keys());
    for (const { path, settled = [] } of configs) {
      const outcome = this.mayHoldIn(dirname(path)) ? readTextFile(path) : undefined;
      const told = outcome?.status === "read" ? withFormerDefaults(outcome.text, settled) : undefined;
      if (told === undefined) continue;
      left.delete(path);
      if (this.#told.get(path)?.text !== told.text) this.#documents.lay(path, told.text);
      this.#told.set(path, told);
    }
    for (const path of left) {
      this.#told.delete(path);
      this.#documents.lay(path, undefined);
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

/** The text with those defaults that nothing settles, on the line on which its options begin; undefined where there is none to add. */
export function withFormerDefaults(text: string, settled: readonly string[]): Told | undefined {
  const added = Object.entries(FORMER).filter(([name]) => !settled.includes(name));
  if (added.length === 0) return undefined;
  const options = added.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}, `).join("");
  const before = parsed(text);
  if (before === undefined) return undefined;
  const wanted = {
    ...Object.fromEntries(added),
    ...(isRecord(before["compilerOptions"]) ? before["compilerOptions"] : {}),
  };
  const holder = isRecord(before["compilerOptions"]) ? /"compilerOptions"\s*:\s*\{/g : /\{/g;
  const insertion = isRecord(before["compilerOptions"]) ? options : `"compilerOptions": { ${options}}, `;
  // A comment may hold the same: what is read then tells.
  for (const { index, 0: found } of text.matchAll(holder)) {
    const at = index + found.length;
    const told = text.slice(0, at) + insertion + text.slice(at);
    if (Bun.deepEquals(parsed(told), { ...before, compilerOptions: wanted }))
      return { text: told, at, length: insertion.length };
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
