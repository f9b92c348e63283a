import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  featureClass,
  featureFile,
  featureFunction,
  HUB,
  type LargeWorkspace,
  packageFolder,
} from "./large-workspace.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** One thing that is asked of a tool. */
export interface Question {
  readonly tool: string;
  /** What is asked, in a few words. */
  readonly about: string;
  /**
   * The arguments of the n-th call in a workspace, which differ from call to call.
   *
   * @param own the number of a package that no other question changes
   */
  readonly args: (own: number, call: number, workspace: LargeWorkspace) => Arguments;
  /** What is called before, without being timed. */
  readonly before?: { readonly tool: string; readonly args: Question["args"] };
  /** Matches the text of an answer that is right. */
  readonly right: RegExp;
}

/** A feature that one call has for itself. */
function featureOf(call: number): number {
  return 8 + (call % 60);
}

const local: Question["args"] = (own, call) => ({
  path: featureFile(own, featureOf(call)),
  symbol: featureFunction(own, featureOf(call)),
});
const localClass: Question["args"] = (own, call) => ({
  path: featureFile(own, featureOf(call)),
  symbol: featureClass(own, featureOf(call)),
});
const HUB_PATH = `${packageFolder(0)}/src/shared.ts`;
/** A rename may have given it another name. */
const hub: Question["args"] = (_own, _call, { root }) => {
  const [, symbol = HUB] = new RegExp(`function (${HUB}\\d*)`).exec(readFileSync(join(root, HUB_PATH), "utf8")) ?? [];
  return { path: HUB_PATH, symbol };
};

const NAV: readonly Question[] = [
  {
    tool: "kart_find",
    about: "a name that one file declares",
    args: (own, call) => ({ name: featureFunction(own, featureOf(call)), match: "exact" }),
    right: /^1 symbol\n/,
  },
  {
    tool: "kart_find",
    about: "part of a name that every package declares",
    args: (_own, call) => ({ name: `DEFAULT_INVOICE${call % 10}`, limit: 20 }),
    right: /DEFAULT_INVOICE/,
  },
  { tool: "kart_find", about: "every declaration there is", args: () => ({ limit: 20 }), right: /symbols/ },
  {
    tool: "kart_search",
    about: "a text in one file",
    args: (own, call) => ({ pattern: `DEFAULT_[A-Z]+${own}X${featureOf(call)}:` }),
    right: /^1 match/,
  },
  {
    tool: "kart_search",
    about: "a text in most files, first 100",
    args: (_own, call) => ({ pattern: `kept\\.length === ${call % 2}`, literal: false }),
    right: /match/,
  },
  {
    tool: "kart_list",
    about: "the folder of one package",
    args: (own) => ({ path: packageFolder(own), recursive: true }),
    right: /feature00\.ts/,
  },
  { tool: "kart_list", about: "all files, first 1,000", args: () => ({ recursive: true }), right: /packages/ },
  {
    tool: "kart_imports",
    about: "one file",
    args: (own, call) => ({ path: featureFile(own, featureOf(call)) }),
    right: /imports\n/,
  },
  {
    tool: "kart_importers",
    about: "one file",
    args: (own, call) => ({ path: featureFile(own, featureOf(call)) }),
    right: /files? imports? /,
  },
  { tool: "kart_importers", about: "a function that every package uses", args: hub, right: /files import / },
  {
    tool: "kart_unused_exports",
    about: "one package",
    args: (own) => ({ path: packageFolder(own), limit: 20 }),
    right: /exports unused/,
  },
  { tool: "kart_unused_exports", about: "everything", args: () => ({ limit: 20 }), right: /exports unused/ },
];

const ZOOM: readonly Question[] = [
  {
    tool: "kart_zoom",
    about: "one file",
    args: (own, call) => ({ path: featureFile(own, featureOf(call)) }),
    right: /export /,
  },
  {
    tool: "kart_zoom",
    about: "a package's barrel",
    args: (own) => ({ path: `${packageFolder(own)}/src/index.ts` }),
    right: /export /,
  },
  { tool: "kart_definition", about: "a function", args: local, right: /function/ },
  { tool: "kart_hover", about: "a function", args: local, right: /number/ },
  {
    tool: "kart_implementations",
    about: "an interface that one package implements",
    args: (own) => ({ path: `${packageFolder(own)}/src/shared.ts`, symbol: `Runnable${own}` }),
    right: /Service/,
  },
  { tool: "kart_references", about: "a function that its package uses", args: local, right: /reference/ },
  {
    tool: "kart_references",
    about: "a method whose name every file holds",
    args: (own, call) => ({
      path: featureFile(own, featureOf(call)),
      symbol: `${featureClass(own, featureOf(call))}.describe`,
    }),
    right: /reference/,
  },
  { tool: "kart_references", about: "a function that every package uses", args: hub, right: /references/ },
  { tool: "kart_impact", about: "a function that its package uses", args: local, right: /dependent/ },
  {
    tool: "kart_impact",
    about: "a function that every package uses",
    args: (...of) => ({ ...hub(...of), depth: 2 }),
    right: /dependents/,
  },
  { tool: "kart_deps", about: "a class", args: localClass, right: /depend/ },
  {
    tool: "kart_completions",
    about: "members of a value",
    args: (own, call, workspace) => completion(own, featureOf(call), workspace),
    right: /describe/,
  },
  {
    tool: "kart_check",
    about: "one file",
    args: (own, call) => ({ paths: [featureFile(own, featureOf(call))] }),
    right: /1 file checked/,
  },
  {
    tool: "kart_check",
    about: "one package",
    args: (own) => ({ paths: [packageFolder(own)] }),
    right: /100 files checked/,
  },
  {
    tool: "kart_check",
    about: "a file and its dependents",
    args: (own, call) => ({ paths: [featureFile(own, featureOf(call))], dependents: true }),
    right: /files checked/,
  },
  { tool: "kart_check", about: "what git sees as changed", args: () => ({}), right: /./ },
];

const EDIT: readonly Question[] = [
  {
    tool: "kart_replace",
    about: "a function",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: `${featureFunction(own, featureOf(call))}Step1`,
      content: stepText(own, call, 1),
    }),
    right: /replaced/,
  },
  {
    tool: "kart_replace",
    about: "a function, without lint",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: `${featureFunction(own, featureOf(call))}Step1`,
      content: stepText(own, call, 1),
      lint: false,
    }),
    right: /replaced/,
  },
  {
    tool: "kart_insert_after",
    about: "a function",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: `${featureFunction(own, featureOf(call))}Step1`,
      content: `export const after${call} = ${call};`,
    }),
    right: /inserted/,
  },
  {
    tool: "kart_insert_before",
    about: "a function",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: `${featureFunction(own, featureOf(call))}Step1`,
      content: `export const before${call} = ${call};`,
    }),
    right: /inserted/,
  },
  {
    tool: "kart_patch",
    about: "a line of a function",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: `${featureFunction(own, featureOf(call))}Step1`,
      chunks: [{ oldLines: ["  const kept: string[] = [];"], newLines: [`  const kept: string[] = []; // ${call}`] }],
    }),
    right: /patched/,
  },
  {
    tool: "kart_read",
    about: "a file",
    args: (own, call) => ({ path: featureFile(own, featureOf(call)) }),
    right: /1:/,
  },
  {
    tool: "kart_edit",
    about: "a text in a file",
    args: (own, call) => ({
      path: featureFile(own, featureOf(call)),
      edits: [{ replace: { old_text: "retries: 3 }", new_text: `retries: ${call + 4} }` } }],
    }),
    right: /edited/,
  },
  {
    tool: "kart_write",
    about: "a new file",
    args: (own, call) => ({
      path: `${packageFolder(own)}/src/new${call}.ts`,
      content: `export const fresh${call} = ${call};\n`,
    }),
    right: /new\d+\.ts/,
  },
  {
    tool: "kart_grep",
    about: "a text in one file",
    args: (own, call) => ({ pattern: `DEFAULT_[A-Z]+${own}X${featureOf(call)}:` }),
    right: /1 match/,
  },
  {
    tool: "kart_rename",
    about: "a function that its package uses",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: featureFunction(own, featureOf(call)),
      newName: `${featureFunction(own, featureOf(call))}Renamed`,
    }),
    right: /renamed|edits/,
  },
  {
    tool: "kart_rename",
    about: "a function that every package uses",
    args: (own, call, workspace) => ({
      file: HUB_PATH,
      symbol: hub(own, call, workspace)["symbol"],
      newName: `${HUB}${call + 1}`,
      dryRun: false,
    }),
    right: /edits/,
  },
  {
    tool: "kart_delete",
    about: "a function that nothing uses",
    args: (own, call) => ({
      file: featureFile(own, featureOf(call)),
      symbol: `${featureFunction(own, featureOf(call))}Step0`,
    }),
    right: /deleted/,
  },
  {
    tool: "kart_move",
    about: "a file that its package imports",
    args: (own, call) => ({
      from: featureFile(own, featureOf(call)),
      to: `${packageFolder(own)}/src/moved/feature${featureOf(call)}.ts`,
    }),
    right: /moved/,
  },
  {
    tool: "kart_undo",
    about: "one edit",
    before: {
      tool: "kart_write",
      args: (own, call) => ({
        path: `${packageFolder(own)}/src/new${call}.ts`,
        content: `export const fresh${call} = ${call};\n`,
      }),
    },
    args: () => ({}),
    right: /took back/,
  },
];

const COCHANGE: readonly Question[] = [
  {
    tool: "kart_cochange",
    about: "one file",
    args: (own, call) => ({ path: featureFile(own, (call * 3) % 80) }),
    right: /feature/,
  },
];

/** All that is asked, by the server that answers; what takes longest comes last. */
export const QUESTIONS: Readonly<Record<`kart-${string}`, readonly Question[]>> = {
  "kart-nav": NAV,
  "kart-cochange": COCHANGE,
  "kart-edit": EDIT,
  "kart-zoom": ZOOM,
};

function stepText(own: number, call: number, step: number): string {
  return `export function ${featureFunction(own, featureOf(call))}Step${step}(items: readonly string[], from = ${call}): string {
  return items.slice(from).join(", ");
}`;
}

/** A file with a line that ends in the dot after a value, and the place behind it. */
function completion(own: number, feature: number, { root }: LargeWorkspace): Arguments {
  const path = featureFile(own, feature);
  const text = readFileSync(join(root, path), "utf8");
  const line = `new ${featureClass(own, feature)}().`;
  return { path, line: text.split("\n").length, column: line.length + 1, content: `${text}${line}` };
}
