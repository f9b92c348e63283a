import { fileUri } from "./uri.ts";

/**
 * What is said to a server at its start. Positions count UTF-16 code units; nothing is claimed that would make a server wait for
 * us or send what nobody reads.
 *
 * @param root the real path of the workspace root
 */
export function initializeParams(root: string): object {
  const uri = fileUri(root);
  return {
    // Some servers look whether this process still runs, and end with it.
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: "workspace" }],
    initializationOptions: OPTIONS,
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
        workspaceEdit: { documentChanges: false },
      },
      textDocument: {
        synchronization: {},
        definition: { linkSupport: false },
        implementation: { linkSupport: false },
        references: {},
        rename: { prepareSupport: false },
        hover: { contentFormat: ["markdown"] },
        completion: {
          completionItem: { documentationFormat: ["markdown"], snippetSupport: false, labelDetailsSupport: true },
        },
        diagnostic: { relatedDocumentSupport: false },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      },
      window: { workDoneProgress: true },
    },
  };
}

/**
 * Settings in the words of TypeScript's server.
 *
 * Automatic type acquisition would run `npm install` for JavaScript files, wherever their package.json leads. Without the first
 * preference a rename stops at re-exports; with it shorthand properties change their name too, which callers must mend. With automatic imports, a completion first looks
 * through every package for names to import, and questions about references that come meanwhile are never answered. Hovers are
 * cut at 500 characters unless told otherwise, by leaving members out where no type could stand. What a configuration forbids of
 * unused names, of code that is never reached and of ways through a function would be a warning, where `tsc` fails.
 */
const CONFIGURATION = {
  preferences: { useAliasesForRenames: false },
  suggest: { autoImports: false },
  reportStyleChecksAsWarnings: false,
  unstable: { maximumHoverLength: 20_000 },
  disableAutomaticTypeAcquisition: true,
  tsserver: { automaticTypeAcquisition: { enabled: false } },
};

/**
 * The same, in the words of typescript-language-server, and that it is not to answer hovers from syntax while it loads a project:
 * types of other files would be `any`.
 */
const OPTIONS = {
  tsserver: { useSyntaxServer: "never" },
  disableAutomaticTypingAcquisition: true,
  preferences: { providePrefixAndSuffixTextForRename: false, includeCompletionsForModuleExports: false },
};

/** The answer to a request of the server, which waits for one. */
export function answerTo(method: string, params: unknown): unknown {
  if (method !== "workspace/configuration") return null;
  const { items } = params as { readonly items: readonly unknown[] };
  return items.map(() => CONFIGURATION);
}
