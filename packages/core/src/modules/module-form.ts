import type { ModuleRecord } from "../syntax/module-records/module-record.ts";

/** The condition of package.json that holds for what a module loads. */
export type ModuleForm = "import" | "require";

/** How a file loads modules, by specifier, where each of its imports of one is a call that tells: the file does of others. */
export function formsOf({ imports }: ModuleRecord): ReadonlyMap<string, ModuleForm> {
  const forms = new Map<string, ModuleForm | undefined>();
  for (const { specifier, call } of imports) {
    const form = formOf(call);
    forms.set(specifier, forms.has(specifier) && forms.get(specifier) !== form ? undefined : form);
  }
  return new Map([...forms].filter((one): one is [string, ModuleForm] => one[1] !== undefined));
}

function formOf(call: string | undefined): ModuleForm | undefined {
  return call === "import" ? "import" : call === "require" || call === "require.resolve" ? "require" : undefined;
}
