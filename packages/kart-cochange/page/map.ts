import { pointer, select } from "d3-selection";
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import type { LinkedCoupling } from "../src/report/report.ts";
import { part } from "./element.ts";
import { placeLabels } from "./labels.ts";
import { type Layout, layOut, type MapEdge, type MapNode } from "./layout.ts";
import { captionOf, captionOfEdge, HINT, shown } from "./map-words.ts";
import { type Direction, DIRECTIONS, nearestTowards } from "./map-walk.ts";
import { kindOf } from "./view.ts";
import { count, written } from "./words.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels left free around a map that is shown whole, for names. */
const MARGIN = { x: 84, y: 30 };
const FONT_SIZE = 11;
/** Pixels from an edge within which it is meant. */
const NEAR = 6;

/** The map of the strongest couplings: circles on an SVG, placed anew for each zoom so that they and their names keep their size. */
export class CouplingMap {
  readonly #box = part("map");
  readonly #svg = document.createElementNS(SVG, "svg");
  readonly #caption = part("caption");
  readonly #onChoose: (name: string | undefined) => void;
  readonly #zoom: ZoomBehavior<SVGSVGElement, unknown>;
  readonly #measured = new Map<string, number>();
  readonly #pen = document.createElement("canvas").getContext("2d");
  #transform: ZoomTransform = zoomIdentity;
  #layout: Layout = { nodes: [], edges: [] };
  #chosen: string | undefined;
  #pointed: string | undefined;
  /** The node that the keyboard is on. */
  #current: string | undefined;
  #isFitted = true;
  #frame = 0;

  constructor(onChoose: (name: string | undefined) => void) {
    this.#onChoose = onChoose;
    this.#svg.setAttribute("role", "group");
    this.#svg.setAttribute(
      "aria-label",
      "Map of the strongest couplings. Arrow keys go from name to name, Enter chooses.",
    );
    for (const layer of ["edges", "nodes", "labels"]) {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("class", layer);
      if (layer !== "nodes") group.setAttribute("aria-hidden", "true");
      this.#svg.append(group);
    }
    this.#box.append(this.#svg);
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.1, 12])
      .on("zoom", (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
        this.#transform = event.transform;
        if (event.sourceEvent !== null && event.sourceEvent !== undefined) this.#isFitted = false;
        this.#place();
      });
    select(this.#svg).call(this.#zoom).on("dblclick.zoom", null);
    this.#svg.addEventListener("pointermove", (event) => this.#pointAt(event));
    this.#svg.addEventListener("pointerleave", () => this.#point(undefined, HINT));
    this.#svg.addEventListener("click", (event) => {
      if (event.target === this.#svg) this.#onChoose(undefined);
    });
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    part("zoom-in").addEventListener("click", () => this.#scale(1.4));
    part("zoom-out").addEventListener("click", () => this.#scale(1 / 1.4));
    part("zoom-fit").addEventListener("click", () => this.fit());
    new ResizeObserver(() => (this.#isFitted ? this.fit() : this.#place())).observe(this.#box);
    this.#caption.textContent = HINT;
  }

  get layout(): Layout {
    return this.#layout;
  }

  /** Draws other couplings. */
  draw(couplings: readonly LinkedCoupling[]): void {
    const { width, height } = this.#size();
    this.#layout = layOut(couplings, width / height);
    const { nodes, edges } = this.#layout;
    this.#current = nodes[0]?.name;
    select(this.#svg)
      .select(".edges")
      .selectAll<SVGLineElement, MapEdge>("line")
      .data(edges.toReversed())
      .join("line")
      .attr("class", ({ coupling }) => `edge ${kindOf(coupling)}`)
      .attr("stroke-width", ({ strength }) => (0.8 + 3.6 * strength ** 1.5).toFixed(2));
    const onChoose = this.#onChoose;
    select(this.#svg)
      .select(".nodes")
      .selectAll<SVGCircleElement, MapNode>("circle")
      .data(nodes)
      .join("circle")
      .attr("class", ({ group }) => `node group-${group.color ?? "none"}`)
      .attr("role", "button")
      .attr("aria-label", ({ name, degree }) => `${written(name)}, ${count(degree, "coupling")}`)
      .on("click", (_event, { name }) => onChoose(name))
      .on("focus", (_event, node) => {
        this.#current = node.name;
        this.#point(node.name, captionOf(node));
      });
    select(this.#svg)
      .select(".labels")
      .selectAll<SVGTextElement, MapNode>("text")
      .data(nodes)
      .join("text")
      .text(({ label }) => shown(label))
      .on("click", (_event, { name }) => onChoose(name));
    this.#svg.classList.toggle("dense", edges.length > 200);
    this.fit();
    this.#emphasize();
  }

  /** Shows whose neighbours are meant; moves the map where it lies outside. */
  choose(name: string | undefined): void {
    if (name !== this.#chosen) this.#caption.textContent = name === undefined ? HINT : `${written(name)} is chosen`;
    this.#chosen = name;
    const node = this.#layout.nodes.find((one) => one.name === name);
    if (node !== undefined) {
      this.#current = node.name;
      const { width, height } = this.#size();
      const [x, y] = this.#transform.apply([node.x, node.y]);
      if (x < 0 || y < 0 || x > width || y > height) this.#zoom.translateTo(select(this.#svg), node.x, node.y);
    }
    this.#emphasize();
    this.#place();
  }

  /** Shows all of the map. */
  fit(): void {
    const { nodes } = this.#layout;
    const { width, height } = this.#size();
    if (nodes.length === 0 || width === 0) return;
    const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scale = Math.min(
      2.2,
      Math.max(width - 2 * Math.min(MARGIN.x, width / 8), 50) / Math.max(right - left, 1),
      Math.max(height - 2 * MARGIN.y, 50) / Math.max(bottom - top, 1),
    );
    const middle = zoomIdentity
      .translate(width / 2, height / 2)
      .scale(scale)
      .translate(-(left + right) / 2, -(top + bottom) / 2);
    this.#zoom.transform(select(this.#svg), middle);
    this.#isFitted = true;
  }

  #size(): { width: number; height: number } {
    return { width: this.#box.clientWidth, height: this.#box.clientHeight };
  }

  #scale(factor: number): void {
    this.#zoom.scaleBy(select(this.#svg), factor);
    this.#isFitted = false;
  }

  /** Moves all to where they belong, at most once for a frame. */
  #place(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#placeNow();
    });
  }

  #placeNow(): void {
    const at = this.#transform;
    const root = select(this.#svg);
    root
      .select(".edges")
      .selectAll<SVGLineElement, MapEdge>("line")
      .attr("x1", ({ source }) => at.applyX(source.x).toFixed(1))
      .attr("y1", ({ source }) => at.applyY(source.y).toFixed(1))
      .attr("x2", ({ target }) => at.applyX(target.x).toFixed(1))
      .attr("y2", ({ target }) => at.applyY(target.y).toFixed(1));
    root
      .select(".nodes")
      .selectAll<SVGCircleElement, MapNode>("circle")
      .attr("r", (node) => this.#radiusOf(node).toFixed(1))
      .attr("cx", ({ x }) => at.applyX(x).toFixed(1))
      .attr("cy", ({ y }) => at.applyY(y).toFixed(1))
      .attr("tabindex", ({ name }) => (name === this.#current ? 0 : -1));
    this.#placeLabels();
  }

  #placeLabels(): void {
    const { width, height } = this.#size();
    const near = this.#near();
    const circles = this.#layout.nodes.map((node) => ({
      x: this.#transform.applyX(node.x),
      y: this.#transform.applyY(node.y),
      radius: this.#radiusOf(node),
    }));
    const named = this.#layout.nodes
      .map((node, place) => ({ node, at: circles[place] as (typeof circles)[number] }))
      .filter(({ at }) => at.x > 0 && at.y > 0 && at.x < width && at.y < height)
      // What is chosen and its neighbours are named first.
      .sort((x, y) => rankOf(near, x.node) - rankOf(near, y.node));
    const boxes = placeLabels(
      named.map(({ node, at }) => ({ ...at, width: this.#widthOf(shown(node.label)), height: FONT_SIZE + 3 })),
      // Circles that are hardly to be seen may be covered.
      circles.filter((_circle, place) => near?.has(this.#layout.nodes[place]?.name ?? "") !== false),
      { width, height },
    );
    const boxOf = new Map(named.map(({ node }, place) => [node, boxes[place]]));
    select(this.#svg)
      .select(".labels")
      .selectAll<SVGTextElement, MapNode>("text")
      .attr("display", (node) =>
        boxOf.get(node) === undefined || (this.#chosen !== undefined && near?.has(node.name) === false) ? "none" : null,
      )
      .attr("x", (node) => (boxOf.get(node)?.left ?? 0).toFixed(1))
      .attr("y", (node) => ((boxOf.get(node)?.bottom ?? 0) - 4).toFixed(1));
  }

  /** Pixels. Circles grow less than the map, so that there comes to be room between them. */
  #radiusOf({ radius }: MapNode): number {
    return radius * Math.min(1.5, Math.max(0.4, Math.sqrt(this.#transform.k)));
  }

  #widthOf(label: string): number {
    let width = this.#measured.get(label);
    if (width === undefined) {
      if (this.#pen !== null) this.#pen.font = `${FONT_SIZE}px ${getComputedStyle(this.#box).fontFamily}`;
      width = (this.#pen?.measureText(label).width ?? label.length * 6) + 4;
      this.#measured.set(label, width);
    }
    return width;
  }

  /** The name that is looked at, and what is coupled to it on the map. */
  #near(): ReadonlyMap<string, number> | undefined {
    const name = this.#pointed ?? this.#chosen;
    if (name === undefined || !this.#layout.nodes.some((node) => node.name === name)) return undefined;
    const near = new Map([[name, 0]]);
    for (const { coupling } of this.#layout.edges) {
      if (coupling.a === name) near.set(coupling.b, 1);
      if (coupling.b === name) near.set(coupling.a, 1);
    }
    return near;
  }

  #emphasize(): void {
    const near = this.#near();
    const root = select(this.#svg);
    const name = this.#pointed ?? this.#chosen;
    root
      .select(".edges")
      .selectAll<SVGLineElement, MapEdge>("line")
      .classed("on", ({ coupling: { a, b } }) => near !== undefined && (a === name || b === name))
      .classed("off", ({ coupling: { a, b } }) => near !== undefined && a !== name && b !== name);
    for (const [layer, tag] of [
      ["nodes", "circle"],
      ["labels", "text"],
    ] as const)
      root
        .select(`.${layer}`)
        .selectAll<SVGElement, MapNode>(tag)
        .classed("off", (node) => near !== undefined && !near.has(node.name))
        .classed("chosen", (node) => node.name === this.#chosen);
    root
      .select(".nodes")
      .selectAll<SVGElement, MapNode>("circle")
      .attr("aria-pressed", (node) => String(node.name === this.#chosen));
  }

  #point(name: string | undefined, caption: string): void {
    this.#caption.textContent = caption;
    if (this.#pointed === name) return;
    this.#pointed = name;
    this.#emphasize();
    this.#place();
  }

  #pointAt(event: PointerEvent): void {
    if (event.buttons !== 0) return;
    const node = select<Element, MapNode | undefined>(event.target as Element).datum();
    if (node !== undefined && "name" in node) {
      this.#point(node.name, captionOf(node));
      return;
    }
    const edge = this.#edgeAt(pointer(event, this.#svg));
    this.#point(undefined, edge === undefined ? HINT : captionOfEdge(edge));
  }

  #edgeAt([x, y]: readonly [number, number]): MapEdge | undefined {
    const at = this.#transform;
    return this.#layout.edges.find(({ source, target }) => {
      const [x1, y1, x2, y2] = [at.applyX(source.x), at.applyY(source.y), at.applyX(target.x), at.applyY(target.y)];
      const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2 || 1);
      const nearest = Math.min(1, Math.max(0, along));
      return Math.hypot(x - x1 - nearest * (x2 - x1), y - y1 - nearest * (y2 - y1)) < NEAR;
    });
  }

  #key(event: KeyboardEvent): void {
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) this.#step(direction);
    else if (event.key === "Enter" || event.key === " ") this.#onChoose(this.#current);
    else if (event.key === "+" || event.key === "=") this.#scale(1.4);
    else if (event.key === "-") this.#scale(1 / 1.4);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  #step(direction: Direction): void {
    const { nodes } = this.#layout;
    const from = nodes.find(({ name }) => name === this.#current) ?? nodes[0];
    if (from === undefined) return;
    const best = nearestTowards(nodes, from, direction);
    if (best === undefined) return;
    this.#current = best.name;
    const circle = select(this.#svg)
      .selectAll<SVGCircleElement, MapNode>("circle")
      .filter(({ name }) => name === best.name);
    const [x, y] = this.#transform.apply([best.x, best.y]);
    const { width, height } = this.#size();
    if (x < 0 || y < 0 || x > width || y > height) this.#zoom.translateTo(select(this.#svg), best.x, best.y);
    circle.attr("tabindex", 0).node()?.focus();
    this.#place();
  }
}

function rankOf(near: ReadonlyMap<string, number> | undefined, { name }: MapNode): number {
  return near?.get(name) ?? 2;
}
