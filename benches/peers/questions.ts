import { basename } from "node:path";
import { CHANGED, LISTED, nameAfter, RENAMED, SEARCHED, TYPED, USED } from "./asked.ts";
import type { Project } from "./project.ts";
import { changedText, type Truths, withoutSpace } from "./truths.ts";

/** What a program gave to one question. */
export interface Answer {
  /** All that a model would read. */
  readonly text: string;
  /** `path:line` of each place that it names, in its order; for questions about places. */
  readonly places?: readonly string[];
}

export interface Question {
  readonly title: string;
  /** What is asked, word for word. */
  readonly asked: string;
  /** Nothing where the answer is right, else what is wrong with it. `before` is the project as it was. */
  readonly fault: (answer: Answer, context: Context) => string | undefined;
  /** Once, when all is asked. */
  readonly finalFault?: (project: Project) => string | undefined;
}

interface Context {
  readonly truths: Truths;
  readonly project: Project;
  /** What {@link CHANGED} held before. */
  readonly original: string;
  /** From 1. */
  readonly round: number;
}

export type QuestionName = "declared" | "uses" | "search" | "list" | "type" | "change" | "rename";

export const QUESTIONS: Readonly<Record<QuestionName, Question>> = {
  declared: {
    title: "Where is it declared?",
    asked: `the declaration of \`${USED.symbol}\`, by name alone`,
    fault: ({ places = [] }, { truths }) =>
      places[0] === truths.declared ? undefined : places.length === 0 ? "found nothing" : `named ${places[0]} first`,
  },
  uses: {
    title: "Who uses it?",
    asked: `every line that refers to \`${USED.symbol}\` of \`${USED.path}\``,
    fault: ({ places = [] }, { truths }) => difference(places, truths.uses, truths.declared),
  },
  search: {
    title: "Text search",
    asked: `every line with \`${SEARCHED}\``,
    fault: ({ places = [] }, { truths }) => difference(places, truths.matches),
  },
  list: {
    title: "List a folder",
    asked: `what is in \`${LISTED}\``,
    fault: ({ text }, { truths }) => {
      const names = (text.match(/[\w./-]+\.ts\b/g) ?? []).map((path) => basename(path));
      return difference(names, truths.entries);
    },
  },
  type: {
    title: "What type is it?",
    asked: `the type of \`${TYPED.symbol}\` in \`${TYPED.path}\`, which is inferred`,
    fault: ({ text }, { truths }) =>
      withoutSpace(text).includes(truths.type) ? undefined : `says \`${firstCode(text)}\``,
  },
  change: {
    title: "Change one line",
    asked: `the first ${CHANGED.shown} lines of \`${CHANGED.path}\`, then line ${CHANGED.line} changed; the file's bytes are compared`,
    fault: (_, { project, original, round }) =>
      project.read(CHANGED.path) === changedText(original, round) ? undefined : "other bytes than asked for",
  },
  rename: {
    title: "Rename across files",
    asked: `\`${RENAMED.symbol}\` of \`${RENAMED.path}\` given another name, in every place that the compiler knows; it must be content afterwards`,
    fault: (_, { truths, project, round }) => {
      const made = project.count(nameAfter(round));
      return made === truths.renamed ? undefined : `${made} of ${truths.renamed} places renamed`;
    },
    finalFault: (project) => {
      const errors = project.compile().match(/: error TS/g)?.length ?? 0;
      return errors === 0 ? undefined : `${errors} compiler errors`;
    },
  },
};

/** `7 of 9 found, 3 that are none`, or nothing. */
function difference(said: readonly string[], wanted: ReadonlySet<string>, neutral?: string): string | undefined {
  const named = new Set(said.filter((one) => one !== neutral));
  const found = [...wanted].filter((one) => named.has(one)).length;
  const wrong = named.size - found;
  if (found === wanted.size && wrong === 0) return undefined;
  return `${found} of ${wanted.size} found${wrong > 0 ? `, and ${wrong} that are none` : ""}`;
}

function firstCode(text: string): string {
  const line = text.split("\n").find((one) => one.includes(TYPED.symbol) && one.includes("(")) ?? text.split("\n")[0];
  return (line ?? "").trim();
}
