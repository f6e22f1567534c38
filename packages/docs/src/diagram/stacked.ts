/** Places what hangs together on its own, and one below the other: smaller, quicker, and shared between versions. */
import { placed, type Box, type Direction, type Line, type Placed, type Point } from './layout.js';

const gap = 6;

/** As {@link placed}, for what may fall into several parts. */
export function stacked(boxes: readonly Box[], lines: readonly Line[], direction: Direction): Placed {
  const places = new Map<string, Point>();
  const drawn = new Map<Line, Placed['lines'][number]>();
  let width = 0;
  let height = 0;
  for (const part of partsOf(boxes, lines)) {
    const at = placed(part.boxes, part.lines, direction);
    const moved = ({ x, y }: Point): Point => ({ x, y: y + height });
    for (const [id, point] of at.boxes) places.set(id, moved(point));
    at.lines.forEach(({ points, label }, index) => {
      const line = part.lines[index];
      if (line !== undefined) drawn.set(line, { points: points.map(moved), label: moved(label) });
    });
    width = Math.max(width, at.width);
    height += at.height + gap;
  }
  const none: Placed['lines'][number] = { points: [], label: { x: 0, y: 0 } };
  return { width, height, boxes: places, lines: lines.map((line) => drawn.get(line) ?? none) };
}

interface Part {
  readonly boxes: Box[];
  readonly lines: Line[];
}

/** The largest first. */
function partsOf(boxes: readonly Box[], lines: readonly Line[]): Part[] {
  const above = new Map<string, string>();
  const root = (id: string): string => {
    let at = id;
    for (let next = above.get(at); next !== undefined; next = above.get(at)) at = next;
    return at;
  };
  for (const { from, to } of lines) if (root(from) !== root(to)) above.set(root(from), root(to));
  const parts = new Map<string, Part>();
  const partOf = (id: string): Part => {
    const part = parts.get(root(id)) ?? { boxes: [], lines: [] };
    parts.set(root(id), part);
    return part;
  };
  for (const box of boxes) partOf(box.id).boxes.push(box);
  for (const line of lines) partOf(line.from).lines.push(line);
  return [...parts.values()].sort((a, b) => b.boxes.length - a.boxes.length);
}
