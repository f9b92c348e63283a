import { pointer, select } from "d3-selection";
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import type { LinkedCoupling } from "../src/report/report.ts";
import { part } from "./element.ts";
import { type Layout, layOut, type MapEdge, type MapNode } from "./layout.ts";
import { type Emphasis, MapScene } from "./map-scene.ts";
import { type Direction, DIRECTIONS, nearestTowards } from "./map-walk.ts";
import { captionOf, captionOfEdge, HINT } from "./map-words.ts";
import { written } from "./words.ts";

/** Pixels left free around a map that is shown whole, for names. */
const MARGIN = { x: 84, y: 30 };
/** Pixels from a line within which it is meant. */
const NEAR = 6;
/** By which a key or a button zooms. */
const STEP = 1.4;

/** The map of the strongest couplings: what is pointed at, chosen and zoomed on it. */
export class CouplingMap {
  readonly #box = part("map");
  readonly #caption = part("caption");
  readonly #scene = new MapScene();
  readonly #onChoose: (name: string | undefined) => void;
  readonly #zoom: ZoomBehavior<SVGSVGElement, unknown>;
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
    const { svg } = this.#scene;
    svg.setAttribute(
      "aria-label",
      "Map of the strongest couplings. Arrow keys go from name to name, Enter chooses, plus and minus zoom.",
    );
    this.#box.append(svg);
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.1, 12])
      .on("zoom", (event: { transform: ZoomTransform; sourceEvent: unknown }) => {
        this.#transform = event.transform;
        if (event.sourceEvent !== null && event.sourceEvent !== undefined) this.#isFitted = false;
        this.#place();
      });
    select(svg).call(this.#zoom).on("dblclick.zoom", null);
    svg.addEventListener("pointermove", (event) => this.#pointAt(event));
    svg.addEventListener("pointerleave", () => this.#point(undefined, HINT));
    svg.addEventListener("click", (event) => {
      if (event.target === svg) this.#onChoose(undefined);
    });
    svg.addEventListener("keydown", (event) => this.#key(event));
    part("zoom-in").addEventListener("click", () => this.#scale(STEP));
    part("zoom-out").addEventListener("click", () => this.#scale(1 / STEP));
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
    this.#current = this.#layout.nodes[0]?.name;
    this.#scene.draw(this.#layout, {
      onClick: ({ name }) => this.#onChoose(name),
      onFocus: (node) => {
        this.#current = node.name;
        this.#point(node.name, captionOf(node));
      },
      onBlur: () => this.#point(undefined, HINT),
    });
    this.fit();
    this.#scene.emphasize(this.#emphasis());
  }

  /** Shows whose neighbours are meant; moves the map where it lies outside. */
  choose(name: string | undefined): void {
    if (name !== this.#chosen) this.#caption.textContent = name === undefined ? HINT : `${written(name)} is chosen`;
    this.#chosen = name;
    const node = this.#layout.nodes.find((one) => one.name === name);
    if (node !== undefined) {
      this.#current = node.name;
      this.#moveTo(node);
    }
    this.#scene.emphasize(this.#emphasis());
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
    this.#zoom.transform(select(this.#scene.svg), middle);
    this.#isFitted = true;
  }

  #size(): { width: number; height: number } {
    return { width: this.#box.clientWidth, height: this.#box.clientHeight };
  }

  #scale(factor: number): void {
    this.#zoom.scaleBy(select(this.#scene.svg), factor);
    this.#isFitted = false;
  }

  /** Brings a node into sight that lies outside. */
  #moveTo({ x, y }: MapNode): void {
    const { width, height } = this.#size();
    const [left, top] = this.#transform.apply([x, y]);
    if (left < 0 || top < 0 || left > width || top > height) this.#zoom.translateTo(select(this.#scene.svg), x, y);
  }

  /** Moves all to where it belongs, at most once for a frame. */
  #place(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#scene.place(this.#transform, this.#emphasis());
    });
  }

  #emphasis(): Emphasis {
    const name = this.#pointed ?? this.#chosen;
    const rest = { name, chosen: this.#chosen, current: this.#current };
    const edges = this.#layout.edges.filter(({ coupling: { a, b } }) => a === name || b === name);
    if (edges.length === 0) return { ...rest, near: undefined };
    return { ...rest, near: new Set(edges.flatMap(({ coupling: { a, b } }) => [a, b])) };
  }

  #point(name: string | undefined, caption: string): void {
    this.#caption.textContent = caption;
    if (this.#pointed === name) return;
    this.#pointed = name;
    this.#scene.emphasize(this.#emphasis());
    this.#place();
  }

  #pointAt(event: PointerEvent): void {
    if (event.buttons !== 0) return;
    const node = select<Element, MapNode | undefined>(event.target as Element).datum();
    if (node !== undefined && "name" in node) {
      this.#point(node.name, captionOf(node));
      return;
    }
    const edge = this.#edgeAt(pointer(event, this.#scene.svg));
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
    else if (event.key === "+" || event.key === "=") this.#scale(STEP);
    else if (event.key === "-") this.#scale(1 / STEP);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  #step(direction: Direction): void {
    const { nodes } = this.#layout;
    const from = nodes.find(({ name }) => name === this.#current) ?? nodes[0];
    const next = from === undefined ? undefined : nearestTowards(nodes, from, direction);
    if (next === undefined) return;
    this.#current = next.name;
    this.#moveTo(next);
    this.#scene.focus(next);
    this.#place();
  }
}
