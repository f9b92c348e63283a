import { expect, test } from "bun:test";
import { libraryMembers } from "./library-members.ts";

test("members of the language and of the DOM are known, and no words of comments", () => {
  const names = libraryMembers(import.meta.dir);
  for (const name of ["method", "once", "toFixed", "minimumFractionDigits", "addEventListener"])
    expect(names.has(name), name).toBe(true);
  for (const name of ["returns", "hashKey", "constructorOf", ""]) expect(names.has(name), name).toBe(false);
});
