import { defineTool, READ_ONLY, type ToolContext } from "@kart/core/mcp/define-tool";
import { ToolError } from "@kart/core/mcp/tool-error";
import { JSX_SOURCE } from "@kart/core/syntax/module-records/jsx-runtime";
import { isComponent, isPage, sourceLanguage } from "@kart/core/syntax/parser/source-language";
import { count, escapeName } from "@kart/core/text/display";
import { gapNote } from "@kart/core/text/gap-note";
import * as z from "zod";
import type { ModuleNode } from "@kart/core/modules/module-graph";
import type { Resolution } from "@kart/core/modules/resolver";
import type { NavServices } from "../services.ts";
import { configNote, unparsedNote } from "./notes.ts";
import { path } from "./parameters.ts";

const importOf = z.object({
  specifier: z.string(),
  resolvedPath: z.string().optional(),
  external: z.boolean(),
  names: z.array(z.object({ imported: z.string(), local: z.string(), typeOnly: z.boolean() })),
  line: z.int(),
  dynamic: z.boolean(),
  reExport: z.boolean(),
});

type Import = z.infer<typeof importOf>;

export const imports = defineTool({
  name: "kart_imports",
  title: "Imports of a file",
  description:
    "What does a file import and re-export, and which workspace file does each specifier lead to? Resolves tsconfig paths, workspace packages to their sources, `.js` written for `.ts`, import(), require(). Spares reading the file's head and guessing.",
  input: z.strictObject({ path: path("Source file") }),
  output: z.object({ path: z.string(), imports: z.array(importOf) }),
  hints: READ_ONLY,
  handler: async (args, { workspace, services, signal }: ToolContext<NavServices>) => {
    const file = workspace.root.proveFile(args.path);
    const index = await services.modules();
    const found = isSource(file.relative) ? await index.file(file.relative, signal) : undefined;
    if (found === undefined)
      throw new ToolError(
        "invalid_argument",
        `${escapeName(file.relative)} is no source file that can be read. Name a TypeScript or JavaScript file.`,
      );
    const { node, failure, problems } = found;
    const list = node.record.imports.map(({ specifier, names, line, dynamic, reExport }): Import => {
      const target = node.targets.get(specifier);
      return {
        specifier,
        ...(target?.kind === "source" || target?.kind === "asset" ? { resolvedPath: target.path } : {}),
        external: target?.kind === "external",
        names: names.map(({ imported, local, typeOnly }) => ({ imported, local, typeOnly })),
        line,
        dynamic,
        reExport,
      };
    });
    return {
      structured: { path: file.relative, imports: list },
      text: [
        `${escapeName(file.relative)}: ${count(list.length, "import")}`,
        ...list.map((one, at) => row(one, node.record.imports[at]?.call, node.targets.get(one.specifier))),
        ...computedNote(node),
        ...unparsedNote(failure === undefined ? [] : [failure]),
        ...configNote(problems),
      ].join("\n"),
    };
  },
});

/** Single-file components and pages import too. */
function isSource(file: string): boolean {
  return sourceLanguage(file) !== undefined || isComponent(file) || isPage(file);
}

/** `3 { a, type B as C } from ./x -> src/x.ts`, `4 require() { a } from ./x -> src/x.ts` */
function row(
  { line, specifier, names, dynamic, reExport }: Import,
  call: string | undefined,
  target: Resolution | undefined,
): string {
  // A decorator names files by properties.
  const how = /Urls?$/.test(call ?? "") ? `${call} ` : `${call ?? "import"}() `;
  const kind = reExport ? "export " : dynamic ? how : call === JSX_SOURCE ? `${JSX_SOURCE} ` : "";
  const shown = names.length === 0 ? "" : `${namesText(names)} from `;
  return `${line} ${kind}${shown}${escapeName(specifier)}${targetText(target)}`;
}

function namesText(names: Import["names"]): string {
  const shown = names.map(
    ({ imported, local, typeOnly }) =>
      `${typeOnly ? "type " : ""}${imported}${local === imported || local === "*" ? "" : ` as ${local}`}`,
  );
  const isNamespace = names.length === 1 && names[0]?.imported === "*";
  return escapeName(isNamespace ? shown.join("") : `{ ${shown.join(", ")} }`);
}

function targetText(target: Resolution | undefined): string {
  switch (target?.kind) {
    case "source":
    case "asset":
      return ` -> ${escapeName(target.path)}`;
    case "external":
      return " (external)";
    default:
      return ` (UNRESOLVED${target === undefined ? "" : `: ${target.reason}`})`;
  }
}

function computedNote({ record }: ModuleNode): string[] {
  return gapNote(
    "Computed when the program runs, not resolved",
    record.computed.map(({ line, prefix }) => `line ${line}${prefix === "" ? "" : ` (starts with ${prefix})`}`),
  );
}
