/** A path taken in a commit: by a rename, or by a new file at a path that a rename had freed. Ids of an index. */
export interface LineageEvent {
  /** Grows from parents to children. */
  readonly commit: number;
  readonly path: number;
  /** The path before; undefined for a new file. */
  readonly previous: number | undefined;
}

/** The commits from `from` until before `to` in which a path meant one file. */
export interface Stretch {
  readonly path: number;
  readonly from: number;
  readonly to: number;
}

interface Segment {
  readonly path: number;
  readonly from: number;
  /** The segment that a rename led to. */
  next?: Segment;
}

/**
 * Follows files through their renames, chains and swaps included.
 *
 * The time of each path is cut into segments, one for each file that bore it; a rename links the segment of the old path to
 * that of the new one. A path that was renamed away still means the moved file, as on a branch that does not know of the
 * rename, until a new file takes it. Links lead only to segments without a link, so that they cannot form a ring.
 */
export class Lineage {
  readonly #segments = new Map<number, Segment[]>();
  readonly #stretches = new Map<number, Stretch[]>();

  /** @param events ordered by commit */
  constructor(events: readonly LineageEvent[]) {
    for (let start = 0; start < events.length;) {
      const commit = events[start]?.commit;
      let end = start;
      while (events[end]?.commit === commit) end++;
      this.#takeCommit(events.slice(start, end));
      start = end;
    }
    this.#collect();
  }

  /** The path that a file bears now which bore `path` in `commit`; undefined where another file took its last path. */
  currentPath(path: number, commit: number): number | undefined {
    const segments = this.#segments.get(path);
    if (segments === undefined) return path;
    // The first segment starts at 0.
    const segment = segments.findLast(({ from }) => from <= commit);
    return segment === undefined ? undefined : this.#bearerOf(segment);
  }

  /** Where the history of the file that bears `path` now is found. */
  stretches(path: number): readonly Stretch[] {
    if (this.#segments.has(path)) return this.#stretches.get(path) ?? [];
    return [{ path, from: 0, to: Number.MAX_SAFE_INTEGER }];
  }

  /** All renames of one commit happen at once: files may swap their paths. */
  #takeCommit(events: readonly LineageEvent[]): void {
    const renames = events.flatMap(({ commit, path, previous }) =>
      previous === undefined ? [] : [{ commit, path, source: this.#last(previous) }],
    );
    const isFreed = new Set(renames.map(({ source }) => source));
    for (const { commit, path, source } of renames) {
      let target = this.#last(path);
      if (target.next !== undefined || isFreed.has(target)) target = this.#open(path, commit);
      source.next = target;
    }
    for (const { commit, path, previous } of events) {
      if (previous === undefined && this.#last(path).next !== undefined) this.#open(path, commit);
    }
  }

  #last(path: number): Segment {
    return this.#segments.get(path)?.at(-1) ?? this.#open(path, 0);
  }

  #open(path: number, from: number): Segment {
    const segment: Segment = { path, from };
    const segments = this.#segments.get(path);
    if (segments === undefined) this.#segments.set(path, [segment]);
    else segments.push(segment);
    return segment;
  }

  #bearerOf(segment: Segment): number | undefined {
    let last = segment;
    while (last.next !== undefined) last = last.next;
    return this.#segments.get(last.path)?.at(-1) === last ? last.path : undefined;
  }

  #collect(): void {
    for (const [path, segments] of this.#segments) {
      for (const [place, segment] of segments.entries()) {
        const bearer = this.#bearerOf(segment);
        if (bearer === undefined) continue;
        const stretch = { path, from: segment.from, to: segments[place + 1]?.from ?? Number.MAX_SAFE_INTEGER };
        const known = this.#stretches.get(bearer);
        if (known === undefined) this.#stretches.set(bearer, [stretch]);
        else known.push(stretch);
      }
    }
  }
}
