import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { count, escapeName } from "@kart/core/text/display";
import * as z from "zod";
import type { CoChangeAnswer, CoChangeOutcome, FoundNeighbor } from "../cochange/co-change.ts";
import type { CochangeServices } from "../services.ts";
import { remarkNotes } from "../cochange/remark-notes.ts";

const path = z.string().max(10_000);

export const cochange = defineTool({
  name: "kart_cochange",
  title: "Files that change together",
  description:
    "What else changes with these files? Ranked by the git history, where newer and smaller commits count more, and by names that are alike. Pass the files of your change (`paths`), or nothing for what git sees as changed, before you finish: what you forgot stands on top, also tests, docs and config that no import leads to. Each row: share of the given files' commits that touched it too, number of those commits, last one.",
  input: z.strictObject({
    path: path.describe("File").optional(),
    paths: z.array(path).min(1).max(200).describe("Files of one change").optional(),
    limit: z.int().min(1).max(500).default(20),
    minCommits: z.int().min(1).max(1000).default(1).describe("Fewest shared commits"),
  }),
  output: z.object({
    paths: z.array(z.string()).optional(),
    neighbors: z
      .array(
        z.object({
          path: z.string(),
          score: z.number(),
          commits: z.int().optional(),
          confidence: z.number().optional(),
          lastChanged: z.string().optional(),
        }),
      )
      .optional(),
    truncated: z.boolean().optional(),
    pathCommits: z.int().optional(),
    commitsSeen: z.int().optional(),
    indexedTo: z.string().optional(),
    source: z.enum(["git", "varp"]).optional(),
    notes: z.array(z.string()).optional(),
    error: z.literal("co_change_data_unavailable").optional(),
    message: z.string().optional(),
    path: z.string().optional(),
  }),
  hints: READ_ONLY,
  handler: async (args, { services, signal }: ToolContext<CochangeServices>) => {
    const coChange = await services.coChange();
    const paths = [...new Set([...(args.path === undefined ? [] : [args.path]), ...(args.paths ?? [])])];
    const outcome = await coChange.ask({ paths, limit: args.limit, minCommits: args.minCommits }, signal);
    switch (outcome.status) {
      case "found":
        return answered(outcome.answer, headline(outcome.answer, args.minCommits));
      case "unchanged":
        return answered(outcome.answer, `${unaskable(outcome)} Pass path or paths to ask about files.`);
      case "unavailable":
        return unanswered(outcome);
    }
  },
});

function unanswered({ path: itsPath, reason }: Extract<CoChangeOutcome, { status: "unavailable" }>) {
  const message = `There is no git history and no .varp/cochange.db to answer from: ${reason}`;
  const error = "co_change_data_unavailable" as const;
  return { structured: { error, message, path: itsPath }, text: `${error}: ${message}` };
}

function unaskable({ passedOver, isBare }: Extract<CoChangeOutcome, { status: "unchanged" }>): string {
  if (isBare) return "A bare repository has no changed files.";
  if (passedOver === 0) return "git sees nothing as changed.";
  return `Of ${count(passedOver, "file")} that git sees as changed, none is one to ask about: not in the root, or written by a program.`;
}

function answered(answer: CoChangeAnswer, firstLine: string) {
  const notes = remarkNotes(answer.remarks);
  const { paths, neighbors, truncated, pathCommits, onlyTogether, commitsSeen, indexedTo, source } = answer;
  // Data without neighbours would say that nothing ever changed with the files.
  const said = onlyTogether === undefined ? notes : [firstLine, ...notes];
  return {
    structured: {
      paths: [...paths],
      neighbors: neighbors.map(plain),
      truncated,
      commitsSeen,
      source,
      ...(pathCommits === undefined ? {} : { pathCommits }),
      ...(indexedTo === undefined ? {} : { indexedTo }),
      ...(said.length === 0 ? {} : { notes: said }),
    },
    text: [firstLine, ...neighbors.map(row), ...notes].join("\n"),
  };
}

function plain({ path: itsPath, score, commits, confidence, lastChanged }: FoundNeighbor) {
  return {
    path: itsPath,
    score: rounded(score),
    ...(commits === undefined ? {} : { commits }),
    ...(confidence === undefined ? {} : { confidence: rounded(confidence) }),
    ...(lastChanged === undefined ? {} : { lastChanged: new Date(lastChanged * 1000).toISOString() }),
  };
}

/** Four digits: more would only cost. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** Paths named before the rest is counted. */
const MAX_NAMED = 3;

function headline(answer: CoChangeAnswer, minCommits: number): string {
  const { paths, neighbors, truncated, pathCommits, onlyTogether, commitsSeen, indexedTo } = answer;
  const named = paths.slice(0, MAX_NAMED).map((one) => escapeName(one));
  const subject = [...named, ...(paths.length > MAX_NAMED ? [`${paths.length - MAX_NAMED} more`] : [])].join(", ");
  const seen =
    pathCommits === undefined
      ? "by .varp/cochange.db"
      : `${count(pathCommits, "commit")} of ${commitsSeen.toLocaleString("en-US")}, to ${(indexedTo ?? "none").slice(0, 10)}`;
  if (onlyTogether !== undefined)
    return `Nothing is known to change with ${subject} (${seen}): the only commit with other files changed ${onlyTogether.toLocaleString("en-US")} of them, which tells nothing.`;
  if (neighbors.length === 0)
    return `Nothing that exists now changed${minCommits > 1 ? ` ${minCommits} times` : ""} with ${subject} (${seen}).`;
  const order = truncated ? `the likeliest ${neighbors.length} (raise limit for more)` : "likeliest first";
  return `With ${subject} (${seen}) change, ${order}:`;
}

/** `62% 31x 2026-05-01 src/router.test.ts` */
function row({ path: itsPath, score, commits, confidence, lastChanged }: FoundNeighbor): string {
  if (commits === undefined || confidence === undefined || lastChanged === undefined)
    return `${rounded(score)} ${escapeName(itsPath)}`;
  const day = new Date(lastChanged * 1000).toISOString().slice(0, 10);
  return `${Math.round(confidence * 100)}% ${commits}x ${day} ${escapeName(itsPath)}`;
}
