import { expect, test } from "bun:test";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { assignedMembers } from "./assigned-members.ts";

const oxc = await loadParser();

/** What is asked for `old`, where a call gives a member `name`. */
test.each([
  ["Object.assign(K.prototype, { name() {} });", ["K.prototype"]],
  ["Object.assign(K, { a: 1 }, other, { ...b, 'name': 1 });", ["K"]],
  ["Object.assign(K, { ['name']: 1 }); Object.assign(L, { name });", ["K", "L"]],
  ["class K { constructor() { Object.assign(this, { get name() { return 1; } }); } }", ["this"]],
  ["Object.defineProperty(K, 'name', {}); Reflect.defineProperty(L.prototype, `name`, {});", ["K", "L.prototype"]],
  ["Object.defineProperties(K, { name: {} });", ["K"]],
  ["Object.assign(K, { [name]: 1, other: { name: 1 } }, name);", []],
  ["Object.assign({ old: 1 }, { name: 1 }); assign(K, { name: 1 });", []],
  [
    "Object.defineProperty(K, name, {}); Object.defineProperty(K, 'a', { name: 1 }); Object.freeze(K, { name: 1 });",
    [],
  ],
  ["Object.assign(); Object.defineProperty(K); Object.defineProperties(K); Object.assign(...K, { name: 1 });", []],
])("%s", (source, targets) => {
  const outcome = parseSource(oxc, "a.js", source);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { text, added, asked } = assignedMembers(outcome.parsed, "name", "old");
  expect(asked.map(({ offset }) => text.slice(offset, offset + 3))).toEqual(targets.map(() => "old"));
  expect(added.map(({ span }, at) => source.slice(0, span.start).endsWith(`(${targets[at]}`))).toEqual(
    targets.map(() => true),
  );
  for (const { member } of asked) expect(source.slice(member.start, member.end)).toContain("name");
});
