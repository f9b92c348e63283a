import type * as z from "zod";
import type { Workspace } from "../workspace/workspace.ts";

/** What a handler works with. `Services` is what a server keeps between calls: caches, indexes, children. */
export interface ToolContext<Services> {
  readonly workspace: Workspace;
  readonly services: Services;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far long work is. */
  readonly progress: ProgressReport;
}

/** @param done never less than before */
export type ProgressReport = (done: number, total: number, message: string) => void;

/** One answer in two forms that say the same: data for programs, compact text for a model. */
export interface ToolAnswer<Structured> {
  readonly structured: Structured;
  readonly text: string;
}

/** All four hints, set and true: clients decide by them what runs without asking. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const READ_ONLY: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export interface ToolDefinition<Services, Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: `kart_${string}`;
  /** What people see in a list of tools. */
  readonly title: string;
  /** For a model with forty other tools: when to use this one, what it returns, one hint. */
  readonly description: string;
  /** A strict object: unknown keys are refused. */
  readonly input: Input;
  readonly output: Output;
  readonly hints: ToolHints;
  readonly handler: (args: z.output<Input>, context: ToolContext<Services>) => Promise<ToolAnswer<z.input<Output>>>;
}

/** A tool whose schemas' types are forgotten, as a server lists it. */
export interface Tool<Services> extends Omit<ToolDefinition<Services, z.ZodObject, z.ZodObject>, "handler"> {
  readonly handler: (args: never, context: ToolContext<Services>) => Promise<ToolAnswer<Record<string, unknown>>>;
}

/** Ties name, description, schemas and handler of one tool together, with the handler's types read from the schemas. */
export function defineTool<Services, Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Services, Input, Output>,
): Tool<Services> {
  return definition;
}
