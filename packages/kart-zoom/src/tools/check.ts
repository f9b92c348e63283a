import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { gapNote } from "@kart/core/text/gap-note";
import { LineIndex } from "@kart/core/text/line-index";
import { lineEnd, lineStart } from "@kart/core/text/lines";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { briefMessage } from "../check/brief-message.ts";
import { closureNote, diagnosticData, notKnown, oldNote, otherVoice, parted, rest, rows } from "../check/complaints.ts";
import { leftNote } from "../check/left-out.ts";
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
  handler: async (args, { workspace, services, signal, progress }: ToolContext<ZoomServices>) => {
    refuseMixtures(args);
    const [
      server,
      sources,
      { namedFiles, changedSources, withDataInUse, withDependents, withoutUnread },
      { declaresGlobally },
      { withoutContents },
    ] = await Promise.all([
      services.languageServer(),
      services.sources(),
      import("../check/files-to-check.ts"),
      import("../check/declares-globally.ts"),
      import("../check/head-complaints.ts"),
    ]);
    const found =
      args.paths === undefined
        ? await changedSources(workspace, signal)
        : await namedFiles(workspace, args.paths, args.content, signal);
    const graph = async () => (await services.modules()).graph(signal);
    // Most JSON that changes concerns no source; what was named is answered for anyway.
    const named =
      args.paths === undefined && found.data.length > 0 ? withDataInUse(workspace, await graph(), found) : found;
    const isGlobal = (at: string) => {
      const texts = [sources.within(at)?.text ?? "", at === named.files[0]?.relative ? (args.content ?? "") : ""];
      return texts.some((text) => declaresGlobally(sources.oxc, at, text));
    };
    const all = args.dependents
      ? withDependents(workspace, await graph(), named, args.paths !== undefined, isGlobal)
      : named;
    const overlaid = [...named.files.map(({ relative }) => relative), ...named.data].slice(0, 1);
    const contents = new Map(
      args.content === undefined
        ? []
        : overlaid.map((at) => [join(workspace.root.absolute, at), args.content as string]),
    );
    const target = withoutUnread(all, contents);
    const { files } = target;
    let answered = 0;
    const late: string[] = [];
    const { diagnostics, coverage, configProblems } = await server.diagnosticsOfAll(files, contents, signal, {
      onAnswer: () => progress(++answered, files.length, "files checked"),
      onLate: ({ relative }) => late.push(relative),
      withConfigs: true,
    });
    const readers = args.dependents ? await server.dependentsOnBuilt(named.files, files, signal) : [];
    const loose = coverage.outside.map((file) => workspace.root.relative(file));
    const isLate = new Set(late);
    const done = files.map(({ relative }) => relative).filter((at) => !isLate.has(at));
    const missing = [
      ...leftNote(done, [...new Set([...late, ...target.left])], late.length),
      ...gapNote("NOT checked", target.unread),
      ...target.gaps,
      ...gapNote("NOT checked, since TypeScript cannot read them", target.components),
      ...readers.map(({ read, by }) => `NOT checked against the sources, but against ${read}: ${by}`),
    ];
    const doubts = [
      ...gapNote("Checked without what is wrong in", [
        ...new Set(configProblems.map(({ location }) => location.path ?? location.file)),
      ]),
      ...gapNote("In no tsconfig, and checked with TypeScript's default settings", loose),
    ];
    const least = SEVERITIES.indexOf(args.severity);
    const wanted = [...configProblems, ...diagnostics.flat()].filter(
      ({ severity }) => SEVERITIES.indexOf(severity) <= least,
    );
    // What is not there yet has nothing that it could be held against.
    const isContent = [...contents.keys()].some((file) => existsSync(file));
    const before = async () => {
      const asked = { server, sources };
      if (isContent) return withoutContents(wanted, contents, asked, workspace.root, signal);
      if (args.paths !== undefined) return undefined;
      return (await services.headComplaints()).among(wanted, found, named.data, asked, signal);
    };
    const since = wanted.length === 0 ? undefined : await before();
    const { fresh, old } = parted(wanted, since);
    const errors = wanted.filter(({ severity }) => severity === "error").map(({ location }) => location.file);
    const { otherTypeScript } = await import("@kart/core/language-server/session/server-binary");
    const other = errors.length === 0 ? undefined : otherTypeScript(workspace.root.absolute, errors);
    const textOf = (file: string) => contents.get(file) ?? sources.at(file)?.text ?? "";
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
    const summary = summaryOf(wanted, target, args, done.length, since?.status === "known" ? fresh.length : undefined);
    return {
      structured: {
        success: wanted.every(({ severity }) => severity !== "error"),
        diagnostics: data,
        summary,
        filesChecked: done.length,
        complete: missing.length + doubts.length === 0,
        truncated: data.length < wanted.length,
      },
      text: [
        summary,
        ...missing,
        ...otherVoice(other),
        ...closureNote(fresh, lineOf),
        ...rows(shown),
        ...rest(fresh.length - shown.length),
        ...oldNote(old, isContent),
        ...notKnown(since, isContent),
        ...doubts,
      ].join("\n"),
    };
  },
});

interface Arguments {
  readonly paths?: readonly string[] | undefined;
  readonly changed: boolean;
  readonly dependents: boolean;
  readonly content?: string | undefined;
}

function refuseMixtures({ paths, changed, content: text }: Arguments): void {
  if (changed && paths !== undefined)
    throw new ToolError("invalid_argument", "Pass either paths or changed. Without paths, what changed is checked.");
  if (text !== undefined && paths?.length !== 1)
    throw new ToolError("invalid_argument", "content stands in the place of one file: pass that one in paths.");
}
