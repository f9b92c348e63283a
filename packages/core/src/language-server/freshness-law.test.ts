import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { LanguageWorkspace } from "@kart/testkit/language-workspace";
import * as fc from "fast-check";

setDefaultTimeout(90_000);

/** Enough that they are loaded together. */
const PROJECTS = 12;

const HUB = `// @filename: hub/package.json
{ "name": "hub" }
// @filename: hub/tsconfig.json
{}
// @filename: hub/hub.ts
export function he/*|*/llo() {}
`;

const USES = ["", "hello();\nhello;\n", "export { hello };\n", "export const api = { hello };\n"];
const CONFIGS = [
  "{}",
  '{ "include": ["**/*"] }',
  '{ "files": ["p.ts"] }',
  '{ "compilerOptions": { "lib": ["esnext"], "strict": true } }',
];

interface Change {
  readonly kind: "use" | "add" | "empty" | "remove" | "make" | "configure" | "unconfigure" | "hub";
  readonly project: number;
  readonly choice: number;
}

/** Few projects and mostly two kinds, so that one file loses what is asked about and gets it back. */
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom<Change["kind"]>("use", "empty"), weight: 3 },
    { arbitrary: fc.constantFrom("add", "remove", "make", "configure", "unconfigure", "hub"), weight: 1 },
  ),
  project: fc.nat(1),
  choice: fc.nat(3),
});

const step = (kind: Change["kind"], project = 1, choice = 1): Change => ({ kind, project, choice });

/** Files that import what is asked about no longer, and do again. */
const AGAIN = [
  [step("use")],
  [step("empty")],
  [step("use")],
  [step("empty", 0)],
  [step("empty", 0)],
  [step("empty")],
  [step("empty"), step("hub")],
  [step("use")],
  [step("empty")],
  [step("empty", 0)],
];

const importing = (choice: number) => `import { hello } from "../hub/hub";\n${USES[choice] ?? ""}`;

function make({ files }: LanguageWorkspace, project: number, choice: number): void {
  files.write(`p${project}/package.json`, `{ "name": "p${project}", "dependencies": { "hub": "*" } }`);
  files.write(`p${project}/tsconfig.json`, CONFIGS[choice] ?? "");
  files.write(`p${project}/p.ts`, importing(choice));
}

function apply(workspace: LanguageWorkspace, { kind, project, choice }: Change): void {
  const { files } = workspace;
  const folder = `p${project}`;
  if (kind === "use") files.write(`${folder}/p.ts`, importing(choice));
  else if (kind === "add") files.write(`${folder}/more${choice}.ts`, importing(choice));
  else if (kind === "empty") files.write(`${folder}/p.ts`, "export {};\n");
  else if (kind === "remove") rmSync(files.path(folder), { recursive: true, force: true });
  else if (kind === "make") make(workspace, project, choice);
  else if (kind === "configure") files.write(`${folder}/tsconfig.json`, CONFIGS[choice] ?? "");
  else if (kind === "unconfigure") rmSync(files.path(`${folder}/tsconfig.json`), { force: true });
  else files.write("hub/hub.ts", `${"\n".repeat(choice)}export function hello() {}\n`);
}

test("whatever changes on disk, a server that lives on answers as a new one does", async () => {
  const steps = fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      using workspace = new LanguageWorkspace(HUB);
      for (let project = 0; project < PROJECTS; project++) make(workspace, project, project % 4);
      for (const changes of all) {
        for (const one of changes) apply(workspace, one);
        const place = workspace.at("hub/hub.ts", "hello");
        using fresh = workspace.newServer();
        expect(await workspace.covered(place)).toEqual(await workspace.covered(place, fresh));
      }
    }),
    { numRuns: 2, endOnFailure: true, examples: [[AGAIN]] },
  );
});
