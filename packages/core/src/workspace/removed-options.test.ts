import { expect, test } from "bun:test";
import { replacedOptions } from "./removed-options.ts";

test("what TypeScript 7 refuses is replaced by what comes nearest, and the rest is left", () => {
  const older = {
    target: "ES5",
    module: "AMD",
    moduleResolution: "node",
    alwaysStrict: false,
    downlevelIteration: true,
    outFile: "all.js",
    charset: null,
    strict: false,
    esModuleInterop: false,
  };
  expect(replacedOptions(older)).toEqual({
    target: "es2015",
    module: "commonjs",
    moduleResolution: null,
    alwaysStrict: null,
    downlevelIteration: null,
    outFile: null,
  });
  const today = { target: "es2022", module: "commonjs", moduleResolution: "nodenext", alwaysStrict: true };
  expect(replacedOptions(today)).toEqual({});
});
