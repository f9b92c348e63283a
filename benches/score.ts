const RANKS = [1, 3, 5, 10] as const;

/** How often an answer held what was wanted among its first, and how precise it was. */
export class Score {
  #questions = 0;
  #answered = 0;
  #precision = 0;
  readonly #hits = new Map<number, number>(RANKS.map((rank) => [rank, 0]));

  add(answer: readonly string[], wanted: ReadonlySet<string>): void {
    this.#questions++;
    if (answer.length > 0) this.#answered++;
    let found = 0;
    let precision = 0;
    for (const [place, path] of answer.entries()) if (wanted.has(path)) precision += ++found / (place + 1);
    this.#precision += precision / wanted.size;
    const first = answer.findIndex((path) => wanted.has(path));
    for (const rank of RANKS) if (first !== -1 && first < rank) this.#hits.set(rank, (this.#hits.get(rank) ?? 0) + 1);
  }

  /** Share of questions with something wanted among the first `rank`: 0 to 1. */
  hit(rank: (typeof RANKS)[number]): number {
    return (this.#hits.get(rank) ?? 0) / this.#questions;
  }

  /** Each counts the same, whatever its number of questions. */
  static average(scores: readonly Score[]): Score {
    const average = new Score();
    average.#questions = 1;
    const mean = (of: (score: Score) => number) => scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
    average.#answered = mean((score) => score.#answered / score.#questions);
    average.#precision = mean((score) => score.#precision / score.#questions);
    for (const rank of RANKS)
      average.#hits.set(
        rank,
        mean((score) => score.hit(rank)),
      );
    return average;
  }

  toString(): string {
    const hits = RANKS.map((rank) => `hit@${rank} ${percent(this.hit(rank))}`).join("  ");
    const map = percent(this.#precision / this.#questions);
    return `${hits}  MAP ${map}  answered ${percent(this.#answered / this.#questions)}`;
  }
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
