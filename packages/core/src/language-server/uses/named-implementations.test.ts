import { expect, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

test("`this` of a static method implements nothing", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true } }
// @filename: a.ts
export interface /*|*/Clock { now(): number }
export class [|Base|] implements Clock { static factor = 1; now() { return 1; } }
export class [|Heir|] extends Base {
  static read(text: string) {
    const first = text === "" ? -1 : 2 * -this.factor;
    return first / this.factor;
  }
  own() { return this.now() + 1; }
}
export const thisClock: Clock = [|{|] now: () => 1 };
`);
  const { references, coverage } = await workspace.server.implementations(workspace.cursor, never);
  expect(locations(references)).toEqual([...workspace.wanted]);
  expect(coverage.complete).toBe(true);
}, 30_000);
