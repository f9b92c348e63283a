import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { until } from "@kart/testkit/processes";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { connect } from "./ask.ts";

setDefaultTimeout(90_000);

const base = (strict: boolean) =>
  JSON.stringify({ compilerOptions: { lib: ["esnext"], strict, module: "esnext", moduleResolution: "bundler" } });

/** A workspace within a repository, whose sources import others beside it. */
const around = new TempWorkspace({
  "base.json": base(true),
  "shared/one.ts": 'export { two as one } from "./two";\n',
  "shared/two.ts": "export const two = 2;\n",
  "app/tsconfig.json": '{ "extends": "../base.json" }',
  "app/a.ts":
    'import { one } from "../shared/one";\nexport const all = [one] as const;\nexport const loose = (x) => x;\n',
});
const connection = await connect(around.path("app"));
afterAll(async () => {
  await connection[Symbol.asyncDispose]();
  around[Symbol.dispose]();
});

const type = async () => (await connection.data<{ type: string }>("kart_hover", { path: "a.ts", symbol: "all" })).type;

test("files that projects read outside of the workspace are as they are now", async () => {
  expect(await type()).toBe("const all: readonly [2]");
  // The server says soon, and not at once, what it has read.
  for (const value of [3, 4]) {
    around.write("shared/two.ts", `export const two = ${value};\n`);
    await until(`two is ${value}`, async () => (await type()) === `const all: readonly [${value}]`, 20_000);
  }
  const success = async () => (await connection.data<{ success: boolean }>("kart_check", { paths: ["a.ts"] })).success;
  expect(await success()).toBe(false);
  around.write("base.json", base(false));
  await until("nothing is wrong", success, 20_000);
});
