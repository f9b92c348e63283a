import type { Measure, Measured } from "./measure.ts";
import { type QuestionName, QUESTIONS } from "./questions.ts";

/** What stands between the markers of the page, as Markdown. */
export function tables(all: readonly Measured[]): string {
  const started = all.filter(({ start }) => start !== undefined);
  const parts = [serverTable(started), ...names().map((name) => questionTable(name, started))];
  const failed = all.filter(({ start }) => start === undefined);
  if (failed.length > 0) {
    const lines = failed.map(({ contender, failure }) => `- ${contender.name} ${contender.version}: ${failure}`);
    parts.push(`## What could not be asked\n\n${lines.join("\n")}`);
  }
  return parts.join("\n\n");
}

function serverTable(all: readonly Measured[]): string {
  const rows = all
    .filter(({ contender }) => !isVariant(contender.name))
    .map(({ contender: { name, version, runtime }, start }) =>
      row([
        name,
        version,
        runtime,
        milliseconds(start?.milliseconds),
        start?.megabytes === undefined ? "–" : String(Math.round(start.megabytes)),
        count(start?.toolCharacters),
      ]),
    );
  const head = ["", "version", "runs on", "start, ms", "memory, MB", "tools, characters"];
  return `## Starting, and what it holds\n\n${table(head, rows)}\n\n${startSentences(all).join(" ")}`;
}

function questionTable(name: QuestionName, all: readonly Measured[]): string {
  const asked = all.flatMap(({ contender, answers }) => {
    const measure = answers[name];
    return measure === undefined ? [] : [{ name: contender.name, via: contender.via[name] as string, measure }];
  });
  const right = asked.filter(({ measure }) => measure.fault === undefined);
  const best = (figure: Figure) => Math.min(...right.map(({ measure }) => measure[figure] ?? Infinity));
  const cell = (measure: Measure, figure: Figure) => {
    const text = figure === "characters" ? count(measure[figure]) : milliseconds(measure[figure]);
    return measure.fault === undefined && measure[figure] === best(figure) ? `**${text}**` : text;
  };
  const rows = asked.map(({ name: who, via, measure }) =>
    row([
      who,
      via,
      cell(measure, "first"),
      cell(measure, "later"),
      cell(measure, "characters"),
      measure.fault === undefined ? "right" : `wrong: ${escaped(measure.fault)}`,
    ]),
  );
  const head = ["", "by", "first, ms", "later, ms", "characters", ""];
  const { title, asked: question } = QUESTIONS[name];
  const sentences = winners(asked);
  const heading = `## ${title}\n\nAsked: ${question}.\n\n${table(head, rows)}`;
  return sentences.length > 0 ? `${heading}\n\n${sentences.join(" ")}` : heading;
}

type Figure = "first" | "later" | "characters";

interface Asked {
  readonly name: string;
  readonly measure: Measure;
}

/** A sentence for each figure in which a right answer of a peer is below the best right answer of ours. */
function winners(asked: readonly Asked[]): string[] {
  const right = asked.filter(({ measure }) => measure.fault === undefined);
  const figures: readonly (readonly [Figure, string])[] = [
    ["first", "the first answer"],
    ["later", "later answers"],
    ["characters", "length"],
  ];
  return figures.flatMap(([figure, what]) => {
    const [best] = least(right, figure);
    const [ours] = least(
      right.filter(({ name }) => isOurs(name)),
      figure,
    );
    if (best === undefined || ours === undefined || isOurs(best.name)) return [];
    const [theirs, own] = [best.measure[figure] as number, ours.measure[figure] as number];
    const show = figure === "characters" ? count : milliseconds;
    const unit = figure === "characters" ? "characters" : "ms";
    return [
      `${best.name} wins in ${what}: ${(theirs / own).toFixed(2)} of ${ours.name}'s (${show(theirs)} ${unit} to ${show(own)}).`,
    ];
  });
}

function least(asked: readonly Asked[], figure: Figure): Asked[] {
  const value = ({ measure }: Asked) => measure[figure] ?? Infinity;
  return asked.toSorted((a, b) => value(a) - value(b));
}

function startSentences(all: readonly Measured[]): string[] {
  const servers = all.filter(
    ({ contender, start }) => !isVariant(contender.name) && start?.toolCharacters !== undefined,
  );
  const figures = [
    ["milliseconds", "starts soonest", "ms"],
    ["megabytes", "holds the least memory", "MB"],
    ["toolCharacters", "takes the least of a context", "characters"],
  ] as const;
  return figures.flatMap(([figure, does, unit]) => {
    const [best] = servers.toSorted((a, b) => (a.start?.[figure] ?? Infinity) - (b.start?.[figure] ?? Infinity));
    const value = best?.start?.[figure];
    return best === undefined || value === undefined
      ? []
      : [`Of the MCP servers, ${best.contender.name} ${does} (${count(Math.round(value))} ${unit}).`];
  });
}

function isOurs(name: string): boolean {
  return name.startsWith("kart-");
}

/** The same server, asked in another way. */
function isVariant(name: string): boolean {
  return name.includes(",") && isOurs(name);
}

function names(): QuestionName[] {
  return Object.keys(QUESTIONS) as QuestionName[];
}

function milliseconds(value: number | undefined): string {
  if (value === undefined) return "–";
  return value < 10 ? value.toFixed(1) : count(Math.round(value));
}

function count(value: number | undefined): string {
  return value === undefined ? "–" : value.toLocaleString("en-US");
}

function escaped(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(head), row(head.map(() => "---")), ...rows].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
