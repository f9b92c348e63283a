/**
 * Calls of every tool on a copy of docs/fixtures/shop, with the text that a model gets: what docs/tools.md shows.
 *
 * Each example that writes has a copy of its own, so that none depends on another. Nothing may stand in an answer that differs from
 * one run to the next: the copy's history has fixed dates and authors, and its path must not be told.
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerDefinition, ToolRunner } from "../packages/core/src/mcp/serve.ts";

const SHOP = join(import.meta.dir, "../docs/fixtures/shop");

type Arguments = Readonly<Record<string, unknown>>;

interface Example {
  readonly args: Arguments;
  /** Calls before it, shown with their answers: what it needs, or what it takes back. */
  readonly before?: readonly (readonly [tool: string, args: Arguments])[];
  /** Of examples that show how a failure reads. */
  readonly fails?: true;
}

const READ = ["kart_read", { path: "src/receipt.ts", offset: 4 }] as const;
const NEW_TOTAL = { set_line: { anchor: "5:d6", new_text: "  return `Total: ${formatPrice(cart.total())}`;" } };

const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  kart_find: [{ args: { name: "total", body: true } }, { args: { kind: "class", exported: true } }],
  kart_search: [
    { args: { pattern: "\\bprice\\b", glob: "src/**" } },
    { args: { pattern: "root", paths: ["../../etc/passwd"] }, fails: true },
    { args: { pattern: "(unclosed" }, fails: true },
  ],
  kart_list: [{ args: { recursive: true, glob: "*.ts" } }],
  kart_imports: [{ args: { path: "src/cart.ts" } }],
  kart_importers: [{ args: { path: "src/cart.ts", symbol: "Cart", depth: 2 } }],
  kart_unused_exports: [{ args: {} }],
  kart_zoom: [{ args: { path: "src/cart.ts" } }, { args: { path: "src/card.ts" }, fails: true }],
  kart_impact: [{ args: { path: "src/cart.ts", symbol: "Cart.total" } }],
  kart_deps: [{ args: { path: "src/receipt.ts", symbol: "receipt" } }],
  kart_definition: [{ args: { path: "src/receipt.ts", line: 5, column: 38 } }],
  kart_references: [
    { args: { path: "src/money.ts", symbol: "formatPrice" } },
    { args: { path: "src/cart.ts", symbol: "sum" }, fails: true },
  ],
  kart_implementations: [{ args: { path: "src/discount.ts", symbol: "Discount" } }],
  kart_hover: [{ args: { path: "src/cart.ts", symbol: "Cart.total" } }],
  kart_completions: [
    {
      args: {
        path: "src/receipt.ts",
        line: 3,
        column: 12,
        content: 'import { Cart } from "./cart.ts";\n\nnew Cart().\n',
      },
    },
  ],
  kart_check: [
    {
      args: {
        paths: ["src/money.ts"],
        content: "export type Cents = bigint;\nexport declare function formatPrice(amount: Cents): string;\n",
        dependents: true,
      },
    },
  ],
  kart_replace: [
    {
      args: {
        file: "src/money.ts",
        symbol: "formatPrice",
        content: "export function formatPrice(amount: Cents, symbol: string): string {\n  return `€ ${amount}`;\n}",
      },
    },
    {
      args: { file: "src/money.ts", symbol: "formatPrice", content: "export function formatPrice() {} /*" },
      fails: true,
    },
  ],
  kart_insert_after: [
    {
      args: {
        file: "src/cart.ts",
        symbol: "Cart.add",
        content: "get size(): number {\n  return this.#items.length;\n}",
      },
    },
  ],
  kart_insert_before: [
    {
      args: {
        file: "src/cart.ts",
        symbol: "Cart",
        content: "/** Most items that a cart takes. */\nexport const MAX_ITEMS = 100;",
      },
    },
  ],
  kart_patch: [
    {
      args: {
        file: "src/discount.ts",
        symbol: "Percentage.apply",
        chunks: [
          {
            oldLines: ["    return Math.round(total * (1 - this.percent / 100));"],
            newLines: ["    return Math.floor(total * (1 - this.percent / 100));"],
          },
        ],
      },
    },
  ],
  kart_delete: [
    { args: { file: "src/money.ts", symbol: "roundUp" } },
    { args: { file: "src/money.ts", symbol: "formatPrice" }, fails: true },
  ],
  kart_rename: [
    { args: { file: "src/cart.ts", symbol: "Cart.total", newName: "sum" } },
    { args: { file: "src/cart.ts", symbol: "Cart.total", newName: "add" }, fails: true },
    { args: { file: "src/cart.ts", symbol: "price", line: 20, newName: "cents" } },
  ],
  kart_move: [{ args: { from: "src/money.ts", to: "src/money/cents.ts" } }],
  kart_read: [{ args: { path: "src/cart.ts", symbol: "Cart.add" } }],
  kart_grep: [{ args: { pattern: "toFixed", pre: 1, post: 1 } }],
  kart_edit: [
    { before: [READ], args: { path: "src/receipt.ts", edits: [NEW_TOTAL] } },
    {
      before: [
        READ,
        [
          "kart_replace",
          {
            file: "src/receipt.ts",
            symbol: "receipt",
            content: "export function receipt(cart: Cart): string {\n  return formatPrice(cart.total());\n}",
          },
        ],
      ],
      args: { path: "src/receipt.ts", edits: [NEW_TOTAL] },
      fails: true,
    },
  ],
  kart_write: [
    {
      args: {
        path: "src/tax.ts",
        content: 'import type { Cents } from "./money.ts";\n\nexport const VAT: Cents = "21%";\n',
      },
    },
  ],
  kart_undo: [
    {
      before: [["kart_edit", { path: "package.json", edits: [{ replace: { old_text: "shop", new_text: "store" } }] }]],
      args: {},
    },
  ],
  kart_cochange: [{ args: { path: "src/cart.ts" } }],
};

/** What each commit of the copy's history touches: one a day. */
const COMMITS: readonly (readonly string[])[] = [
  ["package.json", "tsconfig.json", "src/money.ts", "src/index.ts"],
  ["src/cart.ts", "src/index.ts", "test/cart.test.ts"],
  ["src/discount.ts", "src/cart.ts", "src/index.ts", "test/cart.test.ts"],
  ["src/receipt.ts", "src/money.ts", "src/index.ts"],
  ["src/cart.ts", "test/cart.test.ts"],
];

/** An example as it went. */
export interface ShownExample {
  readonly calls: readonly ShownCall[];
}

export interface ShownCall {
  /** `kart_find {"name":"total"}` */
  readonly call: string;
  readonly text: string;
  /** The same answer as JSON; a failure has none. */
  readonly json: string | undefined;
}

/** Runs the examples of a server's tools. Throws where a tool has none, or one fails that should not, or the reverse. */
export async function runExamples<Services>(
  server: ServerDefinition<Services>,
): Promise<ReadonlyMap<string, readonly ShownExample[]>> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kart-examples-")));
  using _cache = cacheIn(folder);
  try {
    const isReader = server.tools.every(({ hints }) => hints.readOnlyHint);
    const shared = isReader ? copyOfShop(folder) : undefined;
    if (shared !== undefined) commitHistory(shared);
    const runner = shared === undefined ? undefined : new ToolRunner(server, shared);
    const shown = new Map<string, ShownExample[]>();
    for (const { name } of server.tools) {
      const examples = EXAMPLES[name] ?? [];
      if (examples.length === 0) throw new Error(`${name} has no example in scripts/tool-examples.ts`);
      const ran: ShownExample[] = [];
      for (const example of examples) {
        const root = shared ?? copyOfShop(folder);
        const its = runner ?? new ToolRunner(server, root);
        ran.push({ calls: await runExample(its, root, name, example) });
        if (its !== runner) await close(its);
      }
      shown.set(name, ran);
    }
    if (runner !== undefined) await close(runner);
    if (shared !== undefined) requireUnchanged(shared);
    return shown;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Servers of this process keep their cache in a folder, and not the user's, until this is disposed of. */
export function cacheIn(folder: string): Disposable {
  const given = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = join(folder, "cache");
  return {
    [Symbol.dispose]() {
      if (given === undefined) delete process.env["XDG_CACHE_HOME"];
      else process.env["XDG_CACHE_HOME"] = given;
    },
  };
}

export function copyOfShop(folder: string): string {
  const root = mkdtempSync(join(folder, "shop-"));
  cpSync(SHOP, root, { recursive: true });
  return root;
}

async function runExample<Services>(
  runner: ToolRunner<Services>,
  root: string,
  tool: string,
  { args, before = [], fails }: Example,
): Promise<ShownCall[]> {
  const calls: ShownCall[] = [];
  for (const [name, given] of [...before, [tool, args] as const]) {
    const { content, structuredContent, isError = false } = await runner.call(name, given, NEVER, "both");
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    const call = `${name} ${JSON.stringify(given)}`;
    if (isError !== (fails === true && given === args)) throw new Error(`not as the example says: ${call}\n${text}`);
    if (text.includes(root)) throw new Error(`tells where the copy is: ${call}\n${text}`);
    const { durationMs: _differs, ...data } = (structuredContent ?? {}) as Record<string, unknown>;
    calls.push({ call, text, json: isError ? undefined : JSON.stringify(data) });
  }
  return calls;
}

export const NEVER = new AbortController().signal;

/** A language server would live on until it has been idle for long. */
export async function close<Services>(runner: ToolRunner<Services>): Promise<void> {
  const { services } = await runner.open();
  const { languageServer } = services as { readonly languageServer?: () => Promise<Disposable> };
  if (languageServer !== undefined) (await languageServer())[Symbol.dispose]();
}

/** Throws where a server that says it only reads has left anything behind. */
function requireUnchanged(root: string): void {
  const changes = git(root, ["status", "--porcelain", "--ignored"]);
  if (changes !== "") throw new Error(`a server that writes nothing has changed its workspace:\n${changes}`);
}

/** The same commit ids on every machine: contents, names and dates are fixed. */
export function commitHistory(root: string): void {
  git(root, ["init", "--quiet", "--initial-branch=main", "--object-format=sha1"]);
  for (const [index, paths] of COMMITS.entries()) {
    for (const path of paths) {
      const isLast = !COMMITS.slice(index + 1).some((later) => later.includes(path));
      const text = readFileSync(join(SHOP, path), "utf8");
      writeFileSync(join(root, path), isLast ? text : `${text}\n// draft ${index}\n`);
    }
    git(root, ["add", "--", ...paths]);
    git(root, ["commit", "--quiet", "--message", `Step ${index + 1}`], `2026-01-0${index + 5}T12:00:00+0000`);
  }
}

/** What git prints. Nobody's configuration is read. Throws where it fails. */
function git(root: string, args: readonly string[], date = ""): string {
  const person = { NAME: "A Developer", EMAIL: "developer@example.org", DATE: date };
  const people = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(person).map(([field, value]): [string, string] => [`GIT_${role}_${field}`, value]),
  );
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    ...Object.fromEntries(people),
  };
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "-C", root, ...args], { env });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
  return stdout.toString();
}
