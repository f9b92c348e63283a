import type { SourceDiagnostic } from "@kart/core/language-server/answers";
import type { ToolContext } from "@kart/core/mcp/define-tool";
import { escapeInvisible } from "@kart/core/text/display";
import { textOf } from "@kart/core/text/span";
import { applyEdits } from "@kart/core/text/text-edit";
import type { PlannedFile } from "../../change/change-files.ts";
import type { FileText } from "../../change/file-text.ts";
import type { NewName } from "../../planning/names.ts";
import type { Target } from "../../planning/plan.ts";
import type { EditServices } from "../../services.ts";
import { brokenTypes } from "../needed-by-types.ts";
import { errorRows, type NewErrors, newErrors, refuseErrors } from "../new-errors.ts";
import type { RenameWorld } from "./rename-world.ts";
import { isOfKey } from "./tied-keys.ts";
import { isOfQuotedArgument, refusalOf, type Why, whyByShape } from "./why-broken.ts";

/** A rename as it would be written. */
interface PlannedRename {
  readonly names: NewName;
  /** Where the old name is declared, from the root. */
  readonly path: string;
  readonly planned: readonly PlannedFile[];
  readonly world: RenameWorld;
  /** Files, from the root, that may have uses in a way that nobody sees, some with a line. */
  readonly unseen: readonly string[];
  /** Texts before the change, by path: of some of those that hold the old name. */
  readonly parsed: ReadonlyMap<string, FileText>;
  /** Whether it is made though types break. */
  readonly isForced: boolean;
}

export interface Checked {
  /** Whether all files that hold the name and could break were checked. */
  readonly isComplete: boolean;
  readonly warnings: readonly string[];
}

/** What the compiler would complain of after a rename. */
export interface Broken {
  readonly found: NewErrors;
  /** Why, and what the caller can do about it: for that some files are checked once more. */
  readonly told: () => Promise<readonly [what: string, next: string]>;
}

/** The compiler's new complaints after a rename, of what types need without naming it. Undefined where there can be none. */
export async function brokenBy(
  target: Target,
  { names, path, planned, world, unseen, parsed, isForced }: PlannedRename,
  context: ToolContext<EditServices>,
): Promise<Broken | undefined> {
  const { root } = context.workspace;
  const { old, fresh } = names;
  const change = {
    target,
    path,
    fresh,
    holding: world.holdingOld,
    meeting: world.holdingNew,
    changed: new Map(planned.map((one) => [one.path, one.edits.map(({ span }) => span)])),
    contents: new Map(planned.map((one) => [`${root.absolute}/${one.path}`, applyEdits(one.text, one.edits)])),
    textOf: (file: string) => world.sourceOf(file),
    handingOn: unseen.flatMap((one) => PLACE.exec(one)?.[1] ?? []),
    parsed: () => parsed,
    isForced,
  };
  const broken = await brokenTypes(change, context);
  if (broken === undefined) return undefined;
  const { need, found } = broken;
  const isQuoted = ({ message, location: { file, span } }: SourceDiagnostic) =>
    message.includes(`'"${old}"'`) ||
    isOfQuotedArgument({ message }, old) ||
    QUOTED.exec(textOf(change.contents.get(file) ?? world.sourceOf(file) ?? "", span))?.[2] === old;
  const isKey = async () =>
    need === "key" ||
    found.errors.some(isQuoted) ||
    (await hangOnQuotes(found, change.contents, world, names, context));
  const isLiteral = need === "shape" && found.errors.length > 0 && found.errors.every((one) => isOfKey(one, old));
  const why = async (): Promise<Why> => {
    if (isLiteral) return "literal";
    if (await isKey()) return "key";
    return need === "shape" ? whyByShape(found.errors, names) : need;
  };
  return { found, told: async () => refusalOf(await why(), `\`${escapeInvisible(old)}\``) };
}

/**
 * Whether there are fewer complaints with the new name in the quotes that keep the old one: `run(client, read, "read")` is told of
 * at another argument.
 */
async function hangOnQuotes(
  { errors }: NewErrors,
  contents: ReadonlyMap<string, string>,
  world: RenameWorld,
  { old, fresh }: NewName,
  context: ToolContext<EditServices>,
): Promise<boolean> {
  const quoted = new RegExp(`(["'\`])${RegExp.escape(old)}\\1`, "g");
  const textIn = (file: string) => contents.get(file) ?? world.sourceOf(file) ?? "";
  const files = [...new Set(errors.map(({ location }) => location.file))]
    .filter((file) => textIn(file).search(quoted) !== -1)
    .slice(0, MAX_TRIED);
  if (files.length === 0) return false;
  const written = files.map((file): [string, string] => [
    file,
    textIn(file).replaceAll(quoted, (_, quote: string) => `${quote}${fresh}${quote}`),
  ]);
  const tried = await newErrors(files, [], new Map([...contents, ...written]), context);
  return tried.errors.length < errors.filter(({ location }) => files.includes(location.file)).length;
}

/** Files that are checked once more to tell why a rename breaks types. */
const MAX_TRIED = 5;

/** Throws `still_referenced` where there are new complaints; with `force` these are warnings. */
export async function refuseBroken(broken: Broken | undefined, force: boolean): Promise<Checked> {
  if (broken === undefined) return { isComplete: true, warnings: [] };
  const { found, told } = broken;
  const [what, next] = found.errors.length === 0 ? ["", ""] : await told();
  if (force && found.errors.length > 0)
    return { isComplete: false, warnings: [`${what}. TO MEND, ${errorRows(found).join("\n")}`] };
  return { isComplete: found.unchecked === 0, warnings: refuseErrors(what, found, next) };
}

const QUOTED = /^(["'`])([^]*)\1$/;

/** A place with its line. */
const PLACE = /^(.+):\d+(?: \(.*)?$/;
