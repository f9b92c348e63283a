import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { Workspace } from "@kart/core/workspace/workspace";
import { isRunning, until } from "@kart/testkit/processes";
import { type FileContent, TempWorkspace } from "@kart/testkit/temp-workspace";
import { Linter } from "./linter.ts";
import { locateBinaries } from "./oxlint-binary.ts";

// Whatever is wrong with oxlint, tsgolint or what they read: said in their own words, never taken for a clean file.

// A busy machine is no failure.
setDefaultTimeout(90_000);

const VARIABLES = ["KART_LINT_TIMEOUT_MS", "OXLINT_TSGOLINT_PATH", "TMPDIR"];
const environment = VARIABLES.map((name) => [name, process.env[name]] as const);
// A busy machine is no failure.
beforeEach(() => {
  process.env["KART_LINT_TIMEOUT_MS"] = "50000";
});
afterEach(() => {
  for (const [name, value] of environment) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** The real oxlint. */
const own = locateBinaries(import.meta.dir, import.meta.dir).oxlint ?? "";
const never = new AbortController().signal;

function workspaceOf(files: Record<string, FileContent>): TempWorkspace {
  return new TempWorkspace({
    "root/tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "root/a.ts": AFTER,
    "tmp/keep": "",
    ...files,
  });
}

const AFTER = 'debugger;\nexport const n: number = "";\n';

/** Lints the file whose first line was edited, in a workspace whose temporary folder is seen to be empty afterwards. */
async function lint(files: TempWorkspace, signal = never, before = AFTER.replace("debugger;\n", "")) {
  process.env["TMPDIR"] = files.path("tmp");
  const workspace = new Workspace(files.path("root"));
  try {
    return await new Linter(workspace).lint({ path: workspace.root.prove("a.ts"), before, after: AFTER }, signal);
  } finally {
    expect(readdirSync(files.path("tmp"))).toEqual(["keep"]);
  }
}

const NOTHING = {
  diagnostics: [],
  existing: 0,
  remaining: [],
  isLinted: false,
  oxlintAvailable: false,
  typeAware: false,
};

/** Puts a program in the place of tsgolint. */
function tsgolint(files: TempWorkspace, script: string): void {
  files.write("tsgolint", script);
  chmodSync(files.path("tsgolint"), 0o755);
  process.env["OXLINT_TSGOLINT_PATH"] = files.path("tsgolint");
}

describe("without tsgolint the rest is linted, and the reply says why", () => {
  test.each([
    ["ends with status 1", "#!/bin/sh\nexit 1\n", 'Error running tsgolint: "exit status: exit status: 1"'],
    ["prints rubbish", "#!/bin/sh\necho rubbish\n", "error: invalid message type"],
    ["crashes", "#!/bin/sh\nkill -SEGV $$\n", "signal: 11"],
    ["is no program", "rubbish", "Exec format error"],
  ])("it %s", async (_, script, words) => {
    using files = workspaceOf({});
    tsgolint(files, script);
    const { problem, ...report } = await lint(files);
    expect(report).toMatchObject({
      diagnostics: [{ line: 1 }],
      existing: 0,
      remaining: [],
      isLinted: true,
      oxlintAvailable: true,
      typeAware: false,
    });
    expect(problem).toStartWith("Types NOT checked, in oxlint's own words: \"");
    expect(problem).toContain(words);
    expect(problem).toEndWith("; mend that, or install current ones with `bun add -d oxlint oxlint-tsgolint`.");
  });

  test("it is not there", async () => {
    using files = workspaceOf({});
    process.env["OXLINT_TSGOLINT_PATH"] = files.path("nothing");
    // The problem that is left stood there before, which is told without types too.
    const report = await lint(files, never, `// before\n${AFTER}`);
    expect(report).toMatchObject({
      diagnostics: [],
      existing: 1,
      remaining: [],
      isLinted: true,
      oxlintAvailable: true,
      typeAware: false,
    });
    expect(report.problem).toContain(`OXLINT_TSGOLINT_PATH points to '${files.path("nothing")}' which does not exist`);
  });

  test("a tsconfig that it cannot use", async () => {
    using files = workspaceOf({});
    files.write("root/tsconfig.json", '{ "compilerOptions": { "esModuleInterop": false } }');
    const report = await lint(files);
    expect(report).toMatchObject({
      diagnostics: [{ line: 1 }],
      existing: 0,
      remaining: [],
      isLinted: true,
      oxlintAvailable: true,
      typeAware: false,
    });
    expect(report.problem).toBe(
      "Types NOT checked: tsgolint refuses tsconfig.json: Option 'esModuleInterop=false' has been removed. kart_check (kart-zoom) checks them.",
    );
  });
});

describe("without oxlint nothing is known", () => {
  test.each([
    ["prints rubbish", 'console.log("rubbish");', '"rubbish"'],
    ["prints nothing", "", "it ended with status 0 and said nothing"],
    ["dies", 'process.kill(process.pid, "SIGKILL");', "it ended with status 137 and said nothing"],
    ["throws", 'throw new Error("no binding for this platform");', "no binding for this platform"],
    ["prints half of its report", `process.stdout.write('{ "diagnostics": [');`, '"{ "diagnostics": ["'],
    ["never stops printing", 'for (;;) require("node:fs").writeSync(1, "x".repeat(65536));', "more than 32 MB"],
  ])("it %s", async (_, script, words) => {
    using files = workspaceOf({ "root/node_modules/oxlint/bin/oxlint": script });
    const { problem, ...report } = await lint(files);
    expect(report).toEqual(NOTHING);
    expect(problem).toStartWith('oxlint did not lint, in its own words: "');
    expect(problem).toContain(words);
  });

  test.each([
    ['{ "rules": {', "Failed to parse oxlint config"],
    ['{ "plugins": ["nonsense"] }', "Unknown plugin: 'nonsense'"],
    ['{ "jsPlugins": ["./nothing.js"] }', "Failed to load JS plugin: ./nothing.js"],
  ])("its configuration is %s", async (text, words) => {
    using files = workspaceOf({ "root/.oxlintrc.json": text });
    const { problem, ...report } = await lint(files);
    expect(report).toEqual(NOTHING);
    expect(problem).toContain(words);
  });

  test("it is older than the flags it is given", async () => {
    const script = `
      if (process.argv.includes("--type-check")) { console.log("--type-check is not expected in this context"); process.exit(1); }
      await import(${JSON.stringify(own)});`;
    using files = workspaceOf({ "root/node_modules/oxlint/bin/oxlint": script });
    const report = await lint(files);
    expect(report).toMatchObject({
      diagnostics: [{ line: 1 }],
      isLinted: true,
      oxlintAvailable: true,
      typeAware: false,
    });
    expect(report.problem).toContain('"--type-check is not expected in this context"');
  });
});

describe("time", () => {
  const TOO_LONG =
    "oxlint took longer than 2000 ms and was ended; the edit stands. Raise KART_LINT_TIMEOUT_MS or pass lint: false.";

  test("an oxlint that hangs is ended with all that it started", async () => {
    const script = `
      const { pid } = Bun.spawn(["sleep", "60"]);
      require("node:fs").writeFileSync("../pids", process.pid + " " + pid);
      setInterval(() => {}, 1000);`;
    using files = workspaceOf({ "root/node_modules/oxlint/bin/oxlint": script });
    process.env["KART_LINT_TIMEOUT_MS"] = "2000";
    expect(await lint(files)).toEqual({ ...NOTHING, problem: TOO_LONG });
    await ended(files);
  });

  test("a tsgolint that hangs is ended", async () => {
    using files = workspaceOf({});
    tsgolint(files, HANGS);
    process.env["KART_LINT_TIMEOUT_MS"] = "2000";
    expect(await lint(files)).toEqual({ ...NOTHING, problem: TOO_LONG });
    await ended(files);
  });

  test("a caller that leaves ends both", async () => {
    using files = workspaceOf({});
    tsgolint(files, HANGS);
    const stop = new AbortController();
    const failure = lint(files, stop.signal).catch((error: unknown) => error);
    await until("tsgolint starts", () => existsSync(files.path("pids")));
    const reason = new Error("the caller left");
    stop.abort(reason);
    expect(await failure).toBe(reason);
    await ended(files);
  });
});

const HANGS = '#!/bin/sh\necho $$ > "$(dirname "$0")/pids"\nexec sleep 60\n';

async function ended(files: TempWorkspace): Promise<void> {
  const pids = files.read("pids").trim().split(" ").map(Number);
  await until(`${pids.join(", ")} end`, () => !pids.some(isRunning));
}

describe("where the text before cannot be linted, its problems are listed as new, and the reply says so", () => {
  const BEFORE = `// before\n${AFTER}`;
  const UNTOLD = "What stood there before the edit could not be told, so that old problems may be listed as new: ";
  const ALL_NEW = {
    diagnostics: [{ line: 2 }, { line: 1 }],
    existing: 0,
    remaining: [],
    isLinted: true,
    oxlintAvailable: true,
    typeAware: true,
  };

  /** The real oxlint in the workspace, something else in its shadow. */
  const inShadow = (script: string) =>
    `if (process.cwd().includes("kart-shadow-")) { ${script} } else await import(${JSON.stringify(own)});`;

  test("it fails", async () => {
    const script = inShadow('console.log("no room in " + process.cwd());');
    using files = workspaceOf({ "root/node_modules/oxlint/bin/oxlint": script });
    const report = await lint(files, never, BEFORE);
    expect(report).toMatchObject(ALL_NEW);
    expect(report.problem).toBe(`${UNTOLD}"no room in ${files.path("root")}".`);
  });

  test("types were checked in the text after alone", async () => {
    const bad = { code: "typescript(tsconfig-error)", filename: "tsconfig.json", message: "no such file", labels: [] };
    const json = JSON.stringify({ diagnostics: [bad], number_of_files: 1 });
    const script = inShadow(`console.log(${JSON.stringify(json)});`);
    using files = workspaceOf({ "root/node_modules/oxlint/bin/oxlint": script });
    const { problem, ...report } = await lint(files, never, BEFORE);
    expect(report).toMatchObject(ALL_NEW);
    expect(problem).toBe(`${UNTOLD}"tsconfig.json: no such file".`);
  });

  test("it hangs", async () => {
    const script = inShadow('require("node:fs").writeFileSync(PIDS, "" + process.pid); setInterval(() => {}, 1000);');
    using files = workspaceOf({});
    const pids = JSON.stringify(files.path("pids"));
    files.write("root/node_modules/oxlint/bin/oxlint", script.replace("PIDS", pids));
    // The lint of the text after comes out of it too, and takes two seconds on a busy machine.
    process.env["KART_LINT_TIMEOUT_MS"] = "8000";
    const report = await lint(files, never, BEFORE);
    expect(report).toMatchObject(ALL_NEW);
    expect(report.problem).toBe(`${UNTOLD}"oxlint ran out of time, raise KART_LINT_TIMEOUT_MS".`);
    await ended(files);
  });

  test("its caller leaves", async () => {
    const script = inShadow('require("node:fs").writeFileSync(PIDS, "" + process.pid); setInterval(() => {}, 1000);');
    using files = workspaceOf({});
    const pids = JSON.stringify(files.path("pids"));
    files.write("root/node_modules/oxlint/bin/oxlint", script.replace("PIDS", pids));
    const stop = new AbortController();
    const failure = lint(files, stop.signal, BEFORE).catch((error: unknown) => error);
    await until("the lint of the text before starts", () => existsSync(files.path("pids")), 10_000);
    stop.abort(new Error("the caller left"));
    expect(await failure).toEqual(new Error("the caller left"));
    await ended(files);
  });

  test("there is no place for it", async () => {
    using files = workspaceOf({ "root/tmp/keep": "" });
    const workspace = new Workspace(files.path("root"));
    process.env["TMPDIR"] = files.path("root/tmp");
    const change = { path: workspace.root.prove("a.ts"), before: BEFORE, after: AFTER };
    const report = await new Linter(workspace).lint(change, never);
    expect(report).toMatchObject(ALL_NEW);
    expect(report.problem).toContain("lies in the workspace");
  });
});

test("tsgolint is let have garbage in its memory", async () => {
  using files = workspaceOf({});
  tsgolint(files, `#!/bin/sh\necho "$GOGC $GOMEMLIMIT" > ${files.path("told")}\nexit 1\n`);
  await lint(files);
  expect(readFileSync(files.path("told"), "utf8")).toMatch(/^1000 \d+B\n$/);
});
