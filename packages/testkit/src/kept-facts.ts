import { Database } from "bun:sqlite";

/** Makes what servers kept say something else, as only a database that is asked can do. Throws where there is not one. */
export function changeKept(cache: string, kind: "modules" | "declarations", from: string, to: string): void {
  const [file, ...others] = new Bun.Glob("**/sources/*.sqlite").scanSync({ cwd: cache, absolute: true });
  if (file === undefined || others.length > 0) throw new Error(`not one database in ${cache}`);
  using database = new Database(file, { strict: true });
  const rows = database.query<{ id: number; fact: string }, []>(`SELECT id, fact FROM ${kind}`).all();
  for (const { id, fact } of rows.filter((row) => row.fact.includes(from))) {
    const changed = fact.replaceAll(from, to);
    database.query(`UPDATE ${kind} SET fact = ?, crc = ? WHERE id = ?`).run(changed, Bun.hash.crc32(changed), id);
  }
}
