import { requireRoot, type ServerDefinition } from "./serve.ts";
import { ToolError } from "./tool-error.ts";

/** Arguments that make no sense: answered with a hint at `--help`, and status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** What was typed for a server's own command. */
interface OwnCommandLine {
  readonly command: string | undefined;
  readonly rest: readonly string[];
  readonly own: Options;
  readonly root: string;
}

/** Returns the exit status. Throws `UsageError` where the server has no such command, or it takes no such arguments. */
export async function runOwnCommand<Services>(
  { commands = [], name }: ServerDefinition<Services>,
  { command: wanted, rest, own, root }: OwnCommandLine,
  print: (text: string) => void,
): Promise<number> {
  const command = commands.find((known) => known.name === wanted);
  if (command === undefined) throw new UsageError(`There is no command \`${wanted}\`.`);
  refuseOptions(command.name, own, command.options);
  refuseWords(command.name, rest);
  await requireRoot(root);
  using progress = new ProgressLine();
  try {
    return await command.run({ root, options: own, print, showProgress: (line) => progress.show(line) });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    progress.clear();
    console.error(`${name}: ${error.code}: ${error.message}`);
    return 1;
  }
}

/** Options of one command mean nothing to another. Throws `UsageError`. */
export function refuseOptions(command: string, given: Options, known: Readonly<Record<string, unknown>>): void {
  const foreign = Object.keys(given).find((option) => !(option in known));
  if (foreign !== undefined) throw new UsageError(`\`${command}\` takes no --${foreign}.`);
}

/** One line on standard error that is written over; silent where that is no terminal. */
class ProgressLine implements Disposable {
  #isShown = false;

  show(line: string): void {
    if (!process.stderr.isTTY) return;
    this.#isShown = true;
    process.stderr.write(`\r\u001b[K${line}`);
  }

  clear(): void {
    if (this.#isShown) process.stderr.write("\r\u001b[K");
    this.#isShown = false;
  }

  [Symbol.dispose](): void {
    this.clear();
  }
}

export function refuseWords(command: string, [word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError(`\`${command}\` takes options alone, not \`${word}\`.`);
}
