import { StdioServer } from "../stdio-server.ts";
import { endTree } from "../process-tree.ts";
import type { Project } from "./project.ts";
import type { Answer, QuestionName } from "./questions.ts";

/** A program that is asked. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** What runs it. */
  readonly runtime: string;
  /** Which question goes to which of its tools. */
  readonly via: Readonly<Partial<Record<QuestionName, string>>>;
  /** Fulfilled once it could be asked. */
  readonly start: (project: Project) => Promise<Running>;
}

export interface Running extends AsyncDisposable {
  /** Absent where each answer is a process of its own. */
  readonly pid?: number;
  /** Of names, descriptions and input schemas: what stands in a model's context. */
  readonly toolCharacters?: number;
  /** @param round from 1; changes and renames go on from where the round before ended */
  readonly ask: (question: QuestionName, round: number) => Promise<Answer>;
}

type Ask = (server: StdioServer, project: Project, round: number) => Promise<Answer>;

interface McpServer {
  readonly name: string;
  readonly version: string;
  readonly runtime: string;
  readonly command: (project: Project) => readonly string[];
  readonly tools: Readonly<Partial<Record<QuestionName, readonly [via: string, ask: Ask]>>>;
}

export function mcpServer({ name, version, runtime, command, tools }: McpServer): Contender {
  return {
    name,
    version,
    runtime,
    via: Object.fromEntries(Object.entries(tools).map(([question, [via]]) => [question, via])),
    start: async (project) => {
      const server = new StdioServer(command(project), project.root);
      const end = async (): Promise<void> => {
        endTree(server.pid);
        await server[Symbol.asyncDispose]();
      };
      try {
        const listing = await inTime(server.listTools());
        return {
          pid: server.pid,
          toolCharacters: charactersOf(listing["tools"] as Tool[]),
          ask: async (question, round) => {
            const ask = tools[question]?.[1];
            if (ask === undefined) throw new Error(`${name} has no tool for ${question}`);
            return inTime(ask(server, project, round));
          },
          [Symbol.asyncDispose]: end,
        };
      } catch (error) {
        await end();
        throw error;
      }
    },
  };
}

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
}

function charactersOf(tools: readonly Tool[]): number {
  return JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).length;
}

const DEADLINE_MS = 45_000;

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE_MS / 1000} s`)), DEADLINE_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
