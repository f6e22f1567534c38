/** A layout that places the leaves of a box as one block beside it, which is faster and groups related boxes. */
import type { Box, DiagramLayout, Direction, Line, Point } from './layout.js';
import { stackedLayout } from './stacked-layout.js';

const gap = 7;

interface Block {
  readonly box: Box;
  readonly leaves: readonly Box[];
}

/**
 * Like {@link stackedLayout}, for diagrams from left to right.
 * A leaf is a box with one incoming line and no outgoing one.
 */
export function bundledLayout(boxes: readonly Box[], lines: readonly Line[], direction: Direction): DiagramLayout {
  const blocks = blocksOf(boxes, lines);
  const hidden = new Set([...blocks.values()].flatMap(({ leaves }) => leaves.map(({ id }) => id)));
  const innerLines = lines.filter(({ to }) => !hidden.has(to));
  const blockLines = [...blocks].map(([from, { box }]): Line => ({ from, to: box.id }));
  const shown = [...boxes.filter(({ id }) => !hidden.has(id)), ...[...blocks.values()].map(({ box }) => box)];
  const layout = stackedLayout(shown, [...innerLines, ...blockLines], direction);
  const places = new Map(layout.boxes);
  for (const { box, leaves } of blocks.values()) {
    const { x, y } = places.get(box.id) ?? { x: 0, y: 0 };
    let top = y - box.height / 2;
    for (const leaf of leaves) {
      places.set(leaf.id, { x: x - box.width / 2 + leaf.width / 2, y: top + leaf.height / 2 });
      top += leaf.height + gap;
    }
  }
  const numbers = new Map(innerLines.map((line, number) => [line, number]));
  const widths = new Map(boxes.map(({ id, width }) => [id, width]));
  const paths = lines.map((line): DiagramLayout['lines'][number] => {
    const path = layout.lines[numbers.get(line) ?? -1];
    return path ?? pathToLeaf(side(line.from, 1), side(line.to, -1));
  });
  return { ...layout, boxes: places, lines: paths };

  function side(id: string, to: 1 | -1): Point {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    return { x: x + (to * (widths.get(id) ?? 0)) / 2, y };
  }
}

function pathToLeaf(from: Point, to: Point): DiagramLayout['lines'][number] {
  const middle = (from.x + to.x) / 2;
  const points = [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  return { points, label: { x: middle, y: to.y } };
}

/** Returns the blocks by the box that their leaves belong to. A single leaf is placed like any other box. */
function blocksOf(boxes: readonly Box[], lines: readonly Line[]): Map<string, Block> {
  const sourcesOf = new Map<string, string[]>();
  for (const { from, to } of lines) sourcesOf.set(to, [...(sourcesOf.get(to) ?? []), from]);
  const inner = new Set(lines.map(({ from }) => from));
  const leaves = new Map<string, Box[]>();
  for (const box of boxes) {
    const [from, ...others] = sourcesOf.get(box.id) ?? [];
    if (from === undefined || others.length > 0 || inner.has(box.id)) continue;
    leaves.set(from, [...(leaves.get(from) ?? []), box]);
  }
  const blocks = new Map<string, Block>();
  for (const [from, found] of leaves) {
    if (found.length < 2) continue;
    const height = found.reduce((sum, box) => sum + box.height + gap, -gap);
    const width = Math.max(...found.map((box) => box.width));
    blocks.set(from, { box: { id: `${from}\0leaves`, width, height }, leaves: found });
  }
  return blocks;
}
