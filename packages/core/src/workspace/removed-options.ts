/** What comes nearest to a value that TypeScript 7 refuses; null takes an option away, undefined says that it takes the value. */
type Replacing = (value: unknown) => unknown;

const away: Replacing = () => null;
const unlessFalse: Replacing = (value) => (value === false ? null : undefined);
const insteadOf =
  (values: RegExp, by: string | null): Replacing =>
  (value) =>
    typeof value === "string" && values.test(value) ? by : undefined;

/**
 * Options that TypeScript 7 refuses, or values of them, as its compiler says. To `esModuleInterop: false`, with which namespaces may be
 * called, nothing comes near.
 */
const REMOVED: Readonly<Record<string, Replacing>> = {
  target: insteadOf(/^es[35]$/i, "es2015"),
  module: insteadOf(/^(?:none|amd|umd|system)$/i, "commonjs"),
  moduleResolution: insteadOf(/^(?:node|node10|classic)$/i, null),
  allowSyntheticDefaultImports: unlessFalse,
  alwaysStrict: unlessFalse,
  downlevelIteration: away,
  outFile: away,
  charset: away,
  importsNotUsedAsValues: away,
  keyofStringsOnly: away,
  noImplicitUseStrict: away,
  noStrictGenericChecks: away,
  out: away,
  preserveValueImports: away,
  suppressExcessPropertyErrors: away,
  suppressImplicitAnyIndexErrors: away,
};

/** Whether there was such an option once, some values of which at least TypeScript 7 refuses. */
export function isRemovedOption(name: string): boolean {
  return name === "prepend" || Object.hasOwn(REMOVED, name);
}

/** What is to stand in the place of some compiler options for TypeScript 7 to take them, by their names; undefined of those that it takes. */
export function replacedOptions(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => {
      const replacing = REMOVED[name];
      return replacing === undefined ? [] : [[name, value === null ? undefined : replacing(value)]];
    }),
  );
}
