import { type ExportRecord, moduleRecord } from "../syntax/module-record.ts";
import { loadParser } from "../syntax/parse.ts";
import type { Questions } from "./questions.ts";
import { topLevelNames } from "./top-level.ts";

export interface ModuleExports {
  /** None of a file that does not parse. */
  readonly exports: readonly ExportRecord[];
  /** Whether the name at an offset (UTF-16) is that of a declaration of the file's top level. */
  readonly isTopLevel: (offset: number) => boolean;
}

/** What a file exports; read once for as long as nothing changes, for it takes parsing the file twice. */
export function moduleExports(questions: Questions, file: string): Promise<ModuleExports> {
  return questions.kept(`exports ${file}`, async () => {
    const oxc = await loadParser();
    const source = questions.reader.textOf(file)?.source ?? "";
    const read = moduleRecord(oxc, file, source);
    return { exports: read.ok ? read.record.exports : [], isTopLevel: topLevelNames(oxc, file, source) };
  });
}
