import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { KEEPING_MEMORY } from "./keeping-memory.ts";

/** Source files of a package: features, their tests, the barrel and the shared types. */
const FEATURES = 80;
const TESTS = 18;
export const FILES_PER_PACKAGE = FEATURES + TESTS + 2;

/** A domain is a group of packages that depend on each other in layers, and on the first domain: a product of a company. */
const DOMAIN = 25;
const LAYER = 5;

/** Commits for each package, after the one that brings all files. */
const COMMITS_PER_PACKAGE = 20;

/** A function that every package uses once, through the barrel of the first. */
export const HUB = "checkInvariant";

/**
 * A made-up monorepo as a git repository in the temporary folder: packages with a tsconfig that refers to those they depend on, `exports`
 * that lead to sources, a barrel, tests, imports between files and between packages, links in `node_modules`, a `.gitignore` and
 * a history. Alike for the same number of packages; half of the packages are half of everything. Every package type-checks.
 */
export class LargeWorkspace implements Disposable {
  readonly root = mkdtempSync(join(realpathSync(tmpdir()), "kart-large-"));
  readonly packages: number;
  /** Characters of all sources. */
  readonly size: number;

  static async of(packages: number): Promise<LargeWorkspace> {
    const files = new Map<string, string>();
    for (const [path, text] of rootFiles(packages)) files.set(path, text);
    for (let index = 0; index < packages; index++)
      for (const [path, text] of packageFiles(index)) files.set(path, text);
    const workspace = new LargeWorkspace(packages, files);
    await importHistory(workspace.root, packages, files);
    for (const [path, text] of files) write(join(workspace.root, path), text);
    // Reads every file once, as a checkout does; from here on git knows them by their times.
    await run(["git", "-C", workspace.root, "reset", "--quiet"]);
    return workspace;
  }

  private constructor(packages: number, files: ReadonlyMap<string, string>) {
    this.packages = packages;
    this.size = [...files].reduce((sum, [path, text]) => sum + (path.endsWith(".ts") ? text.length : 0), 0);
    for (let index = 0; index < packages; index++) {
      const link = join(this.root, "node_modules", packageName(index));
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(this.root, packageFolder(index)), link);
    }
  }

  get files(): number {
    return this.packages * FILES_PER_PACKAGE;
  }

  /** Takes back what was changed in it. */
  async restore(): Promise<void> {
    await run(["git", "-C", this.root, "checkout", "--quiet", "--", "."]);
    await run(["git", "-C", this.root, "clean", "--quiet", "-fd"]);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true });
  }
}

export function packageFolder(index: number): string {
  return `packages/p${String(index).padStart(3, "0")}`;
}

export function packageName(index: number): string {
  return `@large/p${String(index).padStart(3, "0")}`;
}

/** The path of a feature of a package, from the root. */
export function featureFile(index: number, feature: number): string {
  return `${packageFolder(index)}/src/${featurePath(feature)}.ts`;
}

/** The function that a feature exports first, and that the next features call. */
export function featureFunction(index: number, feature: number): string {
  return `${VERBS[feature % VERBS.length]}${featureNoun(index, feature)}`;
}

/** The class of a feature; each has the methods `run`, `describe` and `dispose`. */
export function featureClass(index: number, feature: number): string {
  return `${featureNoun(index, feature)}Service`;
}

/** The interface that a feature's class implements. */
export function featureInterface(index: number, feature: number): string {
  return `${featureNoun(index, feature)}Options`;
}

/** Packages that one depends on: of the layer below in its domain, and of the first domain. */
function dependenciesOf(index: number): number[] {
  const domain = Math.floor(index / DOMAIN);
  const place = index % DOMAIN;
  const layer = Math.floor(place / LAYER);
  const below =
    layer === 0 ? [] : [0, 1, 2].map((step) => domain * DOMAIN + (layer - 1) * LAYER + ((place + step) % LAYER));
  const base = domain === 0 ? [] : [1 + (index % (LAYER - 1))];
  return [...new Set([...(index === 0 ? [] : [0]), ...base, ...below])]
    .filter((one) => one !== index)
    .toSorted((a, b) => a - b);
}

function* rootFiles(packages: number): Generator<[path: string, text: string]> {
  const compilerOptions = {
    strict: true,
    composite: true,
    declaration: true,
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["es2022"],
    types: [],
    skipLibCheck: true,
  };
  yield [".gitignore", "node_modules/\ndist/\n*.tsbuildinfo\ncoverage/\n"];
  yield ["package.json", json({ name: "large", private: true, type: "module", workspaces: ["packages/*"] })];
  yield ["tsconfig.base.json", json({ compilerOptions })];
  const references = Array.from({ length: packages }, (_, index) => ({ path: packageFolder(index) }));
  yield ["tsconfig.json", json({ files: [], references })];
}

function* packageFiles(index: number): Generator<[path: string, text: string]> {
  const folder = packageFolder(index);
  const dependencies = dependenciesOf(index);
  const entry = { types: "./src/index.ts", default: "./dist/index.js" };
  yield [
    `${folder}/package.json`,
    json({
      name: packageName(index),
      version: "1.0.0",
      type: "module",
      exports: { ".": entry, "./shared": { types: "./src/shared.ts", default: "./dist/shared.js" } },
      dependencies: Object.fromEntries(dependencies.map((one) => [packageName(one), "workspace:*"])),
    }),
  ];
  yield [
    `${folder}/tsconfig.json`,
    json({
      extends: "../../tsconfig.base.json",
      compilerOptions: { rootDir: ".", outDir: "dist" },
      include: ["src", "test"],
      references: dependencies.map((one) => ({ path: `../${packageFolder(one).split("/")[1]}` })),
    }),
  ];
  yield [`${folder}/.gitignore`, "generated/\n"];
  yield [`${folder}/src/index.ts`, barrel()];
  yield [`${folder}/src/shared.ts`, shared(index)];
  for (let feature = 0; feature < FEATURES; feature++) yield [featureFile(index, feature), featureText(index, feature)];
  for (let test = 0; test < TESTS; test++) {
    const feature = test * 4;
    yield [`${folder}/test/${featurePath(feature).replaceAll("/", "-")}.test.ts`, testText(index, feature)];
  }
}

function barrel(): string {
  const features = Array.from({ length: FEATURES }, (_, feature) => `export * from "./${featurePath(feature)}";\n`);
  return `export * from "./shared";\n${features.join("")}`;
}

function shared(index: number): string {
  const hub =
    index === 0
      ? `
/** Throws where a condition that must hold does not. */
export function ${HUB}(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
`
      : `
import { ${HUB} } from "${packageName(0)}";

export function ready${index}(value: number): number {
  ${HUB}(value >= 0, "negative");
  return value;
}
`;
  return `${hub}
/** What every service of ${packageName(index)} can do. */
export interface Runnable${index} {
  run(input: readonly number[]): number;
  describe(): string;
  dispose(): void;
}

export type Outcome${index}<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
`;
}

/** Between 40 and 340 lines, most of them short files. */
function featureText(index: number, feature: number): string {
  const noun = featureNoun(index, feature);
  const own = featureFunction(index, feature);
  const folderUp = featurePath(feature).includes("/") ? "../" : "./";
  const used =
    feature === 0
      ? []
      : [feature - 1, Math.floor(feature / 2)].filter((one, at, all) => all.indexOf(one) === at && one !== feature);
  const lines: string[] = [`import type { Outcome${index}, Runnable${index} } from "${folderUp}shared";`];
  for (const one of used)
    lines.push(`import { ${featureFunction(index, one)} } from "${folderUp}${featurePath(one)}";`);
  const dependencies = dependenciesOf(index);
  // Every eighth feature uses another package, by its barrel.
  const other =
    feature % 8 === 3 && dependencies.length > 0 ? dependencies[(feature >> 3) % dependencies.length] : undefined;
  const othersFeature = (feature * 7) % FEATURES;
  if (other !== undefined)
    lines.push(
      `import { ${featureFunction(other, othersFeature)}, type ${featureInterface(other, othersFeature)} } from "${packageName(other)}";`,
    );
  const calls = used.map((one) => `${featureFunction(index, one)}(amount - ${one + 1})`);
  if (other !== undefined) calls.push(`${featureFunction(other, othersFeature)}(amount)`);
  lines.push(
    "",
    `/** Options of {@link ${noun}Service}. */`,
    `export interface ${noun}Options {`,
    "  readonly label: string;",
    "  readonly limit?: number;",
    "  readonly retries: number;",
    "}",
    "",
    `export const DEFAULT_${noun.toUpperCase()}: ${noun}Options = { label: "${noun}", limit: ${feature + 10}, retries: 3 };`,
    "",
    `/** ${VERBS[feature % VERBS.length]} of ${noun}: bounded, and never negative. */`,
    `export function ${own}(amount: number): number {`,
    `  if (amount <= 0) return ${feature};`,
    `  return Math.max(0, ${["amount", ...calls].join(" + ")});`,
    "}",
    "",
    `export class ${noun}Service implements Runnable${index} {`,
    `  readonly #options: ${noun}Options;`,
    "  #runs = 0;",
    "",
    `  constructor(options: ${noun}Options = DEFAULT_${noun.toUpperCase()}) {`,
    "    this.#options = options;",
    "  }",
    "",
    "  run(input: readonly number[]): number {",
    "    this.#runs++;",
    `    return input.slice(0, this.#options.limit).reduce((sum, one) => sum + ${own}(one), 0);`,
    "  }",
    "",
    "  describe(): string {",
    "    return `${this.#options.label}: ${this.#runs} runs`;",
    "  }",
    "",
    "  dispose(): void {",
    "    this.#runs = 0;",
    "  }",
    "}",
  );
  if (other !== undefined)
    lines.push(
      "",
      `export type ${noun}Source = ${featureInterface(other, othersFeature)} & { readonly from: string };`,
    );
  const more = 2 + ((index * 31 + feature * 17) % 11) + (feature % 16 === 5 ? 20 : 0);
  for (let step = 0; step < more; step++)
    lines.push(
      "",
      `/** Step ${step} of ${noun}. */`,
      `export function ${own}Step${step}(items: readonly string[], from = ${step}): Outcome${index}<string[]> {`,
      "  const kept: string[] = [];",
      "  for (const item of items.slice(from)) {",
      "    const name = item.trim().toLowerCase();",
      `    if (name.length > ${step + 3} && !kept.includes(name)) kept.push(\`${noun}:\${name}\`);`,
      "  }",
      `  return kept.length === 0 ? { ok: false, reason: "nothing is left of ${noun}" } : { ok: true, value: kept };`,
      "}",
    );
  return `${lines.join("\n")}\n`;
}

function testText(index: number, feature: number): string {
  const own = featureFunction(index, feature);
  return `import { ${own}, ${featureClass(index, feature)} } from "../src/${featurePath(feature)}";
import { ${featureFunction(index, feature + 1)} } from "../src/index";

export function test${featureNoun(index, feature)}(): void {
  const service = new ${featureClass(index, feature)}({ label: "test", retries: 0 });
  if (service.run([1, 2, 3]) < ${own}(0)) throw new Error(service.describe());
  if (${featureFunction(index, feature + 1)}(-1) !== ${feature + 1}) throw new Error("not the number of the feature");
  service.dispose();
}
`;
}

const VERBS = ["load", "parse", "merge", "resolve", "format", "collect", "apply", "validate"] as const;
const NOUNS = [
  "Order",
  "Invoice",
  "Account",
  "Route",
  "Ticket",
  "Session",
  "Report",
  "Layout",
  "Filter",
  "Catalog",
] as const;

function featureNoun(index: number, feature: number): string {
  return `${NOUNS[feature % NOUNS.length]}${index}x${feature}`;
}

function featurePath(feature: number): string {
  const name = `feature${String(feature).padStart(2, "0")}`;
  return feature % 4 === 0 ? name : `${["orders", "billing", "search"][feature % 3]}/${name}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * One commit that brings all files, then some of two to six features each, most of them of one package: a line at their end says
 * which was the last. Leaves the newest text of each in `files`.
 */
async function importHistory(root: string, packages: number, files: Map<string, string>): Promise<void> {
  await run(["git", "init", "--quiet", "--initial-branch=main", root]);
  const child = Bun.spawn(["git", "-C", root, "fast-import", "--quiet"], {
    stdin: "pipe",
    stderr: "inherit",
    env: { ...process.env, ...KEEPING_MEMORY },
  });
  const commit = (time: number, changed: Iterable<string>) => {
    const rows = Array.from(changed, (path) => {
      const bytes = Buffer.from(files.get(path) as string);
      return `M 100644 inline ${path}\ndata ${bytes.length}\n${bytes.toString()}\n`;
    });
    void child.stdin.write(
      `commit refs/heads/main\ncommitter a <a@example.com> ${time} +0000\ndata 1\nx\n${rows.join("")}\n`,
    );
  };
  commit(1_600_000_000, files.keys());
  const count = packages * COMMITS_PER_PACKAGE;
  for (let number = 0; number < count; number++) {
    const index = (number * 7919) % packages;
    const first = (number * 31) % FEATURES;
    const changed = Array.from({ length: 2 + (number % 5) }, (_, step) =>
      featureFile(step === 4 ? (index + 1) % packages : index, (first + step * 3) % FEATURES),
    );
    for (const path of changed)
      files.set(path, (files.get(path) as string).replace(/(?:\/\/ change \d+\n)?$/, `// change ${number}\n`));
    commit(1_600_000_000 + (number + 1) * 40_000, changed);
    if (number % 200 === 0) await child.stdin.flush();
  }
  await child.stdin.end();
  if ((await child.exited) !== 0) throw new Error("git fast-import failed");
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
}
