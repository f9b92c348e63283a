import type { NewName } from "../../planning/names.ts";

/** A complaint of the compiler: its number, and what it says. */
interface Complaint {
  readonly code?: number | string;
  readonly message: string;
}

/**
 * Why types break by a rename: others share the owner's shape, object literals are taken for it, a name stands in quotes, the module is
 * used as a value, types make names of the name; or unknown.
 */
export type Why = "shape" | "literal" | "key" | "export" | "made" | "unknown";

/** What the complaints themselves tell of types that need a member without naming it; `shape` where they say that two do not fit. */
export function whyByShape(errors: readonly Complaint[], { old, fresh }: NewName): "shape" | "made" | "unknown" {
  const names = [old, fresh].map((one) => `'${one}'`);
  const isOfShape = ({ code, message }: Complaint) =>
    NOT_FITTING.has(Number(code)) || names.some((one) => message.includes(one));
  if (errors.some(isOfShape)) return "shape";
  const isMade = ({ code, message }: Complaint) =>
    NO_MEMBER.has(Number(code)) && firstQuoted(message).toLowerCase().includes(old.toLowerCase());
  return errors.every(isMade) ? "made" : "unknown";
}

/** Whether a complaint shows the name in quotes as an argument of a type: `Record<"name", unknown>` of `"name" in value`. */
export function isOfQuotedArgument({ message }: Complaint, old: string): boolean {
  return message.includes(`<"${old}"`) || message.includes(`, "${old}">`);
}

function firstQuoted(message: string): string {
  return /'([^']*)'/.exec(message)?.[1] ?? "";
}

/** That one type does not fit another, or has not what that asks for. */
const NOT_FITTING: ReadonlySet<number> = new Set([
  2322, 2344, 2345, 2352, 2353, 2375, 2379, 2416, 2420, 2430, 2559, 2560, 2561, 2684, 2739, 2740, 2741,
]);

/** That a type has no member of a name. */
const NO_MEMBER: ReadonlySet<number> = new Set([2339, 2551]);

/** @param name as it is shown */
export function refusalOf(why: Why, name: string): readonly [what: string, next: string] {
  switch (why) {
    case "shape":
      return [
        `Types that only share the shape would keep ${name}`,
        `Make these use the type that declares ${name}, or pass force and mend them after.`,
      ];
    case "literal":
      return [
        `Object literals that are taken for its type would keep ${name}`,
        "Pass force, then rename these keys too and mend what needs them.",
      ];
    case "made":
      return [`Names that types make of ${name} would stay`, "Pass force and rename these after."];
    case "unknown":
      return [`Types need ${name} where no reference tells of it`, "Pass force and mend these after."];
    case "export":
      return [`Its module is used as a value, of which types need ${name}`, "Pass force and mend these after."];
    case "key":
      return [`Names in quotes would stay ${name}`, "Pass force and write the new name there after."];
  }
}
