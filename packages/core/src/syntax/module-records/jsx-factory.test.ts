import { expect, test } from "bun:test";
import { jsxFactories, type JsxOptions, jsxPragmas, rootsOf } from "./jsx-factory.ts";

const JSX = "export const a = <i />;\n";

function factories(comment: string, options: JsxOptions): string | undefined {
  const found = jsxFactories(jsxPragmas(comment + JSX) ?? {}, options);
  return found && `${found.element.join(".")} ${found.fragment.join(".")}${found.isAssumed ? " ?" : ""}`;
}

test("what JSX calls: by a comment before the configuration, and that before React", () => {
  expect(factories("", { jsx: "react" })).toBe("React.createElement React.Fragment");
  expect(factories("", {})).toBe("React.createElement React.Fragment ?");
  expect(factories("", { jsx: "react", reactNamespace: "R" })).toBe("R.createElement R.Fragment");
  const own = { jsx: "preserve", jsxFactory: "h", jsxFragmentFactory: "Frag" };
  expect(factories("", own)).toBe("h Frag");
  expect(factories("// of many\n/** @jsx D.el */\n", own)).toBe("D.el Frag");
  expect(factories("/* @jsxFrag D.Fr */\n", own)).toBe("h D.Fr");
  expect(factories("const x = 1;\n/** @jsx late */\n", own)).toBe("h Frag");
  expect(factories("", { jsx: "react", jsxFactory: "no name" })).toBe("React.createElement React.Fragment");
});

test("nothing, where a runtime makes the elements", () => {
  for (const options of [{ jsx: "react-jsx" }, { jsx: "react-jsxdev" }, { jsx: "preserve", jsxImportSource: "p" }])
    expect(factories("", options)).toBeUndefined();
  for (const comment of ["/** @jsxImportSource p */\n", "/** @jsxRuntime automatic */\n"])
    expect(factories(comment, { jsx: "react" })).toBeUndefined();
  expect(factories("/** @jsxRuntime classic */\n", { jsx: "react-jsx" })).toBe("React.createElement React.Fragment");
});

test("a text without a tag that ends holds no JSX", () => {
  expect(jsxPragmas("const f = <T,>(one: T) => one < 1;\n")).toBeUndefined();
  expect(jsxPragmas("const f = <a>b</a>;\n")).toEqual({});
});

test("the names that JSX takes, each once", () => {
  const found = jsxFactories({}, { jsx: "react" });
  expect(rootsOf(found === undefined ? [] : [found, found])).toEqual(["React"]);
});
