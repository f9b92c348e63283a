/** What the names of two files say of each other. */
export interface NameFeatures {
  readonly folder: string;
  /** The base name without endings and test marks, in lower case: `router` of `src/Router.test.ts`. */
  readonly stem: string;
  readonly words: ReadonlySet<string>;
}

/** Words of paths that nearly every file has, or that only say what kind of file it is. */
const COMMON_WORDS = new Set("src lib packages test tests spec index ts tsx mts cts js jsx mjs cjs json".split(" "));

/** The same few thousand paths are met in every answer. */
const known = new Map<string, NameFeatures>();
const MAX_KNOWN = 20_000;

export function nameFeatures(path: string): NameFeatures {
  let features = known.get(path);
  if (features === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(path, (features = readName(path)));
  }
  return features;
}

function readName(path: string): NameFeatures {
  const slash = path.lastIndexOf("/");
  const words = path
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !COMMON_WORDS.has(word));
  return { folder: path.slice(0, Math.max(0, slash)), stem: stemOf(path.slice(slash + 1)), words: new Set(words) };
}

function stemOf(name: string): string {
  const dot = name.indexOf(".", 1);
  return (dot === -1 ? name : name.slice(0, dot)).toLowerCase().replace(/[-_](test|spec)s?$/, "");
}

/** How much a shared word or name may multiply a score by; measured, see `benches/cochange.ts`. */
const WORDS_WEIGHT = 4;
const STEM_WEIGHT = 2;

/** 1 for names that have nothing in common, up to 7 for a file and its test. */
export function kinship(a: NameFeatures, b: NameFeatures): number {
  return 1 + WORDS_WEIGHT * overlap(a.words, b.words) + (isSameStem(a, b) ? STEM_WEIGHT : 0);
}

/** `index` names a folder's file, and says something only within it. */
function isSameStem(a: NameFeatures, b: NameFeatures): boolean {
  return a.stem === b.stem && (a.stem !== "index" || a.folder === b.folder);
}

/** Shared words by all words (Jaccard). */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
