import type { ModuleRecord } from "../syntax/module-records/module-record.ts";

/** The condition of package.json that holds for what a module loads. */
export type ModuleForm = "import" | "require";

/** How a file loads a module, where each of its imports of that is a call that tells: undefined leaves it to the file. */
export function formOf({ imports }: ModuleRecord, specifier: string): ModuleForm | undefined {
  const calls = new Set(imports.flatMap((one) => (one.specifier === specifier ? [one.call ?? ""] : [])));
  const [call] = calls;
  if (calls.size !== 1) return undefined;
  return call === "import" ? "import" : call === "require" || call === "require.resolve" ? "require" : undefined;
}
