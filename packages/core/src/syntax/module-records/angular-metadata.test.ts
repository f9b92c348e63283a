import { expect, test } from "bun:test";
import { loadParser, parseSource } from "../parser/parse.ts";
import { angularMetadata } from "./angular-metadata.ts";

const oxc = await loadParser();

function metadata(source: string) {
  const outcome = parseSource(oxc, "a.ts", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { templates, bindings } = angularMetadata(outcome.parsed);
  const texts = (spans: readonly { start: number; end: number }[]) =>
    spans.map(({ start, end }) => source.slice(start, end));
  return { templates: texts(templates), bindings: texts(bindings) };
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
