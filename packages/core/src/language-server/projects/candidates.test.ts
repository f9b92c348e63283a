import { expect, test } from "bun:test";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";
import { Session } from "../session/session.ts";
import { Texts } from "../session/texts.ts";

test("who asks while a search is under way gets what it finds, and searches where it is given up", async () => {
  using marked = new LanguageWorkspace("// @filename: a.ts\nexport const [|a/*|*/|] = 1;\n");
  using session = await Session.start(marked.workspace, { texts: new Texts() });
  const { candidates } = session;
  let searches = 0;
  const search = () => {
    searches++;
    return Promise.resolve(searches);
  };
  const { promise, resolve } = Promise.withResolvers<number>();
  const first = candidates.shared("one", () => promise);
  const second = candidates.shared("one", search);
  resolve(7);
  expect(await Promise.all([first, second, candidates.shared("one", search)])).toEqual([7, 7, 7]);
  expect(searches).toBe(0);

  const stopped = candidates.shared("two", () => Promise.reject(new Error("stopped")));
  const others = [candidates.shared("two", search), candidates.shared("two", search)];
  expect(await Promise.all([stopped.catch(String), ...others])).toEqual(["Error: stopped", 1, 2]);
  expect(await candidates.shared("two", search)).toBe(2);
});
