/** A layout that places the connected parts of a diagram below each other. It is smaller and faster. */
import { layoutOf, type Box, type DiagramLayout, type Direction, type Line, type Point } from './layout.js';

const gap = 6;

/** Like {@link layoutOf}, for diagrams that may consist of several connected parts. */
export function stackedLayout(boxes: readonly Box[], lines: readonly Line[], direction: Direction): DiagramLayout {
  const places = new Map<string, Point>();
  const paths = new Map<Line, DiagramLayout['lines'][number]>();
  let width = 0;
  let height = 0;
  for (const part of partsOf(boxes, lines)) {
    const layout = layoutOf(part.boxes, part.lines, direction);
    const moved = ({ x, y }: Point): Point => ({ x, y: y + height });
    for (const [id, point] of layout.boxes) places.set(id, moved(point));
    layout.lines.forEach(({ points, label }, index) => {
      const line = part.lines[index];
      if (line !== undefined) paths.set(line, { points: points.map(moved), label: moved(label) });
    });
    width = Math.max(width, layout.width);
    height += layout.height + gap;
  }
  const none: DiagramLayout['lines'][number] = { points: [], label: { x: 0, y: 0 } };
  return { width, height, boxes: places, lines: lines.map((line) => paths.get(line) ?? none) };
}

interface ConnectedPart {
  readonly boxes: Box[];
  readonly lines: Line[];
}

/** Returns the connected parts, the largest first. */
function partsOf(boxes: readonly Box[], lines: readonly Line[]): ConnectedPart[] {
  const parentOf = new Map<string, string>();
  const root = (id: string): string => {
    let at = id;
    for (let next = parentOf.get(at); next !== undefined; next = parentOf.get(at)) at = next;
    return at;
  };
  for (const { from, to } of lines) if (root(from) !== root(to)) parentOf.set(root(from), root(to));
  const parts = new Map<string, ConnectedPart>();
  const partOf = (id: string): ConnectedPart => {
    const part = parts.get(root(id)) ?? { boxes: [], lines: [] };
    parts.set(root(id), part);
    return part;
  };
  for (const box of boxes) partOf(box.id).boxes.push(box);
  for (const line of lines) partOf(line.from).lines.push(line);
  return [...parts.values()].sort((a, b) => b.boxes.length - a.boxes.length);
}
