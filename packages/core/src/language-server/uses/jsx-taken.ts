import { isRelative } from "../../modules/import-places.ts";
import { factoriesIn, jsxTaking } from "../../syntax/jsx-calls.ts";
import { type Factory, jsxFactories, jsxPragmas } from "../../syntax/module-records/jsx-factory.ts";
import { sourceLanguage } from "../../syntax/parser/source-language.ts";
import { splitPackageSpecifier } from "../../workspace/package-manifest.ts";
import type { WorkspacePath } from "../../workspace/workspace-path.ts";
import { isInstalled, type SourceLocation } from "../locations.ts";
import type { Layout } from "../projects/project-reach.ts";
import { answersOf, type Probe } from "./probes.ts";
import type { Questions } from "../questions.ts";
import { programOf } from "../trees.ts";

/** An element or a fragment, by its first character (UTF-16), and what it takes of the workspace without naming it. */
export interface JsxTaken {
  readonly start: number;
  readonly definitions: readonly SourceLocation[];
}

/** What the JSX of a file is compiled to takes, as the projects say that list it: what packages declare is left out. */
export async function jsxTaken(questions: Questions, path: WorkspacePath): Promise<JsxTaken[]> {
  const { session, signal } = questions;
  const file = path.absolute;
  if (!/^(?:tsx|jsx)$/.test(sourceLanguage(file) ?? "")) return [];
  const { source } = questions.text(file);
  const pragmas = jsxPragmas(source);
  if (pragmas === undefined) return [];
  const layout = await session.projects.layout(signal);
  const paths = layout.roots.listing(file);
  const listing = layout.configs.filter((one) => paths.includes(one.path));
  const all = (listing.length === 0 ? [{}] : listing).flatMap((one) => jsxFactories(pragmas, one) ?? []);
  const factories = factoriesIn(all).filter((one) => mayBeOwn(layout, path, source, one));
  const program = factories.length === 0 ? undefined : await programOf(questions, file);
  if (program === undefined) return [];
  const taking = factories.map((factory) => ({ factory, starts: jsxTaking(program, factory, all) }));
  const used = taking.filter(({ starts }) => starts.length > 0);
  const [answers = []] = await answersOf(questions, [
    { file, probes: used.map(({ factory }) => probe(source, factory)) },
  ]);
  return used.flatMap(({ starts }, at) => {
    const definitions = (answers[at] ?? []).filter((one) => !isInstalled(one));
    return definitions.length === 0 ? [] : starts.map((start) => ({ start, definitions }));
  });
}

/** A statement at the end of a text that names what JSX does not. */
export function probe({ length }: string, factory: Factory): Probe {
  const text = `\n;${factory.join(".")}`;
  const [last = factory[0]] = factory.slice(-1);
  return { edits: [{ span: { start: length, end: length }, text }], at: text.length - last.length };
}

/** Whether the workspace may declare it, as most do not that import React: the server need not be asked about those. */
function mayBeOwn({ packages }: Layout, { relative }: WorkspacePath, source: string, [root]: Factory): boolean {
  const word = `(?<![\\w$])${RegExp.escape(root)}(?![\\w$])`;
  const from = new RegExp(`\\bimport\\b[^;"'\`]*${word}[^;"'\`]*\\bfrom\\s*["']([^"']+)["']`).exec(source)?.[1];
  const name = from === undefined || isRelative(from) ? undefined : splitPackageSpecifier(from)?.name;
  return name === undefined || !packages.declares(relative, name) || packages.named(name, relative) !== undefined;
}
