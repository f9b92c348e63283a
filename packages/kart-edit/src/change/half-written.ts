/**
 * Whether bytes may be what a process left that was killed while it wrote new ones over old ones: each of them is what one of the
 * two has in its place. Other programs may write such a mixture as well.
 */
export function isHalfWritten(bytes: Uint8Array, old: Uint8Array, fresh: Uint8Array): boolean {
  return (
    bytes.length >= Math.min(old.length, fresh.length) &&
    bytes.length <= Math.max(old.length, fresh.length) &&
    bytes.every((byte, at) => byte === old[at] || byte === fresh[at])
  );
}
