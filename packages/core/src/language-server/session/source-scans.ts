import { readSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { scanSource, type SourceScan } from "../../syntax/scan/source-scan.ts";
import {
  type FileVersion,
  isSameVersion,
  MAX_SOURCE_BYTES,
  versionOf,
  withOpenFile,
} from "../../workspace/read-file.ts";
import type { KeptFacts, SourceFacts } from "../../workspace/source-facts.ts";
import type { ProjectFiles } from "../../workspace/project-files.ts";
import type { WorkspaceRoot } from "../../workspace/workspace-path.ts";
import type { DiskChanges } from "./disk-changes.ts";
import type { OncePerLayout } from "./once-per-layout.ts";

export interface ScannedFile {
  /** Absolute. */
  readonly file: string;
  readonly scan: SourceScan;
}

/** What all source files hold that git does not ignore. */
export interface ScannedSources {
  readonly files: readonly ScannedFile[];
  /** Too large to be read whole; absolute. */
  readonly large: readonly string[];
  /** Folders and files that could not be read, in ripgrep's words. */
  readonly problems: readonly string[];
}

interface Known {
  /** What it was when it was scanned. */
  readonly seen: FileVersion | undefined;
  readonly scan: SourceScan | "large" | "unreadable" | "missing";
}

/** Scans source files, and again those that changed. */
export class SourceScans {
  readonly #root: WorkspaceRoot;
  readonly #disk: DiskChanges;
  readonly #known = new Map<string, Known>();
  readonly #texts = new Map<string, string>();
  readonly #kept: KeptFacts<KeptScan> | undefined;
  readonly #files: OncePerLayout<ProjectFiles>;
  /** In which all that is known was there. */
  #layout = -1;
  #buffer = new Uint8Array(64 * 1024);

  /** @param facts where scans are kept from one server to the next */
  constructor(root: WorkspaceRoot, disk: DiskChanges, files: OncePerLayout<ProjectFiles>, facts?: SourceFacts) {
    this.#root = root;
    this.#files = files;
    this.#disk = disk;
    this.#kept = facts?.of("scans");
  }

  /** All files as they are now; other work goes on in between. */
  async read(signal: AbortSignal): Promise<ScannedSources> {
    const root = this.#root;
    const { sources, problems } = await this.#files.now(signal);
    this.#forgetGone();
    if (this.#known.size === 0) this.#recall();
    const all = sources.map((path) => join(root.absolute, path));
    let pause = performance.now() + SLICE;
    for (const file of all) {
      const seen = this.#disk.seen(file);
      // Others may be at it too.
      if (seen !== undefined && this.#known.get(file)?.seen === seen) continue;
      this.#known.set(file, { seen, scan: this.#scan(file) });
      if (performance.now() < pause) continue;
      await setImmediate();
      signal.throwIfAborted();
      pause = performance.now() + SLICE;
    }
    // What files held that changed would stay for good.
    this.#texts.clear();
    if (this.#buffer.length > LARGEST_KEPT) this.#buffer = new Uint8Array(LARGEST_KEPT);
    const now = all.map((file) => ({ file, scan: this.#known.get(file)?.scan ?? "missing" }));
    const those = (kind: Known["scan"]) => now.flatMap(({ file, scan }) => (scan === kind ? [file] : []));
    return {
      files: now.flatMap(({ file, scan }) => (typeof scan === "string" ? [] : [{ file, scan }])),
      large: those("large"),
      problems: [
        ...problems,
        ...those("unreadable").map((file) => `${root.relative(file)}: Permission denied (os error 13)`),
      ],
    };
  }

  #forgetGone(): void {
    if (this.#layout === this.#disk.layout) return;
    this.#layout = this.#disk.layout;
    for (const file of this.#known.keys()) {
      if (this.#disk.seen(file) !== undefined) continue;
      this.#known.delete(file);
      this.#kept?.forget(this.#root.relative(file));
    }
  }

  /** Takes what an earlier server knew of the files as they are. */
  #recall(): void {
    for (const portion of this.#kept?.recallAll() ?? [])
      for (const { path, version, fact } of portion) {
        const file = join(this.#root.absolute, path);
        const seen = this.#disk.seen(file);
        const scan = seen !== undefined && isSameVersion(seen, version) ? recalled(fact) : undefined;
        if (seen === undefined) this.#kept?.forget(path);
        else if (scan !== undefined) this.#known.set(file, { seen, scan: this.#shared(scan) });
      }
  }

  /** The same with texts that other files read along have too, each kept once. */
  #shared({ namespaces, specifiers, passing, loaded, ...rest }: SourceScan): SourceScan {
    const one = (text: string) => {
      const known = this.#texts.get(text) ?? text;
      this.#texts.set(known, known);
      return known;
    };
    const all = (texts: readonly string[]) => (texts.length === 0 ? NONE : texts.map(one));
    const spaces = namespaces.map(({ name, specifier, isPassedOn }) => ({
      name: one(name),
      specifier: one(specifier),
      isPassedOn,
    }));
    return {
      ...rest,
      namespaces: spaces.length === 0 ? NONE : spaces,
      specifiers: all(specifiers),
      passing: all(passing),
      loaded: all(loaded),
    };
  }

  #scan(file: string): Known["scan"] {
    const outcome = withOpenFile(file, (descriptor, stats) => {
      const { size } = stats;
      if (size > MAX_SOURCE_BYTES) return { status: "large" as const };
      if (size > this.#buffer.length) this.#buffer = new Uint8Array(size);
      let length = 0;
      for (let read = -1; read !== 0 && length < size; length += read)
        read = readSync(descriptor, this.#buffer, length, size - length, length);
      const scan = this.#shared(scanSource(this.#buffer.subarray(0, length)));
      this.#kept?.keep(this.#root.relative(file), versionOf(stats), kept(scan));
      return { status: "read" as const, scan };
    });
    switch (outcome.status) {
      case "read":
        return outcome.scan;
      case "large":
      case "unreadable":
        return outcome.status;
      case "missing":
      case "not-a-file":
        return "missing";
    }
  }
}

/** A scan as JSON has it. */
interface KeptScan extends Omit<SourceScan, "numbers"> {
  /** Of its bytes, in base64. */
  readonly numbers: string;
}

function kept({ numbers, ...scan }: SourceScan): KeptScan {
  return { ...scan, numbers: new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).toBase64() };
}

/** Undefined where somebody has spoilt what was kept. */
function recalled({ numbers, ...scan }: KeptScan): SourceScan | undefined {
  try {
    return { ...scan, numbers: new Int32Array(Uint8Array.fromBase64(numbers).buffer) };
  } catch {
    return undefined;
  }
}

const NONE: readonly never[] = [];

/** Milliseconds of scanning before other work has its turn. */
const SLICE = 8;

/** Bytes of the buffer that are kept for the next time. */
const LARGEST_KEPT = 128 * 1024;
