import { expect, test } from "bun:test";
import { templateNames } from "./angular-names.ts";

test.each([
  ['color = input("", { alias: "appHi" });', ["appHi"]],
  ["color = input.required<string>({ alias: 'app-hi' });", ["app-hi"]],
  ['color: OutputEmitterRef<{ a: 1 }> = output({ alias: "hi" });', ["hi"]],
  ['@Input("hi") color = 1;', ["hi"]],
  ["@Input({ required: true, alias: 'hi' }) public set color(to) {}", ["hi"]],
  ["@Output(`hi`)\n  readonly color = new EventEmitter();", ["hi"]],
  ["color = input(1); other = input(1, { alias: 'hi' });", []],
  ["color = input(1)\nother = input(1, { alias: 'hi' })", []],
  ["color = input(f(1), { alias: 'hi', transform: (v) => v })", ["hi"]],
  ["@Input('hi') other = 1; color = 2;", []],
  ["color = signal({ alias: 'hi' });", []],
  ["@Input() color = 1;", []],
])("%s", (source, wanted) => {
  expect(templateNames(source, source.indexOf("color"), "color")).toEqual(wanted);
});

test("what a pipe does goes by its name", () => {
  const source =
    '@Pipe({ name: "other" }) class A { transform() {} }\n@Pipe({ standalone: true, name: "trunc" }) class B { transform() {} }';
  expect(templateNames(source, source.lastIndexOf("transform"), "transform")).toEqual(["trunc"]);
  expect(templateNames(source, source.indexOf("transform"), "transform")).toEqual(["other"]);
  const apart = '@Pipe({ name: "short" }) class A { } class B { transform() {} }';
  expect(templateNames(apart, apart.indexOf("transform"), "transform")).toEqual([]);
});
