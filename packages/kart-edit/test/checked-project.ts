import { expect } from "bun:test";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { serverCommand } from "@kart/core/language-server/session/server-binary";
import { type Declaration, walkDeclarations } from "@kart/core/syntax/declaration";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { sourceSymbols } from "@kart/core/syntax/source-symbols";
import { type CORPORA, corpusFolder } from "@kart/testkit/corpora";
import { Desk } from "./ask.ts";

/** A symbol of a project. */
export interface ProjectSymbol {
  readonly path: string;
  readonly declaration: Declaration;
  /** 1-based. */
  readonly line: number;
}

const OPTIONS = {
  strict: true,
  module: "preserve",
  target: "esnext",
  // The declarations of browsers take the compiler longer than those of the language and a package do.
  lib: ["esnext"],
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** What the packages use of browsers and of Node.js. */
const GLOBALS = `interface AbortSignal { readonly aborted: boolean; readonly reason: unknown; addEventListener(type: "abort", listener: () => void, options?: object): void }
interface AbortController { readonly signal: AbortSignal; abort(reason?: unknown): void }
declare const AbortController: new () => AbortController;
interface URL { href: string; hostname: string; protocol: string }
declare const URL: { new (url: string, base?: string): URL; canParse(url: string, base?: string): boolean };
declare const process: { env: Record<string, string | undefined> };
declare const console: { error(...data: unknown[]): void; log(...data: unknown[]): void; warn(...data: unknown[]): void };
declare var window: any;
declare var document: any;
declare function atob(data: string): string;
declare function btoa(data: string): string;
declare function setTimeout(handler: () => void, ms?: number): number;
declare function setInterval(handler: () => void, ms?: number): number;
declare function clearTimeout(id: number | undefined): void;
declare function clearInterval(id: number | undefined): void;
`;

/** The sources of a package in a folder of their own, which type-check, with a client of kart-edit. */
export class CheckedProject implements AsyncDisposable {
  readonly desk: Desk;

  private constructor(desk: Desk) {
    this.desk = desk;
  }

  static async of(corpus: (typeof CORPORA)[number], leftOut: readonly string[]): Promise<CheckedProject> {
    const desk = await Desk.with({
      "package.json": JSON.stringify({ name: corpus, exports: "./src/index.ts" }),
      "tsconfig.json": JSON.stringify({ compilerOptions: OPTIONS, include: ["src", "globals.d.ts"] }),
      "globals.d.ts": GLOBALS,
    });
    cpSync(corpusFolder(corpus), desk.workspace.path("src"), { recursive: true, dereference: true });
    for (const entry of readdirSync(desk.workspace.path("src"), { recursive: true, encoding: "utf8" }))
      if (leftOut.some((name) => `/${entry}`.endsWith(`/${name}`)))
        rmSync(desk.workspace.path(`src/${entry}`), { recursive: true, force: true });
    const project = new CheckedProject(desk);
    expect(await project.check()).toBe("");
    return project;
  }

  /** What the compiler has to say. */
  async check(): Promise<string> {
    const { root } = this.desk.workspace;
    // On a machine where every processor is at work already, checkers that share it only do the same twice.
    const child = Bun.spawn([serverCommand(root).program, "--noEmit", "--pretty", "false", "--checkers", "1"], {
      cwd: root,
      // Go's collector has nothing to win in a process that ends within seconds.
      env: { ...process.env, GOGC: "off" },
      stdout: "pipe",
    });
    return (await child.stdout.text()).trim();
  }

  sources(): string[] {
    const { root } = this.desk.workspace;
    return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => `src/${path}`)
      .sort();
  }

  /** Symbols of every kind, spread evenly over the files: `count` in all, or what there is. */
  async symbols(count: number): Promise<ProjectSymbol[]> {
    const oxc = await loadParser();
    const byKind = new Map<string, ProjectSymbol[]>();
    for (const path of this.sources()) {
      const symbols = sourceSymbols(oxc, path, this.desk.workspace.read(path));
      if (!("declarations" in symbols)) continue;
      for (const { declaration } of walkDeclarations(symbols.declarations)) {
        const line = symbols.parsed.lines.lineAt(declaration.nameRange.start);
        const kind = `${declaration.kind} ${declaration.exported ? "exported" : "local"}`;
        byKind.set(kind, [...(byKind.get(kind) ?? []), { path, declaration, line }]);
      }
    }
    const chosen: ProjectSymbol[] = [];
    const lists = [...byKind.values()].toSorted((a, b) => a.length - b.length);
    for (const [index, list] of lists.entries()) {
      const share = Math.min(
        list.length,
        count === Infinity ? list.length : Math.ceil((count - chosen.length) / (lists.length - index)),
      );
      for (let at = 0; at < share; at++)
        chosen.push(list[Math.floor(((at + 0.5) * list.length) / share)] as ProjectSymbol);
    }
    return chosen;
  }

  /** Exported symbols at the top whose name stands once in all of the sources: nothing can refer to them. */
  async loneSymbols(count: number): Promise<ProjectSymbol[]> {
    const all = await this.symbols(Infinity);
    const words = new Map<string, number>();
    for (const path of this.sources())
      for (const word of this.desk.workspace.read(path).match(/[\w$]+/g) ?? [])
        words.set(word, (words.get(word) ?? 0) + 1);
    const lone = all.filter(
      ({ declaration: { name, namePath, exported } }) => exported && name === namePath && words.get(name) === 1,
    );
    return Array.from(
      { length: Math.min(count, lone.length) },
      (_, at) => lone[Math.floor((at * lone.length) / count)] as ProjectSymbol,
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.desk[Symbol.asyncDispose]();
  }
}

/** How much is tried: a part in every run, all of it with `KART_PROOF=full`. */
export function effort(part: number, full: number): number {
  return process.env["KART_PROOF"] === "full" ? full : part;
}
