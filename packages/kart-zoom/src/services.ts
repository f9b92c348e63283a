import type { LanguageServer } from "@kart/core/language-server/language-server";
import type { ModuleIndex } from "@kart/core/modules/module-index";
import type { Workspace } from "@kart/core/workspace/workspace";
import type { StandardLibrary } from "./library/standard-library.ts";
import type { SourceFiles } from "./source/source-files.ts";

/** What kart-zoom keeps between calls. Each part is loaded when it is first asked for, and no child is started before. */
export interface ZoomServices {
  readonly languageServer: () => Promise<LanguageServer>;
  readonly modules: () => Promise<ModuleIndex>;
  readonly sources: () => Promise<SourceFiles>;
  readonly library: () => Promise<StandardLibrary>;
}

export function openServices(workspace: Workspace): ZoomServices {
  let languageServer: Promise<LanguageServer> | undefined;
  let modules: Promise<ModuleIndex> | undefined;
  let sources: Promise<SourceFiles> | undefined;
  let library: Promise<StandardLibrary> | undefined;
  return {
    languageServer: () =>
      (languageServer ??= import("@kart/core/language-server/language-server").then(
        (loaded) => new loaded.LanguageServer(workspace),
      )),
    modules: () =>
      (modules ??= import("@kart/core/modules/module-index").then((loaded) => new loaded.ModuleIndex(workspace))),
    sources: () =>
      (sources ??= import("./source/source-files.ts").then(({ SourceFiles: Files }) => Files.open(workspace.root))),
    library: () =>
      (library ??= import("./library/standard-library.ts").then(({ StandardLibrary: Library }) =>
        Library.open(workspace.root.absolute),
      )),
  };
}
