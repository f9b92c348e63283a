import { expect, test } from "bun:test";
import { loadParser } from "@kart/core/syntax/parser/parse";
import { editedSpans, type TextEdits, textEdits } from "@kart/core/text/text-edit";
import { corpusFiles } from "@kart/testkit/corpora";
import { FileText } from "../change/file-text.ts";
import { provenResult } from "../change/proven-result.ts";
import { duplicatesIn } from "./duplicates.ts";
import { isNameForName } from "./name-for-name.ts";

const oxc = await loadParser();
const FRESH = "Fresh$";
const WORDS_OF_A_FILE = 8;

test("what is only a name for a name needs no other proof, wherever in the text it stands", () => {
  let proven = 0;
  for (const { path, source } of corpusFiles("rxjs")) {
    const before = new FileText(oxc, path, source);
    const words = Map.groupBy(source.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu), ([word]) => word);
    const step = Math.max(1, Math.floor(words.size / WORDS_OF_A_FILE));
    for (const [index, [word, found]] of [...words].entries()) {
      if (index % step !== 0) continue;
      // In comments and strings too: more than any rename writes.
      const edits = textEdits(
        found.map(({ index: start }) => ({ span: { start, end: start + word.length }, text: FRESH })),
      ) as TextEdits;
      if (!isNameForName(source, edits, { old: word, fresh: FRESH })) continue;
      const { after } = provenResult(before, { edits, result: { start: 0, end: 0 }, warnings: [] });
      expect(duplicatesIn(after.symbols(), FRESH, editedSpans(edits))).toEqual([]);
      proven++;
    }
  }
  expect(proven).toBeGreaterThan(1000);
});
