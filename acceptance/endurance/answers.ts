import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Call } from "../call-mix.ts";
import type { ListedTool, Outcome } from "../client.ts";

/** The codes that a failed call may have; anything else is a bug that reached the edge. */
const CODES = new Set(
  (
    "path_outside_root protected_path file_not_found not_a_file binary_file file_too_large already_exists symbol_not_found " +
    "symbol_ambiguous text_not_found text_ambiguous syntax_error stale no_change still_referenced nothing_to_undo " +
    "invalid_argument backend_unavailable backend_failed timeout"
  ).split(" "),
);

/** Judges answers: data as its schema says, failures with a code. */
export class AnswerJudge {
  readonly #schemas: ReadonlyMap<string, ValidateFunction>;
  /** Answers whose data was held against the schema of their tool. */
  validated = 0;

  constructor(tools: readonly ListedTool[]) {
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    this.#schemas = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
  }

  /** What is wrong with an answer, in a line; undefined where nothing is. */
  complaint([tool, args]: Call, { isError, code, text, data }: Outcome): string | undefined {
    const asked = `${tool} ${JSON.stringify(args).slice(0, 300)}`;
    if (isError) {
      if (!CODES.has(code) || text.includes("An unexpected error")) return `${asked}: ${text.slice(0, 500)}`;
      return undefined;
    }
    const validate = this.#schemas.get(tool);
    if (validate === undefined || data === undefined) return `${asked}: an answer without data`;
    this.validated++;
    if (validate(data)) return undefined;
    return `${asked}: ${JSON.stringify(validate.errors).slice(0, 500)}`;
  }
}
