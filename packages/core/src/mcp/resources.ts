import {
  ProtocolError,
  ProtocolErrorCode,
  type ResourceTemplateType,
  ResourceNotFoundError,
  type Resource as ResourceListing,
  type Server,
  type ServerCapabilities,
} from "@modelcontextprotocol/server";
import { clip, escapeInvisible, escapeName } from "../text/display.ts";
import type { ToolContext } from "./define-tool.ts";
import { log } from "./log.ts";
import { ToolError } from "./tool-error.ts";

/** What reading works with. */
export type ResourceContext<Services> = Omit<ToolContext<Services>, "progress">;

/** A text that clients read by its address, as they read a file. */
export interface Resource<Services> {
  /** `kart://project/structure`, or a template with one variable at its end: `kart://std/docs/{name}`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json" | "text/markdown";
  /**
   * Throws `file_not_found` for what the template has no text of.
   *
   * @param variable decoded; empty where the address has none
   */
  readonly read: (variable: string, context: ResourceContext<Services>) => Promise<string>;
  /** Values of the variable that start as given, best first. */
  readonly complete?: (start: string, context: ResourceContext<Services>) => Promise<readonly string[]>;
}

/** Most values that one completion may hold, says the protocol. */
const MAX_VALUES = 100;

/** What a server with these resources announces. */
export function resourceCapabilities(resources: readonly Resource<never>[]): ServerCapabilities {
  if (resources.length === 0) return {};
  return { resources: {}, ...(resources.some(({ complete }) => complete !== undefined) && { completions: {} }) };
}

/** What a server that has resources answers about them. Nothing of the workspace is loaded before one is read. */
export function serveResources<Services>(
  server: Server,
  resources: readonly Resource<Services>[],
  open: () => Promise<Omit<ResourceContext<Services>, "signal">>,
): void {
  const read = async <T>(uri: string, signal: AbortSignal, ask: (context: ResourceContext<Services>) => Promise<T>) => {
    try {
      return await ask({ ...(await open()), signal });
    } catch (error) {
      throw failure(error, uri, signal);
    }
  };
  server.setRequestHandler("resources/list", () => ({
    resources: resources
      .filter((one) => !isTemplate(one))
      .map((one): ResourceListing => ({ uri: one.uri, ...about(one) })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: resources
      .filter((one) => isTemplate(one))
      .map((one): ResourceTemplateType => ({ uriTemplate: one.uri, ...about(one) })),
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq: { signal } }) => {
    for (const resource of resources) {
      const variable = variableOf(resource, uri);
      if (variable === undefined) continue;
      const text = await read(uri, signal, (context) => resource.read(variable, context));
      return { contents: [{ uri, mimeType: resource.mimeType, text }] };
    }
    const known = resources.map((one) => one.uri).join(", ");
    throw new ResourceNotFoundError(uri, `There is no resource ${quoted(uri)}. There are ${known}.`);
  });
  if (resources.every(({ complete }) => complete === undefined)) return;
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, { mcpReq: { signal } }) => {
    const resource = ref.type === "ref/resource" ? resources.find((one) => one.uri === ref.uri) : undefined;
    const { complete } = resource ?? {};
    if (complete === undefined || argument.name !== variableName(resource?.uri ?? ""))
      return { completion: { values: [] } };
    const values = await read(resource?.uri ?? "", signal, (context) => complete(argument.value, context));
    const shown = values.slice(0, MAX_VALUES);
    return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
  });
}

function about<Services>({ name, title, description, mimeType }: Resource<Services>) {
  return { name, title, description, mimeType };
}

function isTemplate({ uri }: { readonly uri: string }): boolean {
  return variableName(uri) !== undefined;
}

function variableName(uri: string): string | undefined {
  return /\{(\w+)\}$/.exec(uri)?.[1];
}

/** What an address has in the place of a template's variable; undefined where it is another address. */
function variableOf({ uri: template }: { readonly uri: string }, uri: string): string | undefined {
  const name = variableName(template);
  if (name === undefined) return uri === template ? "" : undefined;
  const start = template.slice(0, -(name.length + 2));
  if (!uri.startsWith(start) || uri.length === start.length) return undefined;
  const value = uri.slice(start.length);
  try {
    return decodeURIComponent(value);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return value;
  }
}

function quoted(uri: string): string {
  return `\`${clip(escapeName(uri), 200)}\``;
}

/** Longest text of a failure, in UTF-16 units. */
const MAX_FAILURE = 4000;

/** Failures in the words of the protocol. Anything but a `ToolError` is a bug, reported as one. */
function failure(error: unknown, uri: string, signal: AbortSignal): ProtocolError {
  if (error instanceof ToolError) {
    const message = escapeInvisible(clip(`${error.code}: ${error.message}`, MAX_FAILURE));
    if (error.code === "file_not_found") return new ResourceNotFoundError(uri, message);
    const code = error.code === "invalid_argument" ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    return new ProtocolError(code, message);
  }
  if (!signal.aborted) log(error);
  const message = error instanceof Error ? error.message : String(error);
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    `backend_failed: An unexpected error: ${escapeInvisible(clip(message, MAX_FAILURE))}. Try again; the server goes on.`,
  );
}
