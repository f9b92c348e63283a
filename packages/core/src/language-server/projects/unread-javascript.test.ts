import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const BOX = `export class Box { size() { return 1; } }
export const make = () => new Box();
`;
const USE = `import { Box, make } from "./lib/box.js";
export const all = [new Box(), make().size()];
const { size } = make();
`;

function config(include: string, more = ""): string {
  return `{ "compilerOptions": { "lib": ["esnext"], "module": "nodenext", "noEmit": true${more} }, "include": ["${include}"] }`;
}

/** What an answer about a symbol of the JavaScript says of where it was not searched. */
async function unseenOf(workspace: LanguageWorkspace, name: string): Promise<readonly string[]> {
  return (await workspace.covered(workspace.at("lib/box.js", name))).unseen;
}

test("JavaScript that a project does not take gives it values of no type", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${config("*.ts")}
// @filename: lib/box.js
${BOX}// @filename: barrel.ts
export * from "./lib/box.js";
// @filename: use.ts
${USE}// @filename: by-barrel.ts
import { make as other } from "./barrel.js";
export const made = other().size();
// @filename: beside.ts
export const size = 1;
// @filename: typed.ts
import { make as third } from "./lib/box.js";
export const kept = [third, { size: () => 1 }.size()];
`);
  const why = "TypeScript does not read the JavaScript that it leads to";
  expect(await unseenOf(workspace, "Box")).toEqual([`barrel.ts:1 (${why})`, `use.ts:1 (${why})`]);
  expect(await unseenOf(workspace, "make")).toEqual([
    `barrel.ts:1 (${why})`,
    `by-barrel.ts:1 (${why})`,
    `typed.ts:1 (${why})`,
    `use.ts:1 (${why})`,
  ]);
  expect(await unseenOf(workspace, "size")).toEqual([
    `by-barrel.ts:2 (perhaps: ${why})`,
    `use.ts:2,3 (perhaps: ${why})`,
  ]);
});

test("one that a declaration file speaks for is read by nobody", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${config("**/*", ', "allowJs": true')}
// @filename: lib/box.js
${BOX}// @filename: lib/box.d.ts
export declare class Box { size(): number }
export declare const make: () => Box;
// @filename: use.ts
${USE}`);
  const why = "TypeScript reads lib/box.d.ts in its place";
  expect(await unseenOf(workspace, "Box")).toEqual([
    "lib/box.d.ts:1 (declares it for TypeScript)",
    `use.ts:1 (${why})`,
  ]);
  expect(await unseenOf(workspace, "size")).toEqual([
    "lib/box.d.ts:1 (declares it for TypeScript)",
    `use.ts:2,3 (perhaps: ${why})`,
  ]);
});

test("of one that the project takes all is known", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
${config("*.ts", ', "allowJs": true')}
// @filename: lib/box.js
${BOX}// @filename: use.ts
${USE}`);
  expect(await unseenOf(workspace, "Box")).toEqual([]);
  expect(await unseenOf(workspace, "size")).toEqual([]);
});
