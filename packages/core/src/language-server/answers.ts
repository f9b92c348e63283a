import type { CompletionItem, Diagnostic, MarkupContent, TextEdit as LspTextEdit } from "vscode-languageserver-types";
import { escapeName } from "../text/display.ts";
import { plainPaths } from "../text/plain-paths.ts";
import { type TextEdits, textEdits } from "../text/text-edit.ts";
import { ToolError } from "../mcp/tool-error.ts";
import type { WorkspaceRoot } from "../workspace/workspace-path.ts";
import { LocationReader, type SourceLocation } from "./locations.ts";
import type { LspText } from "./session/lsp-text.ts";
import { filePath } from "./session/uri.ts";

/** What a server says about a name: its signature in a code block, then its documentation. Markdown. */
export interface Hover {
  readonly markdown: string;
}

export interface SourceDiagnostic {
  readonly severity: "error" | "warning" | "information" | "hint";
  /** TypeScript's number, such as 2322; absent where the server gives none. */
  readonly code?: number | string;
  readonly message: string;
  readonly location: SourceLocation;
}

/**
 * The compiler's numbers for what a configuration may forbid though nothing breaks by it: what is unused (61xx, 62xx), what is
 * never reached, and ways through a `switch` or a function.
 */
const STYLE_CHECKS = new Set<number | string | undefined>([
  6133, 6138, 6192, 6196, 6198, 6199, 6205, 7027, 7028, 7029, 7030,
]);

/** Whether a complaint is about style, in the server's word for it, and says nothing against what the code means. */
export function isStyleCheck({ code }: SourceDiagnostic): boolean {
  return STYLE_CHECKS.has(code);
}

/** The changes of one file that a rename asks for. */
export interface FileEdits {
  /** Absolute. */
  readonly file: string;
  readonly edits: TextEdits;
}

export type { CompletionItem };

export function hoverFrom(answer: unknown, root: WorkspaceRoot): Hover | undefined {
  const contents = (answer as { readonly contents?: MarkupContent | string } | null)?.contents;
  const markdown = typeof contents === "string" ? contents : contents?.value;
  return markdown === undefined || markdown.trim() === ""
    ? undefined
    : { markdown: plainPaths(markdown, root.absolute) };
}

export function locationsFrom(answer: unknown, reader: LocationReader): SourceLocation[] {
  const list = [answer ?? []].flat() as Parameters<LocationReader["locate"]>[0][];
  return reader.withoutRepeated(list).flatMap((one) => reader.locate(one) ?? []);
}

export function completionsFrom(answer: unknown): CompletionItem[] {
  if (answer === null || answer === undefined) return [];
  const list = answer as CompletionItem[] | { readonly items: CompletionItem[] };
  return Array.isArray(list) ? list : list.items;
}

/** A completion that was described, without the paths of this machine. */
export function describedFrom(answer: unknown, root: WorkspaceRoot): CompletionItem {
  const { detail, documentation, ...item } = answer as CompletionItem;
  const plain = (text: string) => plainPaths(text, root.absolute);
  return {
    ...item,
    ...(detail !== undefined && { detail: plain(detail) }),
    ...(documentation !== undefined && {
      documentation:
        typeof documentation === "string"
          ? plain(documentation)
          : { ...documentation, value: plain(documentation.value) },
    }),
  };
}

const SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** @param text what was checked */
export function diagnosticsFrom(answer: unknown, uri: string, text: LspText, root: WorkspaceRoot): SourceDiagnostic[] {
  const items = (answer as { readonly items?: readonly Diagnostic[] } | null)?.items ?? [];
  const reader = new LocationReader(root, undefined, new Map([[filePath(uri) ?? "", text]]));
  return items.flatMap(({ severity, code, message, range }) => {
    const location = reader.locate({ uri, range });
    if (location === undefined) return [];
    const kind = SEVERITIES[(severity ?? 1) - 1] ?? "error";
    const words = typeof message === "string" ? message : message.value;
    return [
      { severity: kind, ...(code === undefined ? {} : { code }), message: plainPaths(words, root.absolute), location },
    ];
  });
}

/**
 * Throws `binary_file` where the server asks for changes of a file that we cannot read as it does, such as one in UTF-16, `not_a_file` where
 * it does so of a symlink and not of what that leads to, and `backend_failed` where they overlap, or are of files that are not as it saw
 * them.
 */
export function fileEditsFrom(answer: unknown, reader: LocationReader): FileEdits[] {
  const { changes = {} } = (answer ?? {}) as { readonly changes?: Readonly<Record<string, readonly LspTextEdit[]>> };
  const all = Object.entries(changes).flatMap(([uri, list]) => list.map((edit) => ({ uri, ...edit })));
  return Array.from(
    Map.groupBy(reader.withoutRepeated(all), ({ uri }) => uri),
    ([uri, list]) => {
      const own = list.filter(({ range }) => !reader.isAdded({ uri, range }));
      // A name that stands for two symbols, as in `export { a as b }` of both, is named twice.
      const once = new Map(own.map((edit) => [JSON.stringify(edit), edit])).values();
      const located = Array.from(once, ({ range, newText }) => ({
        span: reader.locate({ uri, range })?.span,
        text: newText,
      }));
      const whole = located.flatMap(({ span, text }) => (span === undefined ? [] : [{ span, text }]));
      const edits = whole.length === located.length ? textEdits(whole) : undefined;
      const [unread] = reader.unread;
      const target = unread === undefined ? undefined : reader.linkTarget(unread);
      if (unread !== undefined && target !== undefined)
        throw new ToolError(
          "not_a_file",
          `${escapeName(reader.nameOf(unread))} would change with it, and leads by a symlink to ${escapeName(reader.nameOf(target))}, which means something else by its own path. Remove the symlink, or change both by hand.`,
        );
      if (unread !== undefined)
        throw new ToolError(
          "binary_file",
          `${escapeName(reader.nameOf(unread))} would change with it, and is not text in UTF-8. Save it in UTF-8 first.`,
        );
      if (edits === undefined)
        throw new ToolError("backend_failed", `The language server's changes do not fit ${uri}. Try again.`);
      return { file: filePath(uri) as string, edits };
    },
  );
}
