/** Runs git in a folder, as somebody with a name, and gives what it wrote. Throws what it complains of. */
export function gitIn(folder: string, ...args: readonly string[]): string {
  const named = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always", ...args];
  const { exitCode, stdout, stderr } = Bun.spawnSync(named, { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

/**
 * For `git fast-import`: it packs each object in memory of its own, and glibc gives that back to the system at once. Where a page
 * is dear, as on some virtual machines, nearly all of its time goes there.
 */
export const KEEPING_MEMORY = { MALLOC_TRIM_THRESHOLD_: "67108864", MALLOC_TOP_PAD_: "67108864" };
