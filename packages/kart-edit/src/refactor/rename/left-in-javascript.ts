import { isInstalled, type SourceLocation } from "@kart/core/language-server/locations";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { moduleRecord } from "@kart/core/syntax/module-records/module-record";
import { loadParser, type Parser, parseSource } from "@kart/core/syntax/parser/parse";
import { isDeclarationFile, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { type PropertyPlace, propertyPlaces } from "../../planning/members/property-places.ts";
import type { EditServices } from "../../services.ts";
import type { RenamePlan } from "./rename-plan.ts";
import type { RenameSubject } from "./rename-subject.ts";
import type { RenameWorld } from "./rename-world.ts";

/** A place of a JavaScript file. */
interface LeftPlace extends PropertyPlace {
  /** From the root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** Places that the server is asked about, one by one. */
const MAX_ASKED = 100;

/**
 * Where a name that a declaration file declares stays that of a property in JavaScript, or of an export of the file beside it: no
 * type ties what a `.d.ts` describes to the code that does it. Left out is what the server knows another declaration of, in TypeScript or a package.
 *
 * @returns files that give something the property first
 */
export async function leftInJavaScript(
  subject: RenameSubject,
  plan: RenamePlan,
  world: RenameWorld,
  { workspace: { root }, services, signal }: ToolContext<EditServices>,
): Promise<Pick<LeftPlace, "path" | "line">[]> {
  const { path: declaring, target, names } = subject;
  if (!isDeclarationFile(declaring.relative) || /^(?:interface|type)$/.test(target.declaration.kind)) return [];
  const oxc = await loadParser();
  // Who does it is named in any case, before those who use it.
  const told = new Set(plan.unknown.found.map(({ file, span }) => `${span.start} ${file}`));
  const all = world.holdingOld.flatMap((file) => {
    const text = world.sourceOf(file);
    if (text === undefined || sourceLanguage(file) !== "jsx") return [];
    const path = root.relative(file);
    const parse = parseSource(oxc, path, text);
    if (!parse.ok) return [];
    const { program, lines } = parse.parsed;
    const edits = plan.planned.find((one) => one.path === path)?.edits ?? [];
    const isTwin = subject.isExported && path.replace(/\.([cm]?)jsx?$/, ".d.$1ts") === declaring.relative;
    return [...propertyPlaces(program, names.old), ...(isTwin ? exportPlaces(oxc, path, text, names.old) : [])]
      .filter(({ offset, gives }) => gives || !told.has(`${offset} ${file}`))
      .filter(({ offset }) => !edits.some(({ span }) => span.start <= offset && offset < span.end))
      .map((one): LeftPlace => ({ ...one, path, line: lines.lineAt(one.offset) }));
  });
  const places = [...all.filter(({ gives }) => gives), ...all.filter(({ gives }) => !gives)];
  const asked = places.slice(0, MAX_ASKED).map(({ path, offset }) => ({ path: root.proveFile(path), offset }));
  const server = await services.languageServer();
  const definitions = asked.length === 0 ? [] : await server.definitionsOfAll(asked, signal);
  const isOther = (one: SourceLocation) =>
    isInstalled(one) || (sourceLanguage(one.file) !== "jsx" && one.file !== declaring.absolute);
  const left = places.filter((_, at) => {
    const found = definitions[at] ?? [];
    return found.length === 0 || !found.every(isOther);
  });
  return [...Map.groupBy(left, ({ path }) => path).values()].flatMap((ones) =>
    ones.toSorted((a, b) => a.line - b.line),
  );
}

function exportPlaces(oxc: Parser, path: string, text: string, name: string): PropertyPlace[] {
  const outcome = moduleRecord(oxc, path, text);
  const exports = outcome.ok ? outcome.record.exports : [];
  return exports.filter((one) => one.name === name).map(({ start }) => ({ offset: start, gives: true }));
}
