import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { connectInMemory } from "@kart/testkit/connect";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { editServer } from "../src/server.ts";
import { effort } from "./checked-project.ts";
import type { Errand } from "./programs/change-files.ts";

setDefaultTimeout(300_000);

/** A workspace, and a cache folder of its own in which journals stand. */
class Scene implements Disposable {
  readonly workspace: TempWorkspace;
  readonly cache = new TempWorkspace();
  readonly #cacheHome = process.env["XDG_CACHE_HOME"];

  constructor(files: Readonly<Record<string, FileContent>>) {
    this.workspace = new TempWorkspace(files);
    process.env["XDG_CACHE_HOME"] = this.cache.root;
  }

  /** Runs the change, and kills it. Returns the steps where it was not killed. */
  async change(errand: Omit<Errand, "root">): Promise<string[] | undefined> {
    const input = Buffer.from(JSON.stringify({ root: this.workspace.root, ...errand }));
    const child = Bun.spawn([process.execPath, `${import.meta.dir}/programs/change-files.ts`], {
      stdin: input,
      stdout: "pipe",
      env: { ...process.env, XDG_CACHE_HOME: this.cache.root },
    });
    const text = await child.stdout.text();
    await child.exited;
    if (child.signalCode === "SIGKILL") return undefined;
    expect(child.exitCode).toBe(0);
    return JSON.parse(text) as string[];
  }

  /** What a new server says at its first call. */
  async firstAnswer(): Promise<string> {
    await using connection = await connectInMemory(editServer, { root: this.workspace.root, output: "both" });
    return await connection.text("kart_read", { path: "." });
  }

  journals(): string[] {
    const folder = join(this.cache.root, "kart/edit");
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  [Symbol.dispose](): void {
    if (this.#cacheHome === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = this.#cacheHome;
    this.workspace[Symbol.dispose]();
    this.cache[Symbol.dispose]();
  }
}

const NAMES = Array.from({ length: 20 }, (_, index) => `f${String(index).padStart(2, "0")}.ts`);
const OLD = Object.fromEntries(NAMES.map((name) => [name, `\ufeffexport const old = "${name}";\r\n`]));
const NEW = Object.fromEntries(NAMES.map((name) => [name, `\ufeffexport const fresh = "${name}";\r\n`]));

/** Every step of changing all of the files. */
async function stepsOfAll(): Promise<string[]> {
  using scene = new Scene(OLD);
  const steps = (await scene.change({ texts: NEW, moves: [], dieAt: -1 })) as string[];
  expect(scene.journals()).toEqual([]);
  return steps;
}

const KILLS = effort(25, 100);

test(`killed ${KILLS} times between writing two of 20 files: after the next start all are old, or all new`, async () => {
  const steps = await stepsOfAll();
  // At each renaming in turn, and at what comes right before and after all of them.
  const renames = steps.flatMap((step, index) => (step === "rename" ? [index] : []));
  expect(renames.length).toBe(20);
  const [start, end] = [renames[0] as number, (renames.at(-1) as number) + 1];
  const places = [...renames, end, start - 1, end + 3, 0];
  const seen = { untouched: 0, mixed: 0, done: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    using scene = new Scene(OLD);
    const before = scene.workspace.snapshot();
    const at = places[kill % places.length] as number;
    expect(await scene.change({ texts: NEW, moves: [], dieAt: at })).toBeUndefined();
    const fresh = NAMES.filter((name) => scene.workspace.read(name) === NEW[name]).length;
    seen[fresh === 0 ? "untouched" : fresh === 20 ? "done" : "mixed"]++;
    const said = await scene.firstAnswer();
    expect({ at, files: scene.workspace.snapshot() }).toEqual({ at, files: before });
    expect(said).toStartWith("WARNING: A server was killed in the midst of kart_rename, ");
    expect(said).toContain(
      fresh === 0 ? "nothing had been changed yet" : `${fresh} file${fresh === 1 ? "" : "s"} put back`,
    );
    expect(scene.journals()).toEqual([]);
    expect(await scene.firstAnswer()).not.toContain("WARNING");
  }
  expect(seen.mixed).toBeGreaterThan(KILLS / 2);
  expect(seen.untouched * seen.done).toBeGreaterThan(0);
});

test("killed at each step of making a file and changing others", async () => {
  const files = { "a.ts": "export const a = 1;\n", "b.ts": 'import "./a";\n' };
  const errand = {
    texts: { "a.ts": "export {};\n", "b.ts": 'import "./d/e/c";\n' },
    moves: [],
    made: ["d/e/c.ts", "export const a = 1;\n"],
  } as const;
  using whole = new Scene(files);
  const steps = (await whole.change({ ...errand, dieAt: -1 })) as string[];
  expect(whole.workspace.read("d/e/c.ts")).toBe(errand.made[1]);
  for (let dieAt = 0; dieAt < steps.length; dieAt++) {
    using scene = new Scene(files);
    const before = scene.workspace.snapshot();
    await scene.change({ ...errand, dieAt });
    expect(await scene.firstAnswer()).toContain("killed");
    expect({ dieAt, step: steps[dieAt], files: scene.workspace.snapshot() }).toEqual({
      dieAt,
      step: steps[dieAt],
      files: before,
    });
    expect(existsSync(scene.workspace.path("d"))).toBe(false);
  }
});

test("killed at each step of removing a file that was made and changing others: it is there again, as it was", async () => {
  const files = { "a.ts": "export const a = 1;\n", "b.ts": 'import "./d/a";\n', "d/a.ts": "\ufeffexport {};\r\n" };
  const errand = { texts: { "a.ts": "export {};\n", "b.ts": 'import "./a";\n', "d/a.ts": null }, moves: [] } as const;
  using whole = new Scene(files);
  const steps = (await whole.change({ ...errand, dieAt: -1 })) as string[];
  expect(existsSync(whole.workspace.path("d/a.ts"))).toBe(false);
  for (let dieAt = 0; dieAt < steps.length; dieAt++) {
    using scene = new Scene(files);
    chmodSync(scene.workspace.path("d/a.ts"), 0o640);
    const before = scene.workspace.snapshot();
    await scene.change({ ...errand, dieAt });
    const touched = Object.keys(files).filter((path) => {
      const text = errand.texts[path as keyof typeof files];
      return text === null ? !existsSync(scene.workspace.path(path)) : scene.workspace.read(path) === text;
    });
    const said = await scene.firstAnswer();
    expect({ dieAt, step: steps[dieAt], files: scene.workspace.snapshot() }).toEqual({
      dieAt,
      step: steps[dieAt],
      files: before,
    });
    expect(said).toContain(
      touched.length === 0
        ? "nothing had been changed yet; none"
        : `${touched.length} file${touched.length === 1 ? "" : "s"} put back as before; none`,
    );
    expect(said).not.toContain("CHANGED SINCE");
    expect(readdirSync(scene.workspace.path("d"))).toEqual(["a.ts"]);
    // What stood aside keeps its mode; once that is gone too, the text is written anew.
    const { mode, nlink } = lstatSync(scene.workspace.path("d/a.ts"));
    if (dieAt <= steps.indexOf("unlock")) expect(mode & 0o777).toBe(0o640);
    expect(nlink).toBe(1);
    expect(scene.journals()).toEqual([]);
  }
});

describe("a file with hard links, which is written in place", () => {
  const files = { "a.ts": "export const a = '→';\nexport {};\n", "b.ts": "export {};\n" };
  const longer = { "a.ts": "export const ab = ['→', '→'];\nexport {};\n", "b.ts": "export { };\n" };
  const linked = () => {
    const scene = new Scene(files);
    linkSync(scene.workspace.path("a.ts"), scene.workspace.path("link.ts"));
    return scene;
  };

  test("killed at each step of writing it: it is put back, half written or not", async () => {
    using whole = linked();
    const steps = (await whole.change({ texts: longer, moves: [], dieAt: -1 })) as string[];
    let halves = 0;
    for (let dieAt = 0; dieAt < steps.length; dieAt++) {
      using scene = linked();
      const before = scene.workspace.snapshot();
      await scene.change({ texts: longer, moves: [], dieAt });
      const left = scene.workspace.read("a.ts");
      if (left !== files["a.ts"] && left !== longer["a.ts"]) halves++;
      const said = await scene.firstAnswer();
      expect({ dieAt, step: steps[dieAt], files: scene.workspace.snapshot() }).toEqual({
        dieAt,
        step: steps[dieAt],
        files: before,
      });
      expect(said).not.toContain("CHANGED SINCE");
      expect(said).toContain(left === files["a.ts"] ? "nothing had been changed yet" : "put back as before");
      expect(lstatSync(scene.workspace.path("a.ts")).nlink).toBe(2);
    }
    expect(halves).toBe(1);
  });

  test("one that became shorter, and still has the end of what it was, is put back", async () => {
    using whole = linked();
    const shorter = { ...longer, "a.ts": "export const a = 1;\n" };
    const steps = (await whole.change({ texts: shorter, moves: [], dieAt: -1 })) as string[];
    using scene = linked();
    const before = scene.workspace.snapshot();
    await scene.change({ texts: shorter, moves: [], dieAt: steps.indexOf("write-in-place") });
    const old = Buffer.from(files["a.ts"]);
    writeFileSync(scene.workspace.path("a.ts"), Buffer.concat([Buffer.from(shorter["a.ts"]), old.subarray(20)]));
    expect(await scene.firstAnswer()).toContain("1 file put back as before; none of it is done.\n");
    expect(scene.workspace.snapshot()).toEqual(before);
  });

  test("what somebody wrote since is left alone, and so is a mixture where no lock was left", async () => {
    using whole = linked();
    const steps = (await whole.change({ texts: longer, moves: [], dieAt: -1 })) as string[];
    for (const change of [
      (scene: Scene) => scene.workspace.write("a.ts", "export const mine = 1;\n"),
      (scene: Scene) => rmSync(scene.workspace.path(".a.ts.kart-tmp")),
    ]) {
      using scene = linked();
      await scene.change({ texts: longer, moves: [], dieAt: steps.lastIndexOf("write-in-place") });
      change(scene);
      const left = readFileSync(scene.workspace.path("a.ts"));
      expect(await scene.firstAnswer()).toContain(
        "nothing else had been changed yet; none of it is done. CHANGED SINCE",
      );
      expect(readFileSync(scene.workspace.path("a.ts"))).toEqual(left);
    }
  });
});

test("what somebody wrote since where a file was removed is left alone", async () => {
  const files = { "a.ts": "export {};\n", "b.ts": "export {};\n" };
  const errand = { texts: { "a.ts": null, "b.ts": "" }, moves: [] } as const;
  using whole = new Scene(files);
  const steps = (await whole.change({ ...errand, dieAt: -1 })) as string[];
  using scene = new Scene(files);
  await scene.change({ ...errand, dieAt: steps.indexOf("rename") });
  scene.workspace.write("a.ts", "export const mine = 1;\n");
  expect(await scene.firstAnswer()).toContain(
    "nothing else had been changed yet; none of it is done. CHANGED SINCE, and left alone: a.ts.",
  );
  expect([scene.workspace.read("a.ts"), scene.workspace.read("b.ts")]).toEqual([
    "export const mine = 1;\n",
    "export {};\n",
  ]);
});

test("what somebody wrote since in a file that was made is left alone", async () => {
  const files = { "a.ts": "export {};\n" };
  const errand = { texts: { "a.ts": "export { };\n" }, moves: [], made: ["c.ts", "export {};\n"] } as const;
  const steps = async () => {
    using whole = new Scene(files);
    return (await whole.change({ ...errand, dieAt: -1 })) as string[];
  };
  const dieAt = (await steps()).lastIndexOf("rename");
  using scene = new Scene(files);
  await scene.change({ ...errand, dieAt });
  scene.workspace.write("c.ts", "export const mine = 1;\n");
  expect(await scene.firstAnswer()).toContain("killed");
  expect([scene.workspace.read("a.ts"), scene.workspace.read("c.ts")]).toEqual([
    files["a.ts"],
    "export const mine = 1;\n",
  ]);
});

test("killed at each step of a move with its importers", async () => {
  const files = { "a/x.ts": "export {};\n", "b.ts": 'import "./a/x";\n', "c.ts": 'import "./a/x";\n' };
  const texts = { "b.ts": 'import "./d/e/y";\n', "c.ts": 'import "./d/e/y";\n' };
  for (const move of [
    ["a/x.ts", "d/e/y.ts"],
    ["a", "d/e/f"],
  ] as const) {
    using whole = new Scene(files);
    const steps = (await whole.change({ texts, moves: [move], dieAt: -1 })) as string[];
    const from = steps.indexOf("rename");
    for (let dieAt = from; dieAt < steps.length; dieAt++) {
      using scene = new Scene(files);
      const before = scene.workspace.snapshot();
      await scene.change({ texts, moves: [move], dieAt });
      expect(await scene.firstAnswer()).toContain("killed");
      expect({ dieAt, step: steps[dieAt], files: scene.workspace.snapshot() }).toEqual({
        dieAt,
        step: steps[dieAt],
        files: before,
      });
      expect(existsSync(scene.workspace.path("d"))).toBe(false);
    }
  }
});

test("killed in the midst of moving a link", async () => {
  const files = { "x.ts": "", "link.ts": { symlinkTo: "./x.ts" }, "b.ts": 'import "./link";\n' };
  const texts = { "b.ts": 'import "./d/l";\n' };
  const move = ["link.ts", "d/l.ts"] as const;
  using whole = new Scene(files);
  const steps = (await whole.change({ texts, moves: [move], dieAt: -1 })) as string[];
  for (let dieAt = steps.indexOf("rename"); dieAt < steps.length; dieAt++) {
    using scene = new Scene(files);
    await scene.change({ texts, moves: [move], dieAt });
    await scene.firstAnswer();
    expect(readlinkSync(scene.workspace.path("link.ts"))).toBe("./x.ts");
    expect(lstatSync(scene.workspace.path("d"), { throwIfNoEntry: false })).toBeUndefined();
    expect(scene.workspace.read("b.ts")).toBe(files["b.ts"]);
  }
});

describe("what a crash left", () => {
  const errand = async (scene: Scene, steps: readonly string[]) => {
    await scene.change({ texts: NEW, moves: [], dieAt: steps.lastIndexOf("rename") });
  };

  test("a file that was changed since is left alone, and named", async () => {
    const steps = await stepsOfAll();
    using scene = new Scene(OLD);
    await errand(scene, steps);
    scene.workspace.write("f00.ts", "mine\n");
    expect(await scene.firstAnswer()).toContain(
      "18 files put back as before; none of it is done. CHANGED SINCE, and left alone: f00.ts.",
    );
    expect(scene.workspace.read("f00.ts")).toBe("mine\n");
    expect(scene.workspace.read("f01.ts")).toBe(OLD["f01.ts"] as string);
  });

  test("two servers that start at once: one of them takes it back", async () => {
    const steps = await stepsOfAll();
    using scene = new Scene(OLD);
    const before = scene.workspace.snapshot();
    await errand(scene, steps);
    const said = await Promise.all([scene.firstAnswer(), scene.firstAnswer()]);
    expect(said.filter((text) => text.includes("killed")).length).toBe(1);
    expect(scene.workspace.snapshot()).toEqual(before);
  });

  test("another workspace, a damaged journal, or one whose process runs, is no concern", async () => {
    const steps = await stepsOfAll();
    using scene = new Scene(OLD);
    await errand(scene, steps);
    const [name = ""] = scene.journals();
    const journal = join("kart/edit", name);
    const text = scene.cache.read(journal);
    using other = new TempWorkspace();
    await using connection = await connectInMemory(editServer, { root: other.root, output: "text" });
    expect(await connection.text("kart_read", { path: "." })).not.toContain("killed");
    for (const damaged of [
      "",
      "{",
      text.slice(0, 500),
      text.replaceAll('"pid":', '"pid":"x"+'),
      text.replaceAll('"after":', '"afterDigest":'),
    ]) {
      scene.cache.write(journal, damaged);
      expect(await scene.firstAnswer()).not.toContain("killed");
    }
    const born = /^\d+ \(.*\) (?:\S+ ){19}(\d+)/.exec(await Bun.file(`/proc/${process.pid}/stat`).text())?.[1] ?? "";
    const running = text.replace(/"pid":\d+,"born":"\d+"/, `"pid":${process.pid},"born":"${born}"`);
    expect(running).not.toBe(text);
    scene.cache.write(journal, running);
    expect(await scene.firstAnswer()).not.toContain("killed");
    expect(scene.workspace.read("f00.ts")).toBe(NEW["f00.ts"] as string);
    scene.cache.write(journal, text);
    expect(await scene.firstAnswer()).toContain("killed");
  });

  test("a path in a journal that leads outside is not followed", async () => {
    const steps = await stepsOfAll();
    using scene = new Scene(OLD);
    await errand(scene, steps);
    const [name = ""] = scene.journals();
    const journal = join("kart/edit", name);
    using outside = new TempWorkspace({ "marker.ts": NEW["f00.ts"] as string });
    const way = `../${outside.root.split("/").at(-1)}/marker.ts`;
    scene.cache.write(
      journal,
      scene.cache.read(journal).replace('"path":"f00.ts"', JSON.stringify({ path: way }).slice(1, -1)),
    );
    expect(await scene.firstAnswer()).toContain("left alone: ../");
    expect(outside.read("marker.ts")).toBe(NEW["f00.ts"] as string);
  });
});
