/**
 * Two lowercase hex digits that tell one line from its neighbours: xxHash32 of the line without white space, modulo 256.
 * They verify a line number and never replace it: one in 256 lines has the same by chance.
 */
export function lineHash(line: string): string {
  // oxlint-disable-next-line no-restricted-globals -- a pure function of the runtime
  const hash = Bun.hash.xxHash32(line.replaceAll(/\s+/g, ""));
  return HEX[hash & 0xff] as string;
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, "0"));
