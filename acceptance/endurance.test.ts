import { expect, test } from "bun:test";
import { join } from "node:path";
import { SERVERS } from "./servers.ts";

const RUN = join(import.meta.dir, "endurance/run.ts");

test.each(SERVERS)(
  "%s survives bad calls, files that change, backends that die and clients that are killed",
  async (server) => {
    const arguments_ = [server, "--calls", "80", "--rounds", "3", "--kills", "2", "--seed", "7"];
    const run = Bun.spawn([process.execPath, RUN, ...arguments_], { stdout: "pipe", stderr: "pipe" });
    const [printed, complaints] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
    expect(`${printed}${complaints}`).toEndWith("\nall of it held\n");
    expect(printed).toMatch(/ [1-9]\d* answers as their schema says/);
  },
  600_000,
);
