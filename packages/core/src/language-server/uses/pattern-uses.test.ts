import { expect, setDefaultTimeout, test } from "bun:test";
import { LanguageWorkspace, locations, never } from "@kart/testkit/language-workspace";

setDefaultTimeout(90_000);

test("a member that a pattern takes is found where the compiler's own search takes the key for something else", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"] } }
// @filename: a.ts
export class Plain {
  area = 1;
  get twice() { return 2; }
  inner = { depth: 1 };
  other = 3;
}
export class Unlike { area = 1; }
// @filename: b.ts
import { Plain, Unlike } from "./a";
let a = 0, twice = 0;
({ area: a } = new Plain());
({ area: a } = new Unlike());
export function f(p: Plain, all: Set<Plain>) {
  ({ twice, inner: { depth: a = 4 } = { depth: 1 } } = p);
  [{ area: a }] = [p];
  for ({ area: a } of all) a++;
  return [a, twice];
}
export const quoted = ({ "area": x, ["twice"]: y = 3 }: Plain) => [x, y];
export const cast = (p: Plain) => { const { ["area" as const]: x, [\`other\`]: y } = p; return [x, y]; };
export const unlike = ({ "area": x }: Unlike) => x;
export class Own { kept = 1; take() { let k = 0; ({ kept: k } = this); return k; } }
`);
  const found = async (member: string, path = "a.ts") => {
    const place = workspace.at(path, member);
    return locations((await workspace.server.references(place, never)).references).slice(1);
  };
  expect(await found("area")).toEqual(["b.ts:11:27", "b.ts:12:47", "b.ts:3:4", "b.ts:7:6", "b.ts:8:10"]);
  expect(await found("twice")).toEqual(["b.ts:11:39", "b.ts:6:6"]);
  expect(await found("depth")).toEqual(["b.ts:6:22"]);
  expect(await found("other")).toEqual(["b.ts:12:69"]);
  expect(await found("kept", "b.ts")).toEqual(["b.ts:14:53"]);
  const declared = async (name: string) =>
    locations(await workspace.server.definition(workspace.at("b.ts", name), never));
  expect(await declared("area: a } = new Plain")).toEqual(["a.ts:2:3"]);
  expect(await declared("area: a } = new Unlike")).toEqual(["a.ts:7:23"]);
  expect(await declared("twice, inner")).toEqual(["a.ts:3:7", "b.ts:2:12"]);
  expect(await declared('twice"]')).toEqual(["a.ts:3:7"]);
});

test("a member whose name is no identifier is found by patterns, types and strings as others are", async () => {
  using workspace = new LanguageWorkspace(`// @filename: tsconfig.json
{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "lib": ["esnext"], "allowJs": true } }
// @filename: a.ts
export interface Props { "aria-label"?: string; 404: string; 500: string }
// @filename: b.ts
import type { Props } from "./a";
export const f = ({ "aria-label": label, 404: missing }: Props) => [label, missing];
export type Rest = Omit<Props, "aria-label">;
export const has = (p: Props) => "aria-label" in p;
export const late = (p: Props) => { let m; ({ 404: m } = p); return m; };
export const unlike = { 500: 1, 404: 2 };
// @filename: c.js
export const TEXT = { 403: "no", "content-type": "json" };
const { 403: no, "content-type": type } = TEXT;
`);
  const found = async (member: string, path = "a.ts") => {
    const { references, coverage } = await workspace.server.references(workspace.at(path, member), never);
    expect(coverage.complete).toBe(true);
    return locations(references).slice(1);
  };
  expect(await found("aria-label")).toEqual(["b.ts:2:22", "b.ts:3:33", "b.ts:4:35"]);
  expect(await found("404")).toEqual(["b.ts:2:42", "b.ts:5:47"]);
  expect(await found("500")).toEqual([]);
  expect(await found("403", "c.js")).toEqual(["c.js:2:9"]);
  expect(await found("content-type", "c.js")).toEqual(["c.js:2:19"]);
});
