import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { lineEnd, lineStart } from "@kart/core/text/lines";
import * as z from "zod";
import { briefMessage } from "../check/brief-message.ts";
import {
  byOthersNote,
  closureNote,
  diagnosticData,
  notKnown,
  oldNote,
  otherVoice,
  parted,
  rest,
  rows,
  uncheckedNote,
} from "../check/complaints.ts";
import { leftNote } from "../check/left-out.ts";
import type { CheckArguments } from "../check/run-check.ts";
import { SEVERITIES, summaryOf } from "../check/summary.ts";
import type { ZoomServices } from "../services.ts";
import { content, path } from "./parameters.ts";

/** Complaints shown before the rest is counted. */
const MAX_SHOWN = 200;
/** Complaints that are told with each step of what the compiler explains. */
const MAX_EXPLAINED = 3;

export const check = defineTool({
  name: "kart_check",
  title: "Would this compile?",
  description:
    "Type errors of files or folders; of `content` that is not written yet, for one path; of what git sees as changed (no arguments), those that HEAD (or the file without `content`) has too counted apart. `dependents: true` also checks all that imports them or sees what they declare globally: pass it after changing a signature. Faster than running tsc, and before saving.",
  input: z.strictObject({
    paths: z.array(path).min(1).max(1_000).optional(),
    changed: z.boolean().default(false),
    content,
    dependents: z.boolean().default(false),
    severity: z.enum(SEVERITIES).default("error").describe("The least that is reported"),
  }),
  output: z.object({
    success: z.boolean(),
    diagnostics: z.array(
      z.object({
        severity: z.string(),
        code: z.string(),
        message: z.string(),
        path: z.string(),
        line: z.int(),
        column: z.int(),
        endLine: z.int(),
        endColumn: z.int(),
        new: z.boolean().optional(),
      }),
    ),
    summary: z.string(),
    filesChecked: z.int(),
    complete: z.boolean(),
    truncated: z.boolean(),
  }),
  hints: READ_ONLY,
  handler: async (args, context: ToolContext<ZoomServices>) => {
    refuseMixtures(args);
    const { runCheck } = await import("../check/run-check.ts");
    const checked = await runCheck(args, context);
    const { target, done, complaints, since, isContent, textOf } = checked;
    const missing = [
      ...leftNote(done, [...new Set([...checked.late, ...target.left])], checked.late.length),
      ...gapNote("NOT checked", target.unread),
      ...target.gaps,
      ...gapNote("NOT checked, since TypeScript cannot read them", target.components),
      ...checked.readers.map(({ read, by }) => `NOT checked against the sources, but against ${read}: ${by}`),
    ];
    const { errors: ofOthers, unchecked } = checked.others;
    const doubts = [
      ...uncheckedNote(unchecked),
      ...gapNote("Checked without what is wrong in", checked.configs),
      ...gapNote(looseHead(checked.loose.length), checked.loose),
    ];
    const { fresh, old } = parted(complaints, since);
    const told = [...fresh, ...old].slice(0, MAX_SHOWN);
    const toldOf = new Set(told.map(({ location }) => location.file));
    const linesOf = new Map(Array.from(toldOf, (file) => [file, new LineIndex(textOf(file))]));
    const data = told.map((one) => {
      const lines = linesOf.get(one.location.file) as LineIndex;
      const message = fresh.length > MAX_EXPLAINED ? briefMessage(one.message) : one.message;
      return {
        ...diagnosticData({ ...one, message }, lines.positionAt(one.location.span.end)),
        ...(since?.status === "known" && { new: !since.old.has(one) }),
      };
    });
    const shown = data.slice(0, fresh.length);
    const lineOf = ({ location: { file, span } }: (typeof fresh)[number]) => {
      const text = textOf(file);
      return text.slice(lineStart(text, span.start), lineEnd(text, span.start));
    };
    const amount = since?.status === "known" ? fresh.length : undefined;
    const summary = summaryOf(complaints, target, args, done.length, amount);
    return {
      structured: {
        success: complaints.every(({ severity }) => severity !== "error"),
        diagnostics: data,
        summary,
        filesChecked: done.length,
        complete: missing.length + doubts.length === 0,
        truncated: data.length < complaints.length,
      },
      text: [
        summary,
        ...missing,
        ...otherVoice(checked.other),
        ...closureNote(fresh, lineOf),
        ...rows(shown),
        ...rest(fresh.length - shown.length),
        ...byOthersNote(ofOthers),
        ...oldNote(old, isContent),
        ...notKnown(since, isContent),
        ...doubts,
      ].join("\n"),
    };
  },
});

function looseHead(count: number): string {
  return `In no tsconfig, and checked ${count > 1 ? "as one program " : ""}with TypeScript's default settings`;
}

interface Arguments extends Pick<CheckArguments, "paths" | "content"> {
  readonly changed: boolean;
}

function refuseMixtures({ paths, changed, content: text }: Arguments): void {
  if (changed && paths !== undefined)
    throw new ToolError("invalid_argument", "Pass either paths or changed. Without paths, what changed is checked.");
  if (text !== undefined && paths?.length !== 1)
    throw new ToolError("invalid_argument", "content stands in the place of one file: pass that one in paths.");
}
