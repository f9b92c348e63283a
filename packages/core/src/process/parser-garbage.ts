import { beforeParsing, freeTrees } from "../syntax/parser/parse.ts";

/** UTF-16 units that are parsed between two looks at how large the process is, which take as long as parsing a thousand of them. */
const LOOK_EVERY = 256 * 1024;

/** Bytes that the process may grow by, whatever its size, before garbage is collected. */
const LEAST_GROWTH = 64 * 1024 * 1024;

/** The same as a share of its size: a collection takes as long as what is kept is large. */
const GROWTH = 1 / 2;

/** Milliseconds without parsing after which garbage is collected too, so that a server at rest is small. */
const AT_REST = 100;

/** The same where somebody waits for an answer, which a collection takes its time from; what is little then waits for rest. */
const AT_WORK = 1000;

/** Bytes that the process may grow by from call to call, and the same as a share of its size. */
const LEAST_GROWTH_OF_CALLS = 28 * 1024 * 1024;
const GROWTH_OF_CALLS = 1 / 8;

/** Answers between two looks at how large the process is where nothing is parsed. */
const LOOK_EVERY_ANSWERS = 8;

/** Milliseconds from an answer to such a look: who asks on at once waits for a backend by then. */
const BETWEEN = 5;

let waiting = 0;
let idle: Timer | undefined;
/** Answers since the last look, and how many make one. */
let answered = 0;
let lookEvery = LOOK_EVERY_ANSWERS;
/** When a text was parsed last; milliseconds. */
let lastParse = 0;
/** UTF-16 units since the last look. */
let parsed = 0;
/** Bytes of the process after the last collection; 0 before anything is parsed. */
let size = 0;

/**
 * Looks at how large the process is after every second answer, from now on: where each waits for ripgrep first, collecting holds few
 * up, and a process that keeps little is to stay small.
 */
export function lookOften(): void {
  lookEvery = 2;
}

/** Says that somebody waits for an answer, until it is disposed of. */
export function answering(): Disposable {
  waiting++;
  return {
    [Symbol.dispose]() {
      waiting--;
      if (size === 0 || ++answered < lookEvery) return;
      answered = 0;
      setTimeout(betweenCalls, BETWEEN).unref();
    },
  };
}

/**
 * Collects what parsing leaves, from now on. JavaScriptCore would not: it counts the parser's block of memory, which is 2 GiB of
 * addresses, as kept, and waits for as much garbage. Before a text is parsed nobody needs the tree in the block.
 */
export function collectParserGarbage(): void {
  size = process.memoryUsage.rss();
  beforeParsing((length) => {
    lastParse = performance.now();
    idle ??= atRest(AT_REST);
    parsed += length;
    if (parsed < LOOK_EVERY) return;
    parsed = 0;
    if (process.memoryUsage.rss() - size > Math.max(LEAST_GROWTH, size * GROWTH)) collect();
  });
}

/**
 * What ripgrep and git say is garbage too, which calls that parse nothing leave. Where much lies about before it is collected, the
 * process stays as large: what is kept stands all over it.
 */
function betweenCalls(): void {
  if (process.memoryUsage.rss() - size > Math.max(LEAST_GROWTH_OF_CALLS, size * GROWTH_OF_CALLS)) collectAll();
}

function atRest(after: number): Timer {
  const timer = setTimeout(() => {
    const rested = performance.now() - lastParse;
    if (waiting > 0 && rested >= AT_WORK && process.memoryUsage.rss() - size < LEAST_GROWTH_OF_CALLS) {
      idle = atRest(AT_WORK);
      return;
    }
    const needed = waiting > 0 ? AT_WORK : AT_REST;
    idle = rested < needed ? atRest(waiting > 0 ? AT_REST : needed - rested) : undefined;
    if (idle === undefined) collectAll();
  }, after);
  timer.unref();
  return timer;
}

/** Twice: what a child wrote is held by its streams until these are found to be garbage. */
function collectAll(): void {
  Bun.gc(true);
  collect();
}

function collect(): void {
  freeTrees();
  Bun.gc(true);
  size = process.memoryUsage.rss();
}
