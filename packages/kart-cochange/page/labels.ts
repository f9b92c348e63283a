/** A name on the map and the point that it belongs to, in pixels of the screen. */
export interface Label {
  readonly x: number;
  readonly y: number;
  /** Of the circle that it stands beside. */
  readonly radius: number;
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels between a circle and its name. */
const GAP = 3;
/** Pixels: boxes are looked up by the squares that they touch. */
const CELL = 64;

/**
 * Places as many names as fit into an area without covering each other or a circle, in the order given; undefined for those that find no
 * place. Each stands right, left, below or above its circle.
 */
export function placeLabels(
  labels: readonly Label[],
  circles: readonly Pick<Label, "x" | "y" | "radius">[],
  area: { readonly width: number; readonly height: number },
): (Box | undefined)[] {
  const taken = new Map<string, Box[]>();
  const add = (box: Box) => {
    for (const cell of cellsOf(box)) taken.set(cell, [...(taken.get(cell) ?? []), box]);
  };
  for (const { x, y, radius } of circles)
    add({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
  return labels.map((label) => {
    const box = candidates(label).find(
      (one) =>
        one.left >= 0 &&
        one.top >= 0 &&
        one.right <= area.width &&
        one.bottom <= area.height &&
        cellsOf(one).every((cell) => !taken.get(cell)?.some((other) => overlaps(one, other))),
    );
    if (box !== undefined) add(box);
    return box;
  });
}

function candidates({ x, y, radius, width, height }: Label): Box[] {
  const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
  const away = radius + GAP;
  return [
    at(x + away, y - height / 2),
    at(x - away - width, y - height / 2),
    at(x - width / 2, y + away),
    at(x - width / 2, y - away - height),
  ];
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function cellsOf({ left, top, right, bottom }: Box): string[] {
  const cells: string[] = [];
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++) cells.push(`${column} ${row}`);
  return cells;
}
