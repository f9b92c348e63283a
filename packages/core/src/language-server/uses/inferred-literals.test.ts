import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("keys of literals that are taken for a type by inference are references to its members", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "strict": true, "lib": ["esnext"], "types": [] } }
// @filename: types.ts
export type Add = { name: string; id?: number };
export interface Shape { area(): number }
// @filename: use.ts
import type { Add, Shape } from "./types";
declare function request<P extends Add>(args: P): void;
declare function within<P extends { params: [Add] }>(args: P): void;
declare function take<P extends Shape>(shape: P): void;
declare function other<P extends { name: number }>(args: P): void;
request({ [|name|]: "x" });
within({ params: [{ id: 1, "[|name|]": "x" }] });
request({ [|name|]: "y", id: 1 });
request({ [|name|]: "z" });
other({ name: 1 });
take({ area() { return 4; } });
export const add: Add = { [|name|]: "w" };
`);
  const { references, coverage } = await workspace.server.references(workspace.at("types.ts", "name"), never);
  expect(locations(references).filter((one) => one.startsWith("use"))).toEqual([...workspace.wanted]);
  expect(coverage.complete).toBe(true);
  const area = await workspace.server.references(workspace.at("types.ts", "area"), never);
  expect(locations(area.references)).toContain("use.ts:11:8");
});
