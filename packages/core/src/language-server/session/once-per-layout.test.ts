import { expect, test } from "bun:test";
import { TempWorkspace } from "@kart/testkit/temp-workspace";
import { Workspace } from "../../workspace/workspace.ts";
import { DiskChanges } from "./disk-changes.ts";
import { OncePerLayout } from "./once-per-layout.ts";

const { signal } = new AbortController();

test("what is found is found once, until a file comes or goes", async () => {
  using files = new TempWorkspace({ "a.ts": "", "b.ts": "" });
  const disk = new DiskChanges(new Workspace(files.root));
  let times = 0;
  const once = new OncePerLayout(disk, async () => ++times);
  expect(await Promise.all([once.now(signal), once.now(signal)])).toEqual([1, 1]);
  files.write("a.ts", "1");
  disk.look();
  expect(await once.now(signal)).toBe(1);
  files.write("c.ts", "");
  disk.look();
  expect(await once.now(signal)).toBe(2);
});

test("who leaves leaves it to those who still wait, and what failed is tried again", async () => {
  using files = new TempWorkspace({ "a.ts": "" });
  const disk = new DiskChanges(new Workspace(files.root));
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let times = 0;
  const once = new OncePerLayout(disk, () => (answers[times++] as (typeof answers)[0]).promise);
  const leaving = new AbortController();
  const [left, stayed] = [once.now(leaving.signal), once.now(signal)];
  leaving.abort(new Error("left"));
  expect(await left.catch(String)).toBe("Error: left");
  answers[0]?.reject(new Error("failed"));
  expect(await stayed.catch(String)).toBe("Error: failed");
  answers[1]?.resolve("found");
  expect(await once.now(signal)).toBe("found");
  expect(times).toBe(2);
});

test("what nobody waits for any more is ended, and found anew for who asks next", async () => {
  using files = new TempWorkspace({ "a.ts": "" });
  const disk = new DiskChanges(new Workspace(files.root));
  const ended: unknown[] = [];
  let times = 0;
  const once = new OncePerLayout(disk, async (unended) => {
    if (++times > 1) return "found";
    const { promise, reject } = Promise.withResolvers<never>();
    unended.addEventListener("abort", () => {
      ended.push(unended.reason);
      reject(unended.reason as Error);
    });
    return promise;
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const waiting = [once.now(one.signal), once.now(other.signal)];
  one.abort("one left");
  expect(await waiting[0]?.catch(String)).toBe("one left");
  expect(ended).toEqual([]);
  other.abort("both left");
  expect(await waiting[1]?.catch(String)).toBe("both left");
  expect(ended).toEqual(["both left"]);
  expect(await once.now(signal)).toBe("found");
});
