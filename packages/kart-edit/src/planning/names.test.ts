import { expect, test } from "bun:test";
import { newNameFor } from "./names.ts";

test.each([
  ["a private member without its #", "#v", "w", "#w"],
  ["a private member", "#v", "#w", "#w"],
  ["a public one", "v", "w", "w"],
])("%s gets its new name", (_, name, sent, fresh) => {
  expect(newNameFor({ name, kind: "property" }, sent, true)).toEqual({ old: name, fresh });
});

test.each([
  ["#v", "#v", "It is called `#v` already."],
  ["v", "v", "It is called `v` already."],
  ["#v", "v", "`v` would make `#v` public"],
  ["v", "#v", "`#v` would make it private"],
  ["v", "1", "`1` is no legal identifier."],
])("%s is not renamed to %s", (name, sent, message) => {
  expect(() => newNameFor({ name, kind: "property" }, sent, true)).toThrow(message);
});
