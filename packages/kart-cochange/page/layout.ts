import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from "d3-force";
import type { LinkedCoupling } from "../src/report/report.ts";
import { type Group, groupsOf } from "./groups.ts";

/** A file or folder on the map. Places in units of the layout, around 0. */
export interface MapNode extends SimulationNodeDatum {
  readonly name: string;
  readonly label: string;
  readonly group: Group;
  /** Its couplings on the map. */
  readonly degree: number;
  /** In pixels of the screen. */
  readonly radius: number;
  x: number;
  y: number;
}

export interface MapEdge extends SimulationLinkDatum<MapNode> {
  readonly coupling: LinkedCoupling;
  /** 0 to 1, against the strongest on the map. */
  readonly strength: number;
  source: MapNode;
  target: MapNode;
}

export interface Layout {
  /** The most coupled first. */
  readonly nodes: readonly MapNode[];
  /** The strongest first. */
  readonly edges: readonly MapEdge[];
}

const TICKS = 300;

/**
 * Places what is coupled side by side. The same couplings always give the same map.
 *
 * @param aspect width by height of where it is shown
 */
export function layOut(couplings: readonly LinkedCoupling[], aspect: number): Layout {
  const most = Math.max(...couplings.map(({ score }) => score), Number.MIN_VALUE);
  const degrees = new Map<string, number>();
  for (const { a, b } of couplings) for (const name of [a, b]) degrees.set(name, (degrees.get(name) ?? 0) + 1);
  const groupOf = groupsOf([...degrees.keys()]);
  const labels = labelsOf([...degrees.keys()]);
  const nodes = [...degrees]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, degree]): MapNode => ({
      name,
      label: labels.get(name) ?? name,
      group: groupOf(name),
      degree,
      radius: 4 + 1.6 * Math.sqrt(degree),
      x: 0,
      y: 0,
    }));
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const edges = couplings.map((coupling): MapEdge => ({
    coupling,
    strength: Math.sqrt(coupling.score / most),
    source: byName.get(coupling.a) as MapNode,
    target: byName.get(coupling.b) as MapNode,
  }));
  // A spiral, as d3 itself starts, in the order of groups: folders come to lie together.
  for (const [place, node] of nodes.toSorted((x, y) => (x.group.folder < y.group.folder ? -1 : 1)).entries()) {
    const radius = 14 * Math.sqrt(place + 0.5);
    node.x = radius * Math.cos(place * 2.4);
    node.y = radius * Math.sin(place * 2.4);
  }
  const simulation = forceSimulation<MapNode>(nodes)
    .force(
      "link",
      forceLink<MapNode, MapEdge>(edges)
        .distance(({ strength }) => 34 + 46 * (1 - strength))
        .strength(({ strength, source, target }) => (0.25 + 0.75 * strength) / Math.min(source.degree, target.degree)),
    )
    .force("charge", forceManyBody<MapNode>().strength(-130).distanceMax(420))
    .force(
      "collide",
      forceCollide<MapNode>(({ radius }) => radius + 9),
    )
    .force("x", forceX<MapNode>(0).strength(0.05 / Math.sqrt(aspect)))
    .force("y", forceY<MapNode>(0).strength(0.05 * Math.sqrt(aspect)))
    .stop();
  simulation.tick(TICKS);
  return { nodes, edges };
}

/** Names that say nothing without their folder. */
const EVERYWHERE = /^(index|mod|main|types?|utils?|readme|package|tsconfig|page|route)\b/i;

/** The last part of each path, with as many folders as tell it from the others: two at most. */
function labelsOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const last = (path: string, parts: number) => path.split("/").slice(-parts).join("/");
  const shared = Map.groupBy(paths, (path) => last(path, 1));
  return new Map(
    paths.map((path) => {
      const isShared = (shared.get(last(path, 1))?.length ?? 0) > 1 || EVERYWHERE.test(last(path, 1));
      return [path, last(path, isShared ? 2 : 1)];
    }),
  );
}
