import { markedFiles } from "@kart/testkit/marked-source";
import { type Desk, sharedDesk } from "./ask.ts";

export const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: "preserve",
    target: "esnext",
    lib: ["esnext"],
    jsx: "preserve",
    allowJs: true,
    skipLibCheck: true,
    types: [],
  },
});

export interface RenameData {
  readonly files: readonly { readonly path: string; readonly edits: number }[];
  readonly totalEdits: number;
  readonly diff: string;
  readonly complete: boolean;
  readonly totalMentions: number;
  readonly mentions: readonly { readonly path: string; readonly line: number }[];
  readonly warnings: readonly string[];
}

/** Desks of one file of tests. Files in one text; the first is `a.ts` unless it says otherwise. */
export function renameDesks(): (text: string) => Promise<Desk> {
  const deskWith = sharedDesk();
  return (text) => {
    const named = text.startsWith("// @filename") ? text : `// @filename: a.ts\n${text}`;
    return deskWith({ "tsconfig.json": TSCONFIG, ...markedFiles(named) });
  };
}

/** What the files of a text hold now, in one text again. */
export function textOf(desk: Desk, text: string): string {
  return text.replaceAll(
    /^\/\/ @filename: (.+)\n(?:(?!\/\/ @filename)[^]*?)(?=\/\/ @filename|$(?![^]))/gm,
    (_all, path: string) => {
      return `// @filename: ${path}\n${desk.workspace.read(path)}`;
    },
  );
}
