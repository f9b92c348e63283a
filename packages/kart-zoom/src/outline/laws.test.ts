import { expect, setDefaultTimeout, test } from "bun:test";
import { CORPORA, corpusFiles } from "@kart/testkit/corpora";
import { declarationsOf } from "@kart/core/syntax/declarations";
import { type ModuleRecord, moduleRecord } from "@kart/core/syntax/module-records/module-record";
import { loadParser, parseSource } from "@kart/core/syntax/parser/parse";
import { outlineFile } from "./outline-file.ts";
import { localBlocks } from "./blocks.ts";
import { fitFile, fitFolder, type Section } from "./fit.ts";
import { ownExports } from "./own-exports.ts";
import { InferredTypes } from "./inferred-types.ts";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const oxc = await loadParser();

const namesOf = ({ exports }: ModuleRecord) => [...new Set(exports.map(({ name }) => name))].sort();

for (const corpus of CORPORA)
  test(`${corpus}: outlines are TypeScript, in any detail and at any length, with each declaration's line`, () => {
    let total = 0;
    let simple = 0;
    const sections: Section[] = [];
    // Of the largest, every fourth file is enough.
    const files = [...corpusFiles(corpus)].filter((_, index) => corpus !== "effect" || index % 4 === 0);
    for (const { path, source } of files) {
      const outcome = parseSource(oxc, path, source);
      if (!outcome.ok) continue;
      const { parsed } = outcome;
      const declarations = declarationsOf(parsed);
      const file = { path, text: source, lines: parsed.lines, parsed, declarations };
      const own = ownExports(file);
      const record = own === undefined ? undefined : moduleRecord(oxc, path, source);
      if (own !== undefined && record?.ok === true) {
        expect({ path, names: namesOf(own) }).toEqual({ path, names: namesOf(record.record) });
        simple++;
      }
      const blocks = localBlocks(outlineFile(file), path, InferredTypes.none);
      for (const limit of [Number.POSITIVE_INFINITY, 8000]) {
        const { text, symbols } = fitFile({ path, blocks, reExports: [] }, true, limit);
        expect({ path, errors: oxc.parseSync("a.d.ts", text, { lang: "dts" }).errors }).toEqual({ path, errors: [] });
        expect(text.length).toBeLessThan(limit + 200);
        if (limit !== Number.POSITIVE_INFINITY) continue;
        const marks = new Set(text.match(/(?<=\/\/ )\d+$/gm));
        const lines = (symbols[0] ?? []).map(({ line }) => String(line));
        expect({ path, unmarked: lines.filter((line) => !marks.has(line)) }).toEqual({ path, unmarked: [] });
      }
      expect(blocks.length).toBe(declarations.length);
      total += blocks.length;
      sections.push({ path, blocks: blocks.filter(({ outlined }) => outlined.exported), reExports: [] });
    }
    for (const limit of [Number.POSITIVE_INFINITY, 20_000]) {
      const { text } = fitFolder(corpus, sections, limit);
      expect(oxc.parseSync("a.d.ts", text, { lang: "dts" }).errors).toEqual([]);
      expect(text.length).toBeLessThan(limit);
    }
    expect(total).toBeGreaterThan(100);
    expect(simple).toBeGreaterThan(10);
  });
