import { nameAt } from "../text/name-at.ts";
import { type FileEdits, fileEditsFrom } from "./answers.ts";
import { searchableContents, searchableTexts } from "./uses/searchable-texts.ts";
import { cover } from "./projects/cover.ts";
import type { Coverage } from "./projects/projects.ts";
import type { Place, Questions } from "./questions.ts";
import { fileUri } from "./session/uri.ts";

export interface Rename {
  /** None where nothing can be renamed there. In the offsets of the texts that were asked about. */
  readonly files: readonly FileEdits[];
  readonly coverage: Coverage;
}

/** Texts that stand in the place of files for one question. */
export interface Overlay {
  /** By absolute path. */
  readonly contents: ReadonlyMap<string, string>;
  /** Where the place that is asked about stands in them. UTF-16 offset. */
  readonly offset: number;
  /** Files that must be seen besides those that may refer to the symbol, absolute. */
  readonly seen: readonly string[];
}

const NONE: ReadonlyMap<string, string> = new Map();

/** The changes that give a symbol another name. */
export async function rename(
  questions: Questions,
  place: Place,
  newName: string,
  overlay: Overlay | undefined,
): Promise<Rename> {
  const coverage = await cover(questions, [place]);
  const { projects, documents } = questions.session;
  if (overlay !== undefined) await projects.load(overlay.seen, questions.signal);
  const { source } = questions.text(place.path.absolute);
  const old = nameAt(overlay?.contents.get(place.path.absolute) ?? source, overlay?.offset ?? place.offset);
  const names = old === undefined ? [newName] : [old, newName];
  const searchable = await searchableTexts(questions, place, names);
  const texts = new Map([
    ...searchable,
    ...(await searchableContents(questions, place, overlay?.contents ?? NONE, names)),
  ]);
  const text = texts.get(place.path.absolute) ?? (await questions.askable(place.path.absolute));
  const answer = await documents.withContents([...texts], () =>
    questions.request("textDocument/rename", {
      textDocument: { uri: fileUri(place.path.absolute) },
      position: text.positionAt(overlay?.offset ?? place.offset),
      newName,
    }),
  );
  return { files: fileEditsFrom(answer, questions.reader.seeing(texts)), coverage };
}
