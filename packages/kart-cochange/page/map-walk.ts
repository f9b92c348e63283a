import type { MapNode } from "./layout.ts";

/** To the right and down; one of them is 0. */
export type Direction = readonly [x: number, y: number];

export const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest node that lies more in a direction than beside it. */
export function nearestTowards(
  nodes: readonly MapNode[],
  from: MapNode,
  [towardsX, towardsY]: Direction,
): MapNode | undefined {
  const reached = nodes.flatMap((node) => {
    const [x, y] = [node.x - from.x, node.y - from.y];
    const ahead = x * towardsX + y * towardsY;
    const beside = Math.abs(x * towardsY - y * towardsX);
    return ahead > 0 && beside <= ahead * 1.2 ? [{ node, cost: ahead + 2 * beside }] : [];
  });
  return reached.sort((x, y) => x.cost - y.cost)[0]?.node;
}
