import { expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { isRunning, until } from "@kart/testkit/processes";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { run, type RunOptions, runToEnd } from "./run.ts";

const never = new AbortController().signal;
const cwd = import.meta.dir;

test("a child gets the variables it is given, and of the server's own only a few", async () => {
  process.env["KART_TEST_SECRET"] = "secret";
  const options = { cwd, signal: never, env: { KART_TEST_GIVEN: "given" } };
  const { stdout } = await runToEnd("/usr/bin/env", [], options);
  delete process.env["KART_TEST_SECRET"];
  const lines = stdout.toString().split("\n");
  expect(lines).toContain("KART_TEST_GIVEN=given");
  expect(lines).toContain(`PATH=${process.env["PATH"]}`);
  expect(stdout.toString()).not.toContain("secret");
});

/** Starts a shell that starts a program of its own; the process id of the latter, and the end of the call. */
function start(script: string, options: Partial<RunOptions>) {
  const { promise: inner, resolve } = Promise.withResolvers<number>();
  const onOutput = options.onOutput ?? ((chunk: Uint8Array) => resolve(Number(Buffer.from(chunk).toString())));
  const result = run("/bin/sh", ["-c", script], { cwd, signal: never, startsOthers: true, ...options, onOutput });
  // Awaited only after the inner program was looked at.
  const failure = result.then(
    () => "none",
    (error: unknown) => (error as Error).message,
  );
  return { inner, result, failure };
}

test("on the deadline, what the program started ends with it", async () => {
  const { inner, failure } = start("sleep 60 & echo $!; wait", { timeoutMs: 300 });
  const pid = await inner;
  expect(isRunning(pid)).toBe(true);
  expect(await failure).toStartWith("sh took longer than 300 ms and was ended");
  await until("the inner program ends", () => !isRunning(pid));
});

test("when told to stop, what the program started ends with it", async () => {
  const stop = new AbortController();
  const { inner, failure } = start("sleep 60 & echo $!; wait", { signal: stop.signal });
  const pid = await inner;
  expect(isRunning(pid)).toBe(true);
  stop.abort(new Error("the caller left"));
  expect(await failure).toBe("the caller left");
  await until("the inner program ends", () => !isRunning(pid));
});

test("what a program leaves behind neither lives on nor holds up the call", async () => {
  const { inner, result } = start("sleep 60 & echo $!; exit 3", { timeoutMs: 10_000 });
  expect((await result).exitCode).toBe(3);
  const pid = await inner;
  await until("the inner program ends", () => !isRunning(pid));
});

test("a program that left the group does not hold up the call past the deadline", async () => {
  const leave = 'console.log(Bun.spawn(["sleep", "60"], { detached: true, stdout: "inherit" }).pid)';
  const { inner, failure } = start(`${process.execPath} -e '${leave}'`, { timeoutMs: 500 });
  const pid = await inner;
  try {
    expect(await failure).toContain("took longer than 500 ms");
    expect(isRunning(pid)).toBe(true);
  } finally {
    process.kill(pid, "SIGKILL");
  }
});

test("whatever ends the server ends the program and what it started", async () => {
  const script = `
    import { run } from ${JSON.stringify(join(import.meta.dir, "run.ts"))};
    const onOutput = (chunk) => void (process.stdout.write(chunk), setTimeout(() => process.exit(0), 50));
    await run("/bin/sh", ["-c", "sleep 60 & echo $!; wait"],
      { cwd: "/", signal: new AbortController().signal, startsOthers: true, onOutput });`;
  const server = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  const pid = Number(await server.stdout.text());
  expect(await server.exited).toBe(0);
  await until("the inner program ends", () => !isRunning(pid));
});

test("a program that cannot be started says so", async () => {
  const { failure } = start("", { cwd: join(cwd, "nowhere") });
  expect(await failure).toMatch(/^sh could not be started: .*[^.]\. See that it is there and may be run\.$/);
});

test("output may go to a file", async () => {
  using files = new TempWorkspace();
  const file = openSync(files.path("output"), "wx");
  const { exitCode, stderr } = await run("/bin/sh", ["-c", "echo one; echo two >&2; exit 3"], {
    cwd,
    signal: never,
    outputFile: file,
  });
  closeSync(file);
  expect({ exitCode, stderr, output: files.read("output") }).toEqual({ exitCode: 3, stderr: "two\n", output: "one\n" });
});

test("output may end the child, which is then no failure", async () => {
  const { result } = start("echo one; sleep 60", { onOutput: () => false });
  expect((await result).exitCode).toBeUndefined();
});
