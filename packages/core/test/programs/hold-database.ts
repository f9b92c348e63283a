// Holds a database that has no write-ahead log yet: says so, and lets go after some milliseconds.
import { Database } from "bun:sqlite";

const [file, ms] = process.argv.slice(2);
using database = new Database(file);
database.run("BEGIN IMMEDIATE");
process.stdout.write("held\n");
Bun.sleepSync(Number(ms));
database.run("COMMIT");
