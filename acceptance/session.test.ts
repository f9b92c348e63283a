import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "bun:test";
import { connectTo } from "./servers.ts";
import { snapshotOf } from "./snapshot.ts";
import { World } from "./world.ts";

/** Milliseconds, for a slow and busy machine: it starts four servers, TypeScript, and a linter after each edit. */
const TIMEOUT = 300_000;

const SOURCES = "packages/query-core/src";
const TEST = `${SOURCES}/staleness.test.ts`;
const DOCS = "docs/staleness.md";

test(
  "a piece of work with all four servers: a function takes its clock as a parameter, and gets a better name",
  async () => {
    using world = workplace();
    const before = snapshotOf(world.root, { times: false });
    const servers = await Promise.all([
      connectTo("kart-nav", world),
      connectTo("kart-zoom", world),
      connectTo("kart-edit", world),
      connectTo("kart-cochange", world),
    ]);
    const [nav, zoom, edit, cochange] = servers;
    await using _nav = nav;
    await using _zoom = zoom;
    await using _edit = edit;
    await using _cochange = cochange;

    // Where is it? Half a name is known.
    const { symbols } = await nav.data<Found>("kart_find", { name: "untilStale", kind: "function" });
    expect(symbols).toHaveLength(1);
    const [{ path, namePath }] = symbols as [Found["symbols"][number]];
    expect({ path, namePath }).toEqual({ path: `${SOURCES}/utils.ts`, namePath: "timeUntilStale" });
    const target = { path, symbol: namePath };

    // What is it?
    const zoomed = await zoom.data<Zoomed>("kart_zoom", target);
    expect(zoomed.symbols[0]?.doc).toContain("becomes stale");
    expect(zoomed.symbols[0]?.signature).toContain("(updatedAt: number, staleTime?: number): number");

    // How far does it reach?
    const impact = await zoom.data<Impact>("kart_impact", { ...target, depth: 1 });
    expect(impact).toMatchObject({ complete: true, tests: [TEST] });
    const callers = impact.root.callers.map((caller) => `${caller.path} ${caller.name} ${caller.via}`).sort();
    expect(callers).toEqual([
      `${SOURCES}/query.ts Query.isStaleByTime call`,
      `${SOURCES}/queryObserver.ts QueryObserver.#updateStaleTimeout call`,
      `${TEST} left call`,
    ]);

    // Nothing is wrong with any of that now, or later errors would tell nothing.
    const paths = [path, ...impact.files];
    expect(await zoom.data("kart_check", { paths })).toMatchObject({
      success: true,
      complete: true,
      filesChecked: paths.length,
    });

    // The change, made of what was read, which breaks every caller.
    const { lines } = await edit.data<Read>("kart_read", target);
    const [head, body] = lines.map(({ text }) => text).slice(-3) as [string, string];
    const patched = await edit.data<Changed>("kart_patch", {
      file: path,
      symbol: namePath,
      chunks: [
        {
          oldLines: [head],
          newLines: [head.replace("staleTime?: number", "staleTime: number | undefined, now: number")],
        },
        { oldLines: [body], newLines: [body.replace("Date.now()", "now")] },
      ],
    });
    expect(patched).toMatchObject({ success: true, symbol: namePath, syntaxError: false, diagnostics: [] });
    expect(patched.diff).toContain("+157:");

    // The check of what changed, with its dependents, says where: at the callers that were told of before.
    const broken = await zoom.data<Checked>("kart_check", { dependents: true });
    expect(broken).toMatchObject({ success: false, complete: true });
    expect(broken.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(
      Array.from({ length: 3 }, () => "TS2554 Expected 3 arguments, but got 2."),
    );
    expect(broken.diagnostics.map((one) => one.path).sort()).toEqual(impact.files.toSorted());

    // Each is mended at the line that the check named, by the anchor of that line.
    for (const diagnostic of broken.diagnostics) {
      const shown = await edit.data<Read>("kart_read", { path: diagnostic.path, offset: diagnostic.line, limit: 1 });
      const [{ line, hash, text }] = shown.lines as [Read["lines"][number]];
      expect(text.slice(diagnostic.column - 1)).toStartWith(`${namePath}(`);
      const mended = await edit.data<Changed>("kart_edit", {
        path: diagnostic.path,
        edits: [
          { set_line: { anchor: `${line}:${hash}`, new_text: text.replace("aleTime)", "aleTime, Date.now())") } },
        ],
      });
      expect(mended).toMatchObject({ success: true, firstChangedLine: diagnostic.line, diagnostics: [] });
    }
    expect(await zoom.data("kart_check", { dependents: true })).toMatchObject({ success: true, complete: true });

    // A better name, in every file.
    const newName = "millisecondsUntilStale";
    const renamed = await edit.data<Renamed>("kart_rename", { file: path, symbol: namePath, newName });
    expect(renamed).toMatchObject({ success: true, complete: true });
    expect(renamed.files.map((file) => file.path).sort()).toEqual(paths.toSorted());
    expect(await zoom.data("kart_check", { dependents: true })).toMatchObject({ success: true, complete: true });
    const uses = await zoom.data<References>("kart_references", { path, symbol: newName });
    expect(uses.complete).toBeTrue();
    expect(new Set(uses.references.map((use) => use.path))).toEqual(new Set(impact.files));

    // What did I forget? What no reference leads to: the page that always changed with it.
    const { paths: changed, neighbors } = await cochange.data<Neighbors>("kart_cochange");
    expect(changed.toSorted()).toEqual(paths.toSorted());
    expect(neighbors[0]).toMatchObject({ path: DOCS });
    const forgotten = (neighbors[0] as Neighbors["neighbors"][number]).path;
    const { matches } = await edit.data<Grepped>("kart_grep", { pattern: namePath, path: forgotten });
    expect(matches).toHaveLength(1);
    const [row] = matches as [Grepped["matches"][number]];
    await edit.data("kart_edit", {
      path: forgotten,
      edits: [{ set_line: { anchor: `${row.line}:${row.hash}`, new_text: row.text.replaceAll(namePath, newName) } }],
    });

    // Nothing is left of the old name, for any of the servers.
    expect(await nav.data("kart_search", { pattern: namePath, literal: true })).toMatchObject({ total: 0 });
    expect(await nav.data("kart_find", { name: namePath })).toMatchObject({ total: 0 });
    expect(await nav.data("kart_find", { name: newName, match: "exact" })).toMatchObject({ total: 1 });
    expect(world.git("--no-optional-locks", "diff", "--name-only").trim().split("\n").sort()).toEqual(
      [...paths, forgotten].sort(),
    );

    // All of it back: the page, the name, three callers, the patch.
    const undone = await edit.data<Undone>("kart_undo", { steps: 6 });
    expect(undone.remaining).toBe(0);
    expect(undone.undone.map(({ tool }) => tool)).toEqual([
      "kart_edit",
      "kart_rename",
      "kart_edit",
      "kart_edit",
      "kart_edit",
      "kart_patch",
    ]);
    expect(snapshotOf(world.root, { times: false })).toEqual(before);
    expect(await nav.data("kart_find", { name: namePath, match: "exact" })).toMatchObject({ total: 1 });
    expect(await zoom.data("kart_check", { paths })).toMatchObject({ success: true, complete: true });

    for (const server of servers) expect(await server.end()).toBe(0);
    expect(snapshotOf(world.root, { times: false })).toEqual(before);
    expect(world.git("status", "--porcelain")).toBe("");
  },
  TIMEOUT,
);

/** The sources of query-core with a test, and a page of documentation that changed whenever the function did. */
function workplace(): World {
  const world = new World(["@tanstack/query-core"], 10);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(world.path(path)), { recursive: true });
    writeFileSync(world.path(path), text);
  };
  // Node's types are not at hand there.
  write(`${SOURCES}/globals.d.ts`, "declare const process: { env: Record<string, string | undefined> };\n");
  write(
    TEST,
    'import { timeUntilStale } from "./utils";\n\nconst staleTime = 1000;\nexport const left = timeUntilStale(0, staleTime);\n',
  );
  write(DOCS, "# Staleness\n\n`timeUntilStale` tells how long data stays fresh.\n");
  world.git("add", "--all");
  world.git("commit", "--quiet", "--message=docs");
  for (let commit = 0; commit < 5; commit++) {
    for (const path of [`${SOURCES}/utils.ts`, DOCS]) write(path, `${world.read(path)}\n`);
    world.git("commit", "--quiet", "--all", `--message=staleness ${commit}`);
  }
  return world;
}

interface Found {
  readonly symbols: readonly { readonly path: string; readonly namePath: string }[];
}
interface Zoomed {
  readonly symbols: readonly { readonly doc: string; readonly signature: string }[];
}
interface Impact {
  readonly files: readonly string[];
  readonly root: {
    readonly callers: readonly { readonly name: string; readonly path: string; readonly via: string }[];
  };
}
interface Read {
  readonly lines: readonly { readonly line: number; readonly hash: string; readonly text: string }[];
}
interface Changed {
  readonly diff: string;
}
interface Checked {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly path: string;
    readonly line: number;
    readonly column: number;
  }[];
}
interface Renamed {
  readonly files: readonly { readonly path: string }[];
}
interface References {
  readonly complete: boolean;
  readonly references: readonly { readonly path: string }[];
}
interface Neighbors {
  readonly paths: readonly string[];
  readonly neighbors: readonly { readonly path: string }[];
}
interface Grepped {
  readonly matches: Read["lines"];
}
interface Undone {
  readonly undone: readonly { readonly tool: string }[];
  readonly remaining: number;
}
