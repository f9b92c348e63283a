import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

const CONFIG = `// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "module": "esnext", "moduleResolution": "bundler", "allowJs": true } }
`;

test("of what CommonJS exports beside a whole, types do not lead to the members of an object that holds the module", async () => {
  const users = `// @filename: object.js
const all = { lib: require("./a"), other: 1 };
all.lib.used();
all.lib.other();
all.used();
// @filename: shorthand.js
const lib = require("./a");
const { lib: own } = { lib };
own.used();
// @filename: given.js
const all = {};
all.lib = require("./a");
all.lib.used();
`;
  const lines = ["given.js:2 (passes the whole module on)", "object.js:2", "shorthand.js:3"];
  for (const own of [
    "class Lib {}\nmodule.exports = Lib;\nmodule.exports.used = use/*|*/d;",
    "exports = module.exports = {};\nexports.used = use/*|*/d;",
    "Object.assign(exports, { use/*|*/d });",
  ]) {
    using workspace = new LanguageWorkspace(`${CONFIG}${users}// @filename: a.js\nfunction used() {}\n${own}`);
    expect((await workspace.covered()).unseen, own).toEqual(lines);
  }
  for (const own of ["exports.used = use/*|*/d;", "module.exports = { use/*|*/d };"]) {
    using workspace = new LanguageWorkspace(`${CONFIG}${users}// @filename: a.js\nfunction used() {}\n${own}`);
    expect((await workspace.covered()).unseen, own).toEqual(lines.slice(0, 1));
  }
});

test("a file that lists modules among its exports leads to what they export beside a whole", async () => {
  using workspace = new LanguageWorkspace(`${CONFIG}// @filename: a.js
function used() {}
module.exports = class {};
module.exports.used = use/*|*/d;
// @filename: all.js
module.exports = { lib: require("./a") };
// @filename: b.js
require("./all").lib.used();
// @filename: c.js
const { lib } = require("./all");
lib.used();
`);
  const { references, unseen } = await workspace.covered();
  expect(references.filter((one) => /^[bc]/.test(one))).toEqual(["b.js:1:22", "c.js:2:5"]);
  expect(unseen).toEqual([]);
});
