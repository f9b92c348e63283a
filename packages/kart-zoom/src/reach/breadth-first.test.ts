import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { breadthFirst, type Reached, reachedNodes } from "./breadth-first.ts";

type Edges = Readonly<Record<string, readonly string[]>>;

function walk(edges: Edges, depth = 10, limit = 1000) {
  return breadthFirst<string, string>(
    "a",
    {
      key: (node) => node,
      expand: (nodes) =>
        Promise.resolve(nodes.map((from) => (edges[from] ?? []).map((node) => ({ node, via: `${from}${node}` })))),
    },
    depth,
    limit,
  );
}

/** `a2(b c)`: name, fan-out, what was reached from it. */
function shown({ node, fanOut, next }: Reached<string, string>): string {
  return `${node}${fanOut ?? "?"}${next.length === 0 ? "" : `(${next.map(shown).join(" ")})`}`;
}

test.each<[Edges, string]>([
  [{}, "a0"],
  [{ a: ["b", "c"], b: ["d"] }, "a2(b1(d0) c0)"],
  // The way through `b` is longer, and comes first in the tree.
  [{ a: ["b", "d"], b: ["c"], c: ["d"], d: ["e"] }, "a2(b1(c1) d1(e0))"],
  [{ a: ["b"], b: ["a", "b", "c"], c: ["b"] }, "a1(b3(c1))"],
])("%j", async (edges, wanted) => {
  expect(shown((await walk(edges)).root)).toBe(wanted);
});

test("what stops a level beyond the first leaves what was found; what stops the first is thrown", async () => {
  const stopped = (last: string) =>
    breadthFirst<string, string>(
      "a",
      {
        key: (node) => node,
        expand: (nodes) =>
          nodes.includes(last)
            ? Promise.reject(new Error("late"))
            : Promise.resolve(nodes.map((node) => [{ node: `${node}b`, via: "" }])),
        isLate: (error) => (error as Error).message === "late",
      },
      5,
      10,
    );
  const { root, ...rest } = await stopped("abb");
  expect([shown(root), rest]).toEqual(["a1(ab1(abb?))", { total: 2, maxDepth: 2, isCut: false, isLate: true }]);
  expect(stopped("a")).rejects.toThrow("late");
});

test("what lies at the greatest depth was not looked at", async () => {
  const chain = { a: ["b"], b: ["c"], c: ["d"] };
  expect(shown((await walk(chain, 2)).root)).toBe("a1(b1(c?))");
  expect(await walk(chain, 2)).toMatchObject({ total: 2, maxDepth: 2, isCut: false });
  expect(await walk(chain, 5)).toMatchObject({ total: 3, maxDepth: 3 });
});

test("a limit is said, and what was not looked at has no fan-out", async () => {
  const wide = { a: ["b", "c", "d"], b: ["e"] };
  const cut = await walk(wide, 5, 2);
  expect(shown(cut.root)).toBe("a3(b? c?)");
  expect(cut).toMatchObject({ total: 2, isCut: true });
  expect(await walk(wide, 5, 4)).toMatchObject({ total: 4, isCut: false });
});

test("what a last step leads to is looked at where another step leads to it as well, and stays where it was reached first", async () => {
  const edges: Edges = { a: ["c", "b"], b: ["c", "e"], c: ["d"], e: ["c"] };
  const ending = async (last: readonly string[], depth: number) => {
    const graph = {
      key: (node: string) => node,
      expand: (nodes: readonly string[]) =>
        Promise.resolve(nodes.map((from) => (edges[from] ?? []).map((node) => ({ node, via: `${from}${node}` })))),
      isLast: ({ via }: { readonly via: string }) => last.includes(via),
    };
    const { root, maxDepth, total } = await breadthFirst<string, string>("a", graph, depth, 10);
    return `${shown(root)} ${total} ${maxDepth}`;
  };
  expect(await ending(["ac", "bc", "ec"], 9)).toBe("a2(c0 b2(e1)) 3 2");
  expect(await ending(["ac", "bc"], 9)).toBe("a2(c1(d0) b2(e1)) 4 4");
  // Reached by a way on at the greatest depth, it was not looked at.
  expect(await ending(["ac", "bc"], 3)).toBe("a2(c? b2(e1)) 3 3");
  expect(await ending(["bc"], 9)).toBe("a2(c1(d0) b2(e1)) 4 2");
});

test("every node is there once, at its least distance", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const graph = fc.dictionary(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names)));
  await fc.assert(
    fc.asyncProperty(graph, async (edges) => {
      const distances = new Map([["a", 0]]);
      const queue = ["a"];
      for (const from of queue)
        for (const to of edges[from] ?? [])
          if (!distances.has(to)) {
            distances.set(to, (distances.get(from) as number) + 1);
            queue.push(to);
          }
      const { root, total } = await walk(edges);
      const depths = new Map<string, number>([["a", 0]]);
      const visit = ({ next }: Reached<string, string>, depth: number): void =>
        next.forEach((one) => {
          depths.set(one.node, depth);
          visit(one, depth + 1);
        });
      visit(root, 1);
      expect(depths).toEqual(distances);
      expect([...reachedNodes(root)]).toHaveLength(total);
      expect(total).toBe(distances.size - 1);
    }),
  );
});
