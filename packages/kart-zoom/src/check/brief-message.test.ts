import { expect, test } from "bun:test";
import { briefMessage } from "./brief-message.ts";

test.each<[string, string]>([
  ["Cannot find name 'a'.", "Cannot find name 'a'."],
  [
    "Type 'A' is not assignable to type 'B'.\n  Property 'c' is missing.",
    "Type 'A' is not assignable to type 'B'. Property 'c' is missing.",
  ],
  [
    "Argument 'A'.\n  Type 'A' is not assignable to type 'B'.\n    Types of property 'c' are incompatible.\n      Type 'D'.\n        Types of property 'e' are incompatible.\n          Type 'string' is not assignable to type 'number'.",
    "Argument 'A'. … Types of property 'e' are incompatible. Type 'string' is not assignable to type 'number'.",
  ],
  ["No overload matches this call.\n  One.\n    Two.", "No overload matches this call. … Two."],
  [`Type '{ ${"a: 1; ".repeat(30)}}' lacks 'b'.`, `Type '${`{ ${"a: 1; ".repeat(30)}}`.slice(0, 99)}…' lacks 'b'.`],
])("%s", (message, wanted) => expect(briefMessage(message)).toBe(wanted));
