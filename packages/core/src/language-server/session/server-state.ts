import { asSentence } from "../../text/display.ts";
import { Connection } from "./connection.ts";
import { serverCommand } from "./server-binary.ts";

/** What `doctor` shows: the program that ran, or what is wrong and how to mend it. */
interface ServerState {
  readonly name: string;
  readonly version?: string;
  readonly path?: string;
  readonly did?: string;
  readonly problem?: string;
}

/**
 * Starts the language server of a workspace, and ends it once it has answered.
 *
 * @param root the real path of the workspace root
 */
export async function languageServerState(root: string): Promise<ServerState> {
  try {
    const command = serverCommand(root);
    try {
      using _connection = await Connection.start(command, root);
    } catch (error) {
      const { message } = error as Error;
      return {
        name: "typescript",
        problem: `${command.program} does not answer. ${asSentence(message)} ${ADVICE[command.origin]}`,
      };
    }
    const { program, version } = command;
    return { name: "typescript", path: program, did: "answers", ...(version === undefined ? {} : { version }) };
  } catch (error) {
    return { name: "typescript", problem: (error as Error).message };
  }
}

const ADVICE = {
  environment: "Name another command in KART_LANGUAGE_SERVER, or none.",
  workspace: "Install the workspace's typescript again, optional dependencies included.",
  shipped: "Install kart again, optional dependencies included.",
} as const;
