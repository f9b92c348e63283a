import type { SourceLocation } from "../locations.ts";
import type { Place, Questions } from "../questions.ts";

/** What the server says implements something, without `this` of static methods, which it takes for declarations of their class. */
export async function namedImplementations(questions: Questions, place: Place): Promise<SourceLocation[]> {
  const found = await questions.locations("implementation", place);
  return found.filter(({ file, span }) => {
    const source = questions.reader.textOf(file)?.source ?? "";
    return !THIS.test(source.slice(span.start, span.start + THIS_LENGTH));
  });
}

const THIS = /^this(?![\p{ID_Continue}$])/u;
/** UTF-16 units: the word, and what stands behind it. */
const THIS_LENGTH = 5;
