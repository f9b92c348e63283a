import { expect, test } from "bun:test";
import { moduleMembersAt } from "./module-members.ts";
import { loadParser, parseSource } from "../parser/parse.ts";

const oxc = await loadParser();

/** What the text is loaded by that `@` stands before a name of. */
function loadedBy(marked: string): string | undefined {
  const offset = marked.indexOf("@");
  const source = marked.replace("@", "");
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const found = moduleMembersAt(outcome.parsed, offset).map(({ module, through }) =>
    [typeof module === "number" ? source.slice(module, module + 12) : module, ...through].join(" "),
  );
  return found.length === 0 ? undefined : found.join(", ");
}

test("a member of what require() gives, of a variable or of a pattern", () => {
  expect(loadedBy('require("./a").@b()')).toBe('require("./a');
  expect(loadedBy('const a = require("./a"); a.@b();')).toBe('require("./a');
  expect(loadedBy('const a = require("./a"); a["@b"]();')).toBe('require("./a');
  expect(loadedBy('const a = require("./a"); a?.@b();')).toBe('require("./a');
  expect(loadedBy('const a = __importStar(require("./a")); a.@b();')).toBe('require("./a');
  expect(loadedBy('const { @b } = require("./a");')).toBe('require("./a');
  expect(loadedBy('const load = createRequire(x); const a = load("./a"); a.@b();')).toBe('load("./a");');
  expect(loadedBy('const { @b: c = 1 } = require("./a");')).toBe('require("./a');
  expect(loadedBy('const { @b = 1 } = require("./a");')).toBe('require("./a');
  expect(loadedBy('const a = require("./a"); const { @b } = a;')).toBe('require("./a');
  expect(loadedBy('let b; ({ @b } = require("./a"));')).toBe('require("./a');
  expect(loadedBy('function f() { const a = require("./a"); return () => a.@b; }')).toBe('require("./a');
  expect(loadedBy('async () => (await import("./a")).@b')).toBe('import("./a"');
});

test("a member of a variable that is given a module later, perhaps among others", () => {
  expect(loadedBy('let a; try { a = require("./a"); } catch { a = {}; } a.@b();')).toBe('require("./a');
  expect(loadedBy('let a; function f() { a ??= require("./a"); } () => a.@b();')).toBe('require("./a');
  expect(loadedBy('function f(a) { a = a || require("./a").c; a.@b(); }')).toBe('require("./a c');
  expect(loadedBy('let a; if (c) a = require("./a"); else a = require("./b"); a.@b;')).toBe(
    'require("./a, require("./b',
  );
  expect(loadedBy('let a; (a ??= require("./a")).@b();')).toBe('require("./a');
  expect(loadedBy('let a; const { @b } = a ??= require("./a");')).toBe('require("./a');
  expect(loadedBy('const a = c ? {} : require("./a"); a.@b;')).toBe('require("./a');
  expect(loadedBy('let a; { let a; a = require("./a"); } a.@b;')).toBeUndefined();
  expect(loadedBy('let a; x.a = require("./a"); a.@b;')).toBeUndefined();
});

test("a member of what an import declares", () => {
  expect(loadedBy('import a from "./a"; a.@b();')).toBe("import a fro");
  expect(loadedBy('import * as a from "./a"; a.@b();')).toBe("import * as ");
  expect(loadedBy('import { @b } from "./a";')).toBe("import { b }");
});

test("a member of the exports by a name that they go by", () => {
  expect(loadedBy("const self = module.exports; function f() { self.@b(); }")).toBe("own");
  expect(loadedBy("(function (User) { User.a = () => User.@b(); })(exports);")).toBe("own");
  expect(loadedBy("const self = module.exports; function f(self) { self.@b(); }")).toBeUndefined();
  expect(loadedBy("(function (User) { function f(User) { User.@b(); } })(exports);")).toBeUndefined();
  expect(loadedBy("(function (User) {})(exports); User.@b();")).toBeUndefined();
});

test("a member of the file's own exports", () => {
  expect(loadedBy("module.exports.@b()")).toBe("own");
  expect(loadedBy("exports.@b()")).toBe("own");
  expect(loadedBy("function a() {} module.exports = a; a.@b();")).toBe("own");
  expect(loadedBy("const a = module.exports = {}; a.@b();")).toBe("own");
  expect(loadedBy("const a = exports; a.@b();")).toBe("own");
  expect(loadedBy("exports.c = () => this.@b();")).toBe("own");
});

test("a member of what a module exports", () => {
  expect(loadedBy('require("./a").c.@b()')).toBe('require("./a c');
  expect(loadedBy('const a = require("./a"); a.c["d"].@b;')).toBe('require("./a c d');
  expect(loadedBy('const { c } = require("./a"); c.@b;')).toBe('require("./a c');
  expect(loadedBy('const { c: d } = require("./a"); const { @b } = d;')).toBe('require("./a c');
  expect(loadedBy('const d = require("./a").c; d.@b;')).toBe('require("./a c');
  expect(loadedBy('const { d } = require("./a").c; d.@b;')).toBe('require("./a c d');
  expect(loadedBy('import { c as d } from "./a"; d.@b();')).toBe("import { c a c");
  expect(loadedBy('const { c } = require("./a"); (c) => c.@b;')).toBeUndefined();
  expect(loadedBy("module.exports.c.@b()")).toBe("own c");
});

test("what may be a member of anything", () => {
  expect(loadedBy('const a = require("./a"); (a) => a.@b;')).toBeUndefined();
  expect(loadedBy('const a = require("./a"); { const a = 1; a.@b; }')).toBeUndefined();
  expect(loadedBy('const a = require("./a"); a.c().@b;')).toBeUndefined();
  expect(loadedBy('const a = require("./a"); a[c].@b;')).toBeUndefined();
  expect(loadedBy('const a = require("./a"); a[@b];')).toBeUndefined();
  expect(loadedBy('const a = require("./a"); @a.b;')).toBeUndefined();
  expect(loadedBy('const a = { @b: require("./a") };')).toBeUndefined();
  expect(loadedBy('const { c: { @b } } = require("./a");')).toBeUndefined();
  expect(loadedBy("function f() { return () => this.@b; }")).toBeUndefined();
  expect(loadedBy("class A { c = this.@b; }")).toBeUndefined();
});
