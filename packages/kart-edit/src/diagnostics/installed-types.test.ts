import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { isForWantOfTypes } from "./installed-types.ts";

const NODE =
  "Cannot find name 'process'. Do you need to install type definitions for node? Try `npm i --save-dev @types/node` and then add 'node' to the types field in your tsconfig.";
const RUNNER =
  "Cannot find name 'it'. Do you need to install type definitions for a test runner? Try `npm i --save-dev @types/jest` or `npm i --save-dev @types/mocha` and then add 'jest' or 'mocha' to the types field in your tsconfig.";

test("a name of types that are installed is no error where TypeScript takes all of them", () => {
  using files = new TempWorkspace({
    "node_modules/typescript/package.json": '{ "version": "5.9.3" }',
    "node_modules/@types/mocha/package.json": "{}",
    "new/node_modules/typescript/package.json": '{ "version": "6.0.0" }',
    "new/a.ts": "",
    "src/a.ts": "",
  });
  const ask = (message: string, folder: string) => isForWantOfTypes(message, files.path(folder));
  expect(ask(RUNNER, "src")).toBe(true);
  expect(ask(NODE, "src")).toBe(false);
  expect(ask("Cannot find name 'it'.", "src")).toBe(false);
  expect(ask(RUNNER, "new")).toBe(false);
});
