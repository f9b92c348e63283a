/**
 * A name as Vue's templates may write it too, `page-size` of `pageSize`, `user-card` of `UserCard`: its `hyphenate`. Undefined for one
 * that is written in one way alone.
 */
export function hyphenated(name: string): string | undefined {
  const written = name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase();
  return written.includes("-") ? written : undefined;
}

/** Names, and as which they may stand in templates besides. */
export function withHyphenated(names: Iterable<string>): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => [name, hyphenated(name) ?? []].flat()));
}
