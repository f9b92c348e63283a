/**
 * Words by which nothing is called in a module: https://tc39.es/ecma262/#prod-ReservedWord, with what strict mode, modules and generators
 * add.
 */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield".split(
    " ",
  ),
);
