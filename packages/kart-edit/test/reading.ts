import { type Arguments, type ChangeData, Desk } from "./ask.ts";

interface ReadData {
  readonly totalLines: number;
  readonly lines: readonly { readonly line: number; readonly hash?: string; readonly text: string }[];
}

/** A file that was read, and the anchors of its lines. */
export class Reading implements AsyncDisposable {
  readonly desk: Desk;
  readonly path: string;
  readonly #hashes: ReadonlyMap<number, string | undefined>;

  private constructor(desk: Desk, path: string, { lines }: ReadData) {
    this.desk = desk;
    this.path = path;
    this.#hashes = new Map(lines.map(({ line, hash }) => [line, hash]));
  }

  static async of(source: string, path = "a.txt", args: Arguments = {}): Promise<Reading> {
    const desk = await Desk.with({ [path]: source });
    return new Reading(desk, path, await desk.connection.data<ReadData>("kart_read", { path, ...args }));
  }

  at(line: number): string {
    return `${line}:${this.#hashes.get(line) ?? "00"}`;
  }

  edit(...edits: Arguments[]): Promise<ChangeData & { readonly firstChangedLine: number }> {
    return this.desk.change("kart_edit", { path: this.path, edits }) as Promise<
      ChangeData & { firstChangedLine: number }
    >;
  }

  refused(...edits: Arguments[]): Promise<string> {
    return this.desk.refused("kart_edit", { path: this.path, edits, lint: false });
  }

  set(line: number, new_text: string | string[]): Arguments {
    return { set_line: { anchor: this.at(line), new_text } };
  }

  lines(start: number, end: number, new_text: string | string[]): Arguments {
    return { replace_lines: { start_anchor: this.at(start), end_anchor: this.at(end), new_text } };
  }

  after(line: number | "BOF" | "EOF", text: string | string[]): Arguments {
    return { insert_after: { anchor: typeof line === "string" ? line : this.at(line), text } };
  }

  text(): Promise<string> {
    return Bun.file(this.desk.workspace.path(this.path))
      .bytes()
      .then((bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.desk[Symbol.asyncDispose]();
  }
}
