import { posix } from "node:path";
import { sourceLanguage } from "../syntax/parser/source-language.ts";
import { isRecord } from "../text/is-record.ts";
import { fieldEntries, type WorkspacePackage } from "../workspace/package-manifest.ts";
import type { ModuleGraph } from "./module-graph.ts";

/**
 * What manifests name as entry points and no source is known to be built into: `packages/a/package.json ./dist/a.js`. Where one form
 * of an entry leads to a source, the others are built from that.
 */
export function entriesWithoutSource({ resolver }: ModuleGraph): string[] {
  return resolver.packages.all.flatMap((owner) => {
    const isKnown = ({ entry, target }: Form) =>
      resolver.manifests.entrySources(owner, entry.replace(/ .*/, ""), target).length > 0;
    const entries = Map.groupBy(formsOf(owner, resolver.manifests.conditions), ({ entry }) => entry);
    const lost = [...entries.values()].flatMap((forms) =>
      forms.some(isKnown) ? [] : forms.map(({ target }) => target),
    );
    const named = new Set(lost.filter((one) => sourceLanguage(one) !== undefined).map((one) => posix.normalize(one)));
    return Array.from(named, (target) => `${posix.join(owner.folder, "package.json")} ${target}`);
  });
}

/** A file that an entry is, in one form or for one platform. */
interface Form {
  /** What the entry is imported as, and the conditions under which it is another: `./server node`. */
  readonly entry: string;
  readonly target: string;
}

/** Fields that each name the package itself. */
const MAIN = ["source", "main", "module", "types", "typings", "svelte", "unpkg", "jsdelivr"];
/** Those that name it, or some of its modules, for a platform. */
const OF_PLATFORMS = ["browser", "react-native", "worker"];
/** Conditions that say in which form a file comes, not for whom. */
const FORMS = new Set(["types", "default", "import", "require", "module", "module-sync", "production"]);

function formsOf({ manifest }: WorkspacePackage, ofSources: ReadonlySet<string>): Form[] {
  const isForm = (condition: string) => FORMS.has(condition) || ofSources.has(condition);
  const forms = (value: unknown, entry: string): Form[] => {
    if (typeof value === "string") return [{ entry, target: value }];
    if (Array.isArray(value)) return value.flatMap((one) => forms(one, entry));
    if (!isRecord(value)) return [];
    return Object.entries(value).flatMap(([condition, inner]) =>
      forms(inner, isForm(condition) ? entry : `${entry} ${condition}`),
    );
  };
  const inField = (field: string, behind = "") =>
    fieldEntries(manifest[field]).flatMap(([key, value]) => forms(value, `${key}${behind}`));
  return [
    ...MAIN.flatMap((field) => forms(manifest[field], ".")),
    ...OF_PLATFORMS.flatMap((field) => inField(field, ` ${field}`)),
    ...inField("exports"),
    ...forms(manifest["bin"], "bin").map(({ target }) => ({ entry: `bin ${target}`, target })),
  ];
}
