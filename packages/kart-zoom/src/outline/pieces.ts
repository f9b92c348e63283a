/** A type that the source does not spell out: a part of what the compiler says of a name. */
export interface Hole {
  /** UTF-16 offset at which the compiler is asked. */
  readonly at: number;
  /** Which part of its answer belongs here; a number is a parameter, from 0; `alias` what stands behind the name of a type. */
  readonly part: "type" | "return" | "signature" | "parameters" | "alias" | number;
  /** Whether a type must stand here. Otherwise the annotation is left out with it, `: ` and all. */
  readonly needsType?: true;
  /** What is asked about instead, where the compiler tells nothing of what stands there: `[Symbol.iterator]`. */
  readonly probe?: Probe;
}

/** A member that is written behind another to be asked about. */
export interface Probe {
  /** UTF-16 offset. */
  readonly insertAt: number;
  readonly text: string;
  /** It takes the member by a key that is computed. */
  readonly isByKey?: true;
}

/** What a probe's member is called. */
export const PROBE = "__kartProbe";

/** Declaration text, or what is to be filled in. */
export type Piece = string | Hole;

/** Text without holes; undefined where there is any. */
export function plain(pieces: readonly Piece[]): string | undefined {
  return pieces.every((piece) => typeof piece === "string") ? pieces.join("") : undefined;
}

/** @param answer the part of what the compiler says; undefined where it said nothing */
export function filled(pieces: readonly Piece[], answer: (hole: Hole) => string | undefined): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : fill(piece, answer(piece)))).join("");
}

function fill({ part, needsType }: Hole, answer: string | undefined): string {
  if (part === "signature" || part === "parameters") return answer ?? "(/* inferred */)";
  if (part === "alias") return answer ?? " = any /* inferred */";
  if (needsType === true) return answer ?? "any /* inferred */";
  return answer === undefined ? " /* inferred */" : `: ${answer}`;
}
