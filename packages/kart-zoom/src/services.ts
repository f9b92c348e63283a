import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Texts } from "@kart/core/language-server/session/texts";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { openModules } from "@kart/core/modules/open-modules";
import { sourceLanguage } from "@kart/core/syntax/parser/source-language";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { HeadComplaints } from "./check/head-complaints.ts";
import type { StandardLibrary } from "./library/standard-library.ts";
import type { ParsedFiles } from "./outline/parsed-files.ts";
import type { SourceFiles } from "./source/source-files.ts";

/** What kart-zoom keeps between calls. Each part is loaded when it is first asked for, and no child is started before. */
export interface ZoomServices {
  readonly languageServer: () => Promise<LanguageServer>;
  /** The same, on its way to a file from the root: it starts and loads what that is part of while the question is understood. */
  readonly languageServerFor: (path: string, signal: AbortSignal) => Promise<LanguageServer>;
  readonly modules: () => Promise<ModuleIndex>;
  readonly sources: () => Promise<SourceFiles>;
  readonly parsed: () => Promise<ParsedFiles>;
  readonly headComplaints: () => Promise<HeadComplaints>;
  readonly library: () => Promise<StandardLibrary>;
}

/** Milliseconds: one question is several to the language server, most of them answered within that time, and to the module graph. */
const LOOK = 250;

export function openServices(workspace: Workspace): ZoomServices {
  // The language server's answers name the files whose syntax is looked at: each is read once.
  let allTexts: Promise<Texts> | undefined;
  const sharedTexts = () =>
    (allTexts ??= import("@kart/core/language-server/session/texts").then((loaded) => new loaded.Texts()));
  let server: Promise<LanguageServer> | undefined;
  const languageServer = () =>
    (server ??= Promise.all([import("@kart/core/language-server/language-server"), sharedTexts(), facts()]).then(
      ([loaded, texts, kept]) => new loaded.LanguageServer(workspace, { texts, modules, facts: kept, lookMs: LOOK }),
    ));
  let sources: Promise<SourceFiles> | undefined;
  let parsed: Promise<ParsedFiles> | undefined;
  let headComplaints: Promise<HeadComplaints> | undefined;
  let library: Promise<StandardLibrary> | undefined;
  const { facts, modules } = openModules(workspace, LOOK);
  return {
    languageServer,
    languageServerFor: async (path, signal) => {
      const started = await languageServer();
      // What is wrong with the path is told where the question is understood, and what fails in the server where it is asked.
      if (sourceLanguage(path) !== undefined)
        Promise.try(() => started.prepare(workspace.root.proveFile(path), signal)).catch(() => {});
      return started;
    },
    modules,
    sources: () =>
      (sources ??= Promise.all([import("./source/source-files.ts"), sharedTexts(), facts()]).then(
        ([loaded, shared, kept]) => loaded.SourceFiles.open(workspace.root, shared, kept),
      )),
    parsed: () =>
      (parsed ??= import("./outline/parsed-files.ts").then(({ ParsedFiles: Files }) => Files.open(workspace.root))),
    headComplaints: () =>
      (headComplaints ??= import("./check/head-complaints.ts").then((loaded) => new loaded.HeadComplaints(workspace))),
    library: () =>
      (library ??= import("./library/standard-library.ts").then(({ StandardLibrary: Library }) =>
        Library.open(workspace.root.absolute),
      )),
  };
}
