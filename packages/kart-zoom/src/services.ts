import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { Texts } from "@kart/core/language-server/texts";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import { openModules } from "@kart/core/modules/open-modules";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { StandardLibrary } from "./library/standard-library.ts";
import type { ParsedFiles } from "./outline/parsed-files.ts";
import type { SourceFiles } from "./source/source-files.ts";

/** What kart-zoom keeps between calls. Each part is loaded when it is first asked for, and no child is started before. */
export interface ZoomServices {
  readonly languageServer: () => Promise<LanguageServer>;
  readonly modules: () => Promise<ModuleIndex>;
  readonly sources: () => Promise<SourceFiles>;
  readonly parsed: () => Promise<ParsedFiles>;
  readonly library: () => Promise<StandardLibrary>;
}

export function openServices(workspace: Workspace): ZoomServices {
  // The language server's answers name the files whose syntax is looked at: each is read once.
  let allTexts: Promise<Texts> | undefined;
  const sharedTexts = () =>
    (allTexts ??= import("@kart/core/language-server/texts").then((loaded) => new loaded.Texts()));
  let languageServer: Promise<LanguageServer> | undefined;
  let sources: Promise<SourceFiles> | undefined;
  let parsed: Promise<ParsedFiles> | undefined;
  let library: Promise<StandardLibrary> | undefined;
  const { facts, modules } = openModules(workspace);
  return {
    languageServer: () =>
      (languageServer ??= Promise.all([import("@kart/core/language-server/language-server"), sharedTexts()]).then(
        ([loaded, texts]) => new loaded.LanguageServer(workspace, { texts, modules }),
      )),
    modules,
    sources: () =>
      (sources ??= Promise.all([import("./source/source-files.ts"), sharedTexts(), facts()]).then(
        ([loaded, shared, kept]) => loaded.SourceFiles.open(workspace.root, shared, kept),
      )),
    parsed: () =>
      (parsed ??= import("./outline/parsed-files.ts").then(({ ParsedFiles: Files }) => Files.open(workspace.root))),
    library: () =>
      (library ??= import("./library/standard-library.ts").then(({ StandardLibrary: Library }) =>
        Library.open(workspace.root.absolute),
      )),
  };
}
