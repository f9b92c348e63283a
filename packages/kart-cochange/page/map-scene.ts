import { type BaseType, select, type Selection } from "d3-selection";
import type { ZoomTransform } from "d3-zoom";
import { placeLabels } from "./labels.ts";
import type { Layout, MapEdge, MapNode } from "./layout.ts";
import { shown } from "./map-words.ts";
import { kindOf } from "./view.ts";
import { count, written } from "./words.ts";

const SVG = "http://www.w3.org/2000/svg";
const FONT_SIZE = 11;
/** Couplings beyond which the lines are drawn fainter. */
const DENSE = 200;

/** What a node of the map answers to. */
export interface NodeEvents {
  readonly onClick: (node: MapNode) => void;
  readonly onFocus: (node: MapNode) => void;
  readonly onBlur: () => void;
}

/** What the map says of its names beside where they are. */
export interface Emphasis {
  /** Whose neighbours are meant. */
  readonly name: string | undefined;
  /** It and its neighbours, which are named before all others; undefined where nothing on the map is meant. */
  readonly near: ReadonlySet<string> | undefined;
  readonly chosen: string | undefined;
  /** The node that the keyboard is on. */
  readonly current: string | undefined;
}

/** Lines, circles and names on an SVG, in that order, placed anew for each zoom so that circles and names keep their size. */
export class MapScene {
  readonly svg = document.createElementNS(SVG, "svg");
  readonly #widths = new Map<string, number>();
  readonly #pen = document.createElement("canvas").getContext("2d");
  #layout: Layout = { nodes: [], edges: [] };

  constructor() {
    this.svg.setAttribute("role", "group");
    for (const layer of ["edges", "nodes", "labels"]) {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("class", layer);
      if (layer !== "nodes") group.setAttribute("aria-hidden", "true");
      this.svg.append(group);
    }
  }

  draw(layout: Layout, { onClick, onFocus, onBlur }: NodeEvents): void {
    this.#layout = layout;
    const { nodes, edges } = layout;
    this.svg.classList.toggle("dense", edges.length > DENSE);
    this.#edges()
      // The strongest lie above the others.
      .data(edges.toReversed())
      .join("line")
      .attr("class", ({ coupling }) => `edge ${kindOf(coupling)}`)
      .attr("stroke-width", ({ strength }) => (0.8 + 3.6 * strength ** 1.5).toFixed(2));
    this.#circles()
      .data(nodes)
      .join("circle")
      .attr("class", ({ group }) => `node group-${group.color ?? "none"}`)
      .attr("role", "button")
      .attr("aria-label", ({ name, degree }) => `${written(name)}, ${count(degree, "coupling")}`)
      .on("click", (_event, node) => onClick(node))
      .on("focus", (_event, node) => onFocus(node))
      .on("blur", () => onBlur());
    this.#labels()
      .data(nodes)
      .join("text")
      .text(({ label }) => shown(label))
      .on("click", (_event, node) => onClick(node));
  }

  /** Moves all to where a zoom puts it. */
  place(at: ZoomTransform, emphasis: Emphasis): void {
    this.#edges()
      .attr("x1", ({ source }) => at.applyX(source.x).toFixed(1))
      .attr("y1", ({ source }) => at.applyY(source.y).toFixed(1))
      .attr("x2", ({ target }) => at.applyX(target.x).toFixed(1))
      .attr("y2", ({ target }) => at.applyY(target.y).toFixed(1));
    this.#circles()
      .attr("r", (node) => radiusOf(node, at).toFixed(1))
      .attr("cx", ({ x }) => at.applyX(x).toFixed(1))
      .attr("cy", ({ y }) => at.applyY(y).toFixed(1))
      .attr("tabindex", ({ name }) => (name === emphasis.current ? 0 : -1));
    this.#placeLabels(at, emphasis);
  }

  emphasize({ name, near, chosen }: Emphasis): void {
    const isMeant = ({ coupling: { a, b } }: MapEdge) => a === name || b === name;
    this.#edges()
      .classed("on", (edge) => near !== undefined && isMeant(edge))
      .classed("off", (edge) => near !== undefined && !isMeant(edge));
    const isFar = (node: MapNode) => near?.has(node.name) === false;
    this.#labels()
      .classed("off", isFar)
      .classed("chosen", (node) => node.name === chosen);
    this.#circles()
      .classed("off", isFar)
      .classed("chosen", (node) => node.name === chosen)
      .attr("aria-pressed", (node) => String(node.name === chosen));
  }

  focus(node: MapNode): void {
    this.#circles()
      .attr("tabindex", (one) => (one === node ? 0 : -1))
      .filter((one) => one === node)
      .node()
      ?.focus();
  }

  #placeLabels(at: ZoomTransform, { near, chosen }: Emphasis): void {
    const { clientWidth: width, clientHeight: height } = this.svg;
    const placed = this.#layout.nodes.map((node) => {
      const circle = { x: at.applyX(node.x), y: at.applyY(node.y), radius: radiusOf(node, at) };
      return { node, circle, isNear: near?.has(node.name) !== false };
    });
    const named = placed
      .filter(({ circle: { x, y } }) => x > 0 && y > 0 && x < width && y < height)
      .sort((x, y) => Number(y.isNear) - Number(x.isNear));
    const boxes = placeLabels(
      named.map(({ node, circle }) => ({
        ...circle,
        width: this.#widthOf(shown(node.label)),
        height: FONT_SIZE + 3,
      })),
      // Circles that are hardly to be seen may be covered.
      placed.flatMap(({ circle, isNear }) => (isNear ? [circle] : [])),
      { width, height },
    );
    const boxOf = new Map(
      named.flatMap(({ node, isNear }, place) =>
        isNear || chosen === undefined ? [[node, boxes[place]] as const] : [],
      ),
    );
    this.#labels()
      .attr("display", (node) => (boxOf.get(node) === undefined ? "none" : null))
      .attr("x", (node) => (boxOf.get(node)?.left ?? 0).toFixed(1))
      .attr("y", (node) => ((boxOf.get(node)?.bottom ?? 0) - 4).toFixed(1));
  }

  /** Pixels. */
  #widthOf(label: string): number {
    let width = this.#widths.get(label);
    if (width === undefined) {
      if (this.#pen !== null) this.#pen.font = `${FONT_SIZE}px ${getComputedStyle(this.svg).fontFamily}`;
      width = (this.#pen?.measureText(label).width ?? label.length * 6) + 4;
      this.#widths.set(label, width);
    }
    return width;
  }

  #edges(): Selection<SVGLineElement, MapEdge, BaseType, unknown> {
    return select(this.svg).select(".edges").selectAll<SVGLineElement, MapEdge>("line");
  }

  #circles(): Selection<SVGCircleElement, MapNode, BaseType, unknown> {
    return select(this.svg).select(".nodes").selectAll<SVGCircleElement, MapNode>("circle");
  }

  #labels(): Selection<SVGTextElement, MapNode, BaseType, unknown> {
    return select(this.svg).select(".labels").selectAll<SVGTextElement, MapNode>("text");
  }
}

/** Pixels. Circles grow less than the map, so that there comes to be room between them. */
function radiusOf({ radius }: MapNode, { k }: ZoomTransform): number {
  return radius * Math.min(1.5, Math.max(0.4, Math.sqrt(k)));
}
