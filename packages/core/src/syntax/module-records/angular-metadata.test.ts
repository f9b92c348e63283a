import { expect, test } from "bun:test";
import { loadParser, parseSource } from "../parser/parse.ts";
import { angularMetadata, COMPOSED_TEMPLATE } from "./angular-metadata.ts";

const oxc = await loadParser();

function metadata(source: string) {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { templates, bindings, imported, unread } = angularMetadata(outcome.parsed);
  const texts = (spans: readonly { start: number; end: number }[]) =>
    spans.map(({ start, end }) => source.slice(start, end));
  return {
    templates: texts(templates),
    bindings: texts(bindings),
    imported: imported.map(({ local }) => local),
    unread: unread.map((at) => /^\w+(?:\(\))?/.exec(source.slice(at))?.[0]),
  };
}

test("templates within a source", () => {
  const source = '@Component({ selector: "a", template: `<p>{{ x }}</p>` })\nexport class A { x = 1; }\n';
  expect(metadata(source).templates).toEqual(["<p>{{ x }}</p>"]);
  expect(metadata('f(() => {\n@Component({ "template": "<p>" }) class A {} });').templates).toEqual(["<p>"]);
  expect(metadata('const o = { template: "x" };\n@Component({}) class A { template = "y"; }').templates).toEqual([]);
});

test("what elements are bound to, and inputs by their names", () => {
  const source = `@Directive({
  selector: "[a]",
  host: { "(focus)": "onFocus()", '[class.on]': "isOn", "[@open]": \`state\`, class: "x", "aria-label": "y" },
  inputs: ["size", { name: "label", alias: "title" }],
  outputs: ["done: finished"],
})
export class A {}
@Injectable({ host: { "(a)": "b" } })
export class B {}
`;
  const named = ["onFocus()", "isOn", "state", "size", "label", "title", "done: finished"];
  expect(metadata(source).bindings).toEqual(named);
});

test.each<[source: string, told: Partial<ReturnType<typeof metadata>>]>([
  ["const T = `a`; @Component({ template: T }) class A {}", { templates: ["a"] }],
  ["export const template = 'a'; @Component({ template }) class A {}", { templates: ["a"] }],
  ['const T = "a"; @Component({ template: T + "b" }) class A {}', { templates: ["a", "b"] }],
  ["const T = 'a'; @Component({ template: `b${T}` }) class A {}", { templates: ["b${T}", "a"] }],
  ["@Component({ template: html`a` as string }) class A {}", { templates: ["a"] }],
  ["const O = { template: 'a' }; @Component(O) class A {}", { templates: ["a"] }],
  ["const O = { template: 'a' }; @Component({ ...O }) class A {}", { templates: ["a"] }],
  ['import { T } from "./t"; @Component({ template: T }) class A {}', { imported: ["T"] }],
  ["@Component({ template: make() }) class A {}", { unread: ["make()"] }],
  ["let T = 'a'; @Component({ template: T }) class A {}", { unread: ["T"] }],
  ["const T = T; @Component({ template: T }) class A {}", { unread: ["T"] }],
  ["@Component(options()) class A {}", { unread: ["options()"] }],
  ["@Component({ ...options }) class A {}", { unread: ["options"] }],
  ["@Component({ templateUrl: URL }) class A {}", { unread: ["URL"] }],
  ["@Component({ templateUrl: './a.html' }) class A { m() { return { ...a, template: 1 }; } }", {}],
  ["@Component({ template: 'a' }) class A {}", { templates: ["a"] }],
])("templates that are put together: %s", (source, told) => {
  expect(metadata(source)).toEqual({ templates: [], bindings: [], imported: [], unread: [], ...told });
  const isComposed = told.templates?.length !== 1 || /const|html/.test(source);
  if (Object.keys(told).length > 0) expect(new RegExp(COMPOSED_TEMPLATE).test(source)).toBe(isComposed);
});
