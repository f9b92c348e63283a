import { expect, test } from "bun:test";
import { walkDeclarations } from "./declaration.ts";
import { declarationsOf } from "./declarations.ts";
import { decoratorsOf } from "./decorators.ts";
import { loadParser, parseSource } from "./parser/parse.ts";

test.each([
  ['@Get("a/@b") @Roles(Role.Admin) open() {}', ["@Get", "@Roles"]],
  ["// @not\n  @Auth.only\n  @(make())\n  async open() {}", ["@Auth.only", "@make"]],
  ["@Column() @Column() open: string;", ["@Column"]],
  ["open() {}", []],
])("of a member: %j", async (member, wanted) => {
  const source = `@Of() export class K {\n  ${member}\n}\n`;
  const outcome = parseSource(await loadParser(), "a.ts", source);
  const declared = outcome.ok ? walkDeclarations(declarationsOf(outcome.parsed)) : [];
  expect(declared.map(({ declaration }) => decoratorsOf(source, declaration))).toEqual([["@Of"], wanted]);
});
