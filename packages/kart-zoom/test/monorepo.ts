import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { marked, markedFiles } from "@kart/testkit/marked-source";
import { TempWorkspace } from "@kart/testkit/temp-workspace";

/**
 * Four packages and what ties them: two without project references that know each other through `node_modules` alone, one with
 * them, one with JSX and tsconfig paths; a barrel of barrels, a test folder under its own tsconfig, JavaScript with JSDoc types.
 *
 * Every `[|…|]` is a reference to `measure`, the function.
 */
const FILES = `// @filename: package.json
{ "name": "monorepo", "private": true, "workspaces": ["packages/*"] }
// @filename: packages/base/package.json
{ "name": "@m/base", "version": "1.0.0", "type": "module", "exports": { ".": "./src/index.ts", "./measure": "./src/measure.ts" } }
// @filename: packages/base/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "composite": true, "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext" }, "include": ["src"] }
// @filename: packages/base/src/measure.ts
/** How large something is. See {@link measure}. */
export function measure(sized: Sized, deep = false): number {
  return deep ? measure(sized.inner ?? sized) : sized.size;
}
export interface Sized { readonly size: number; readonly inner?: Sized }
export type Unit = "px" | "em";
export const LIMITS = { small: 1, large: 100 };
export enum Mode { Fast, Slow }
export default class Ruler {
  unit: Unit = "px";
  constructor(readonly mode: Mode = Mode.Fast) {}
  length(sized: Sized): number { return [|measure|](sized) * LIMITS.small; }
  static standard(): Ruler { return new Ruler(Mode.Slow); }
}
// @filename: packages/base/src/inner-barrel.ts
export * from "./measure";
// @filename: packages/base/src/index.ts
export * from "./inner-barrel";
export { [|measure|] as [|gauge|] } from "./measure";
export { default as Ruler } from "./measure";
// @filename: packages/base/src/local.ts
import { [|measure|] } from "./measure";
function shadowed(measure: (n: number) => number) { return measure(1); }
const text = "measure"; // measure
export { shadowed, text };
export const alias = [|measure|];
export const wrapped = (sized: { size: number }) => alias(sized);
// @filename: packages/base/test/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext" } }
// @filename: packages/base/test/measure.test.ts
import { [|measure|] } from "../src/index";
declare function it(name: string, run: () => void): void;
it("measures", () => { if ([|measure|]({ size: 1 }) !== 1) throw new Error(); });
// @filename: packages/lib/package.json
{ "name": "@m/lib", "version": "1.0.0", "type": "module", "exports": "./src/lib.ts", "dependencies": { "@m/base": "workspace:*" } }
// @filename: packages/lib/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext", "experimentalDecorators": true, "allowImportingTsExtensions": true } }
// @filename: packages/lib/src/lib.ts
import { [|measure|], LIMITS, Mode, Ruler, type Sized, type Unit } from "@m/base";
import * as base from "@m/base";
import { [|gauge|] as [|renamed|] } from "@m/base";

export class Box implements Sized { size = 2; area() { return [|measure|](this); } }
export class Crate extends Box { override area() { return super.area() + 1; } }
export interface Heavy extends Sized { readonly weight: number }
export class Tape extends Ruler { get width() { return this.length({ size: 1 }); } }
export const call = () => [|measure|]({ size: 1 });
export const byNamespace = () => base.[|measure|]({ size: 1 });
export const byAlias = () => [|renamed|]({ size: 1 });
export const handlers = { onSize: [|measure|], other: 1 };
export const passed = [{ size: 1 }].map((one) => [|measure|](one));
export const list = [{ size: 1 }].map([|measure|] as never);
export const { first, second } = { first: [|measure|], second: 2 };
export type Measure = typeof [|measure|];
export type Result = ReturnType<typeof base.[|measure|]>;
export const typed = { size: 1 } satisfies Sized;
export const cast = {} as Sized;
export const mode: Mode = Mode.Fast;
export const limit = LIMITS.large;
export const all = Object.values(LIMITS);
export const modes = Object.keys(Mode);
export async function later() { const { [|measure|]: m } = await import("@m/base"); return m({ size: 1 }); }
export class Holder {
  run = () => [|measure|]({ size: 3 });
  get value() { return [|measure|]({ size: 4 }); }
  set value(size: number) { [|measure|]({ size }); }
  static #secret = [|measure|]({ size: 5 });
  constructor(readonly start = [|measure|]({ size: 6 })) {}
  unit(): Unit { return "px"; }
}
function decorate(_size: number) { return (_target: unknown) => {}; }
@decorate([|measure|]({ size: 7 }))
export class Decorated {}
export function tagged(parts: TemplateStringsArray) { return parts.length; }
export const useTag = tagged\`x\`;
export function useAll(box: Box) { return box.area(); }
export function useCrate(crate: Crate) { return crate.area(); }
export function useHandlers() { return handlers.onSize({ size: 1 }); }
export function useList() { return register(handlers); }
function register(_handlers: object) {}
console.log([|measure|]({ size: 8 }));
export const viaCall = call();
export const viaVia = viaCall + 1;
// @filename: packages/refs/package.json
{ "name": "@m/refs", "version": "1.0.0", "type": "module", "dependencies": { "@m/base": "workspace:*" } }
// @filename: packages/refs/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "composite": true, "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext" }, "include": ["src"], "references": [{ "path": "../base" }] }
// @filename: packages/refs/src/refs.ts
export { [|measure|] } from "@m/base/measure";
export * as everything from "@m/base";
import make from "@m/base/measure";
export const made = make.standard();
import { everything } from "./refs";
export const far = everything.[|measure|]({ size: 9 });
// @filename: packages/app/package.json
{ "name": "@m/app", "version": "1.0.0", "type": "module" }
// @filename: packages/app/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "noEmit": true, "jsx": "preserve", "module": "esnext", "moduleResolution": "bundler", "target": "esnext", "paths": { "~base/*": ["../base/src/*"] } } }
// @filename: packages/app/src/jsx.d.ts
declare namespace JSX { interface IntrinsicElements { div: {} } interface Element {} }
// @filename: packages/app/src/view.tsx
import { [|measure|] } from "~base/measure";
export function Size({ of }: { of: number }) { return <div>{[|measure|]({ size: of })}</div>; }
export const Page = () => <Size of={1} />;
export const App = () => <><Page /></>;
// @filename: packages/app/src/unused.ts
import { [|measure|] } from "~base/index";
// @filename: packages/script/tsconfig.json
{ "compilerOptions": { "lib": ["esnext"], "strict": true, "noEmit": true, "checkJs": true, "allowJs": true, "module": "esnext", "moduleResolution": "bundler", "target": "esnext" } }
// @filename: packages/script/run.js
import { [|measure|] } from "../base/src/index";
/** @param {import("../base/src/index").Sized} sized and {@link measure} */
export function run(sized) { return [|measure|](sized); }
`;

export interface Monorepo extends Disposable {
  readonly files: TempWorkspace;
  /** `path:line:column` of each marked range, sorted. */
  readonly wanted: readonly string[];
}

export function monorepo(): Monorepo {
  const files = new TempWorkspace();
  const wanted: string[] = [];
  for (const [path, content] of Object.entries(markedFiles(FILES))) {
    const { source, ranges } = marked(content);
    files.write(path, source);
    for (const { start } of ranges) {
      const before = source.slice(0, start).split("\n");
      wanted.push(`${path}:${before.length}:${(before.at(-1) as string).length + 1}`);
    }
  }
  for (const name of ["base", "lib", "refs"]) {
    const link = files.path(`node_modules/@m/${name}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(files.path(`packages/${name}`), link, "dir");
  }
  return { files, wanted: wanted.sort(), [Symbol.dispose]: () => files[Symbol.dispose]() };
}
