import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { corpusFiles, corpusFolder } from "@kart/testkit/corpora";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";

// A busy machine is no failure.
setDefaultTimeout(90_000);

const OPTIONS = {
  strict: true,
  module: "preserve",
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** zod's sources as one project, or as a project for each of their folders, none of which refers to another. */
function zod(isSplit: boolean): LanguageWorkspace {
  const workspace = new LanguageWorkspace("");
  const { files } = workspace;
  cpSync(corpusFolder("zod"), files.path("src"), { recursive: true, dereference: true });
  files.write("base.json", JSON.stringify({ compilerOptions: OPTIONS }));
  const folders = readdirSync(files.path("src"), { recursive: true, encoding: "utf8" }).map((path) => dirname(path));
  const config = (include: string) => JSON.stringify({ extends: `${files.root}/base.json`, include: [include] });
  if (isSplit) for (const folder of new Set(folders)) files.write(`src/${folder}/tsconfig.json`, config("*.ts"));
  else files.write("tsconfig.json", config("src"));
  return workspace;
}

/** Every 80th exported declaration, as the offset of its name in its file. */
function symbols(): { readonly path: string; readonly offset: number }[] {
  const exported = /^export (?:declare |abstract )*(?:const|function|class|interface|type) (\w+)/gm;
  const all = Array.from(corpusFiles("zod")).flatMap(({ path, source }) =>
    Array.from(source.matchAll(exported), ({ index, 0: head, 1: name = "" }) => ({
      path: path.replace("zod/", ""),
      offset: index + head.length - name.length,
    })),
  );
  return all.filter((_, index) => index % 80 === 0);
}

test("a project for each folder gives the references that one project gives, each project loaded for all of them", async () => {
  using whole = zod(false);
  using split = zod(true);
  const chosen = symbols();
  expect(chosen.length).toBeGreaterThan(10);
  let total = 0;
  for (const { path, offset } of chosen) {
    const wanted = await whole.covered(whole.at(path, offset));
    expect({ path, offset, ...(await split.covered(split.at(path, offset))) }).toEqual({ path, offset, ...wanted });
    // Its own tests import it by its name, which leads nowhere here.
    const left = wanted.unseen.filter((one) => !/\(by "zod[^"]*", which leads nowhere\)$/.test(one));
    expect([...wanted.outside, ...left]).toEqual([]);
    total += wanted.references.length;
  }
  expect(total).toBeGreaterThan(100);
});
