import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import type { FileContent } from "@kart/testkit/temp-workspace";
import { markedFiles } from "@kart/testkit/marked-source";
import { sharedDesk } from "./ask.ts";

setDefaultTimeout(90_000);

const deskWith = sharedDesk();

const MANIFESTS = {
  "package.json": '{ "name": "all", "private": true, "workspaces": ["packages/*"] }',
  "packages/app/package.json": '{ "name": "app", "type": "module", "dependencies": { "lib-kit": "*" } }',
  "packages/lib/package.json":
    '{ "name": "lib-kit", "type": "module", "dependencies": { "base-kit": "*" }, "exports": "./src/index.ts" }',
  "packages/base/package.json": '{ "name": "base-kit", "type": "module", "exports": "./src/index.ts" }',
};

/** With the links to its packages that installing makes. */
function workspace(text: string): Record<string, FileContent> {
  const files = markedFiles(text);
  return {
    ".gitignore": "node_modules\n",
    "tsconfig.json":
      '{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "noEmit": true, "types": [] } }',
    "node_modules/lib-kit": { symlinkTo: "../packages/lib" },
    "node_modules/base-kit": { symlinkTo: "../packages/base" },
    ...MANIFESTS,
    ...files,
  };
}

interface Row {
  readonly move: readonly [from: string, to: string, ...symbols: string[]];
  readonly before: string;
  /** Those that differ. */
  readonly after: string;
  readonly warnings?: readonly RegExp[];
}

const ROWS: Readonly<Record<string, Row>> = {
  "users of its package have it by the other one's name, those elsewhere as before": {
    move: ["packages/lib/src/text.ts", "packages/base/src/strings.ts", "shout"],
    before: `// @filename: packages/lib/src/index.ts
export { shout } from "./text";
export * from "./all";
// @filename: packages/lib/src/text.ts
/** Says it aloud. */
export function shout(text: string): string {
  return text.toUpperCase();
}
export const loud = shout("a");
// @filename: packages/lib/src/use.ts
import { loud, shout } from "./text";
export const used = shout(loud);
// @filename: packages/lib/src/all.ts
export * from "./text";
// @filename: packages/app/main.ts
import { shout } from "lib-kit";
export const main = shout("main");
// @filename: packages/base/src/index.ts
export * from "./strings";
// @filename: packages/base/src/strings.ts
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/index.ts
export { shout } from "base-kit";
export * from "./all";
// @filename: packages/lib/src/text.ts
import { shout } from "base-kit";
export { shout } from "base-kit";

export const loud = shout("a");
// @filename: packages/lib/src/use.ts
import { loud } from "./text";
import { shout } from "base-kit";
export const used = shout(loud);
// @filename: packages/base/src/strings.ts
export const quiet = "a";

/** Says it aloud. */
export function shout(text: string): string {
  return text.toUpperCase();
}
`,
    warnings: [
      /^PUBLIC now, since these entry points of packages export what moved: packages\/base\/src\/index\.ts$/,
      /^packages\/lib\/src\/text\.ts goes on exporting .*: packages\/lib\/src\/all\.ts:1 export \*$/,
    ],
  },
  "an entry that passes on others does so with a new file, as it is written": {
    move: ["packages/lib/src/text.ts", "packages/base/src/deep/text.ts", "shout", "Text"],
    before: `// @filename: packages/lib/src/text.ts
export type Text = string
export const shout = (text: Text) => text.toUpperCase()
// @filename: packages/lib/src/index.ts
import { shout, type Text } from './text'
export const index: Text = shout('a')
// @filename: packages/base/src/index.ts
export * from './strings'
// @filename: packages/base/src/strings.ts
export const quiet = 'a'
`,
    after: `// @filename: packages/lib/src/text.ts
export {};
// @filename: packages/lib/src/index.ts
import { shout, type Text } from 'base-kit'
export const index: Text = shout('a')
// @filename: packages/base/src/index.ts
export * from './strings'
export { type Text, shout } from './deep/text'
// @filename: packages/base/src/deep/text.ts
export type Text = string
export const shout = (text: Text) => text.toUpperCase()
`,
    warnings: [
      /^Nothing is left in packages\/lib\/src\/text\.ts: delete it\.$/,
      /^EXPORTED for other packages too now, by: packages\/base\/src\/index\.ts$/,
    ],
  },
  "by a subpath that leads there, and what it needs of that package by a path": {
    move: ["packages/lib/src/text.ts", "packages/base/src/loud.ts", "shout"],
    before: `// @filename: packages/base/package.json
{ "name": "base-kit", "type": "module", "exports": { "./*": "./src/*.ts" } }
// @filename: packages/lib/src/text.ts
import { quiet } from "base-kit/strings";
export const shout = (text: string) => text.toUpperCase() + quiet;
export const loud = shout("a");
// @filename: packages/base/src/strings.ts
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/text.ts
import { shout } from "base-kit/loud";

export const loud = shout("a");
// @filename: packages/base/src/loud.ts
import { quiet } from "./strings.js";

export const shout = (text: string) => text.toUpperCase() + quiet;
`,
  },
  "types are checked by the sources where others read what was built": {
    move: ["packages/lib/src/text.ts", "packages/base/src/strings.ts", "shout"],
    before: `// @filename: packages/base/package.json
{ "name": "base-kit", "type": "module", "exports": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }
// @filename: packages/lib/src/text.ts
export const shout = (text: string) => text.toUpperCase();
export const loud = ["a"].map((one) => shout(one));
// @filename: packages/base/src/index.ts
export * from "./strings";
// @filename: packages/base/src/strings.ts
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/text.ts
import { shout } from "base-kit";

export const loud = ["a"].map((one) => shout(one));
// @filename: packages/base/src/strings.ts
export const quiet = "a";
export const shout = (text: string) => text.toUpperCase();
`,
    warnings: [
      /^PUBLIC now, since these entry points of packages export what moved: packages\/base\/src\/index\.ts$/,
      /^BUILD these again: others import from them what was built: base-kit$/,
    ],
  },
  "by an alias of the configuration": {
    move: ["packages/lib/src/text.ts", "packages/base/src/loud.ts", "shout"],
    before: `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": [], "paths": { "@base/*": ["./packages/base/src/*"] } } }
// @filename: packages/lib/package.json
{ "name": "lib-kit" }
// @filename: packages/lib/src/text.ts
import { quiet } from "@base/strings";
export const shout = (text: string) => text.toUpperCase();
export const loud = shout(quiet);
// @filename: packages/base/src/strings.ts
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/text.ts
import { quiet } from "@base/strings";
import { shout } from "@base/loud";
export const loud = shout(quiet);
// @filename: packages/base/src/loud.ts
export const shout = (text: string) => text.toUpperCase();
`,
  },
  "as those around it have the other package, rather than by a subpath that nobody takes": {
    move: ["packages/lib/src/text.ts", "packages/base/src/loud.ts", "shout"],
    before: `// @filename: packages/base/package.json
{ "name": "base-kit", "exports": { ".": "./src/index.ts", "./*": "./src/*.ts", "./inner/*": null } }
// @filename: packages/base/src/index.ts
export * from "./strings";
// @filename: packages/base/src/strings.ts
export const quiet = "a";
// @filename: packages/lib/src/text.ts
import { quiet } from "base-kit";
export const shout = (text: string) => text.toUpperCase();
export const loud = shout(quiet);
`,
    after: `// @filename: packages/base/src/index.ts
export * from "./strings";
export { shout } from "./loud";
// @filename: packages/lib/src/text.ts
import { quiet, shout } from "base-kit";
export const loud = shout(quiet);
// @filename: packages/base/src/loud.ts
export const shout = (text: string) => text.toUpperCase();
`,
    warnings: [/^EXPORTED for other packages too now, by: packages\/base\/src\/index\.ts$/],
  },
  "a package that it imports and that is not named there is told": {
    move: ["packages/lib/src/text.js", "packages/base/src/strings.js", "shout"],
    before: `// @filename: packages/lib/package.json
{ "name": "lib-kit", "type": "module", "dependencies": { "loud": "*", "louder": "*" } }
// @filename: package.json
{ "name": "all", "private": true, "workspaces": ["packages/*"], "dependencies": { "louder": "*" } }
// @filename: packages/lib/src/text.js
import { loud } from "loud";
import { louder } from "louder";
import { readFileSync } from "node:fs";
export const shout = () => loud(louder(readFileSync("a", "utf8")));
// @filename: packages/base/src/strings.js
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/text.js
export {};
// @filename: packages/base/src/strings.js
import { loud } from "loud";
import { louder } from "louder";
import { readFileSync } from "node:fs";

export const quiet = "a";
export const shout = () => loud(louder(readFileSync("a", "utf8")));
`,
    warnings: [/^Nothing is left/, /^NOT AS BEFORE: packages\/base\/package\.json does not depend on: loud$/],
  },
  "all of that package by the path of its entry": {
    move: ["packages/lib/src/text.ts", "packages/base/src/loud.ts", "shout"],
    before: `// @filename: packages/lib/src/text.ts
import * as base from "base-kit";
export const shout = () => base.quiet;
// @filename: packages/base/src/index.ts
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/text.ts
export {};
// @filename: packages/base/src/loud.ts
import * as base from "./index.js";

export const shout = () => base.quiet;
`,
    warnings: [/^Nothing is left/],
  },
  "what is used where it goes alone needs no dependency": {
    move: ["packages/base/src/strings.ts", "packages/lib/src/text.ts", "quiet"],
    before: `// @filename: packages/base/src/index.ts
export {};
// @filename: packages/base/src/strings.ts
export const quiet = "a";
export const other = "b";
// @filename: packages/lib/src/text.ts
export const text = "text";
`,
    after: `// @filename: packages/base/src/strings.ts
export const other = "b";
// @filename: packages/lib/src/text.ts
export const text = "text";
export const quiet = "a";
`,
  },
  "as the one package has others by paths already": {
    move: ["packages/lib/src/text.ts", "packages/base/src/strings.ts", "shout"],
    before: `// @filename: packages/lib/src/text.ts
import { quiet } from "../../base/src/strings";
export const shout = (text: string) => text.toUpperCase();
export const loud = shout(quiet);
// @filename: packages/base/src/strings.ts
export const quiet = "a";
`,
    after: `// @filename: packages/lib/src/text.ts
import { quiet, shout } from "../../base/src/strings";
export const loud = shout(quiet);
// @filename: packages/base/src/strings.ts
export const quiet = "a";
export const shout = (text: string) => text.toUpperCase();
`,
  },
};

describe("moved", () => {
  for (const [what, { move, before, after, warnings = [] }] of Object.entries(ROWS))
    test(what, async () => {
      const desk = await deskWith(workspace(before));
      const snapshot = desk.workspace.snapshot();
      const [from, to, ...symbol] = move;
      const data = await desk.connection.data<{ warnings: string[] }>("kart_move", { from, to, symbol });
      const changed = markedFiles(after);
      const now = Object.fromEntries(
        Object.keys({ ...markedFiles(before), ...changed }).map((path) => [
          path,
          existsSync(desk.workspace.path(path)) ? desk.workspace.read(path) : "",
        ]),
      );
      expect(now).toEqual({ ...markedFiles(before), ...changed });
      expect(data.warnings.length, data.warnings.join("\n")).toBe(warnings.length);
      for (const [index, pattern] of warnings.entries()) expect(data.warnings[index]).toMatch(pattern);
      await desk.connection.data("kart_undo");
      expect(desk.workspace.snapshot()).toEqual(snapshot);
    });
});

const TEXT = `// @filename: packages/lib/src/text.ts
const mark = "!";
export const shout = (text: string) => text.toUpperCase() + mark;
export const plain = (text: string) => text;
export const all = [mark, shout, plain];
`;

const STRINGS = `// @filename: packages/base/src/strings.ts
export const quiet = "a";
`;

const REFUSED: Readonly<Record<string, readonly [symbol: string, files: string, message: RegExp]>> = {
  "a package that does not depend on the other": [
    "plain",
    `${TEXT}${STRINGS}// @filename: packages/lib/package.json\n{ "name": "lib-kit" }`,
    /^invalid_argument: packages\/lib uses or exports what moves, but packages\/lib\/package\.json does not depend on base-kit\. Add it there and install it first\.$/,
  ],
  "one that the other depends on itself": [
    "plain",
    `${TEXT}${STRINGS}// @filename: packages/lib/package.json\n{ "name": "lib-kit" }\n// @filename: packages/base/package.json\n{ "name": "base-kit", "dependencies": { "lib-kit": "*" } }`,
    /does not depend on base-kit, which depends on lib-kit itself\. Name a place that both can import\.$/,
  ],
  "what it uses stays, and the other package has none of it": [
    "shout",
    `${TEXT}${STRINGS}// @filename: packages/base/src/index.ts\nexport * from "./strings";\n`,
    /^invalid_argument: What moves uses `mark` of packages\/lib\/src\/text\.ts, but packages\/base\/package\.json does not depend on lib-kit, which depends on base-kit itself\. Move that first, or at once: symbol takes several\.$/,
  ],
  "no entry leads there": [
    "plain",
    `${TEXT}${STRINGS}// @filename: packages/base/src/index.ts\nexport const index = 1;\n`,
    /^invalid_argument: No import of packages\/lib\/src\/text\.ts leads to packages\/base\/src\/strings\.ts: no entry that packages\/base\/package\.json names is that file, or passes on what others around it export\. Export it there first\.$/,
  ],
  "a subpath that its package.json does not name": [
    "plain",
    `${TEXT.replace("const mark", 'import "base-kit/text/a";\nconst mark')}${STRINGS}// @filename: packages/base/src/text/a.ts\nexport {};\n// @filename: packages/base/package.json\n{ "name": "base-kit", "exports": { "./text/*": "./src/text/*.ts" } }\n`,
    /^invalid_argument: No import of .* leads to packages\/base\/src\/strings\.ts: no entry that packages\/base\/package\.json names is that file/,
  ],
  "the entry has another of that name": [
    "plain",
    `${TEXT}${STRINGS}// @filename: packages/base/src/index.ts\nexport { quiet as plain } from "./strings";\n`,
    /^already_exists: packages\/base\/src\/index\.ts, by which others have what base-kit exports, has another `plain`\. Rename one of the two first \(kart_rename\)\.$/,
  ],
  "a package without a name": [
    "plain",
    `${TEXT}${STRINGS}// @filename: packages/base/package.json\n{ "private": true }`,
    /^invalid_argument: /,
  ],
  CommonJS: [
    "plain",
    `// @filename: packages/lib/src/text.ts\nexport {};\n// @filename: packages/lib/package.json\n{ "name": "lib-kit" }\n// @filename: packages/lib/src/text.js\nconst plain = 1;\nmodule.exports = { plain };\n// @filename: packages/base/src/strings.js\nexports.quiet = 1;\n// @filename: packages/base/package.json\n{ "name": "base-kit" }`,
    /^invalid_argument: packages\/base\/src\/strings\.js is in another package, and CommonJS moves within one alone/,
  ],
};

describe("refused, with every byte unchanged", () => {
  for (const [what, [symbol, files, message]] of Object.entries(REFUSED))
    test(what, async () => {
      const desk = await deskWith(workspace(files));
      const ending = what === "CommonJS" ? "js" : "ts";
      const [from, to] = [`packages/lib/src/text.${ending}`, `packages/base/src/strings.${ending}`];
      expect(await desk.refused("kart_move", { from, to, symbol })).toMatch(message);
    });
});
