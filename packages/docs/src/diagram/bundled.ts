/** Places a box's leaves as one block beside it: fewer things to place, and what belongs together stands together. */
import type { Box, Direction, Line, Placed, Point } from './layout.js';
import { stacked } from './stacked.js';

const gap = 7;

interface Block {
  readonly box: Box;
  readonly leaves: readonly Box[];
}

/** As {@link stacked}, from left to right. A leaf is a box that one line leads to and none leads away from. */
export function bundled(boxes: readonly Box[], lines: readonly Line[], direction: Direction): Placed {
  const blocks = blocksOf(boxes, lines);
  const hidden = new Set([...blocks.values()].flatMap(({ leaves }) => leaves.map(({ id }) => id)));
  const kept = lines.filter(({ to }) => !hidden.has(to));
  const joints = [...blocks].map(([from, { box }]): Line => ({ from, to: box.id }));
  const shown = [...boxes.filter(({ id }) => !hidden.has(id)), ...[...blocks.values()].map(({ box }) => box)];
  const at = stacked(shown, [...kept, ...joints], direction);
  const places = new Map(at.boxes);
  for (const { box, leaves } of blocks.values()) {
    const { x, y } = places.get(box.id) ?? { x: 0, y: 0 };
    let top = y - box.height / 2;
    for (const leaf of leaves) {
      places.set(leaf.id, { x: x - box.width / 2 + leaf.width / 2, y: top + leaf.height / 2 });
      top += leaf.height + gap;
    }
  }
  const widths = new Map(boxes.map(({ id, width }) => [id, width]));
  const drawn = lines.map((line): Placed['lines'][number] => {
    const known = at.lines[kept.indexOf(line)];
    return known ?? toLeaf(side(line.from, 1), side(line.to, -1));
  });
  return { ...at, boxes: places, lines: drawn };

  function side(id: string, to: 1 | -1): Point {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    return { x: x + (to * (widths.get(id) ?? 0)) / 2, y };
  }
}

function toLeaf(from: Point, to: Point): Placed['lines'][number] {
  const middle = (from.x + to.x) / 2;
  const points = [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  return { points, label: { x: middle, y: to.y } };
}

/** By the box that the leaves hang on; a single leaf is placed like any other box. */
function blocksOf(boxes: readonly Box[], lines: readonly Line[]): Map<string, Block> {
  const leading = new Map<string, string[]>();
  for (const { from, to } of lines) leading.set(to, [...(leading.get(to) ?? []), from]);
  const inner = new Set(lines.map(({ from }) => from));
  const leaves = new Map<string, Box[]>();
  for (const box of boxes) {
    const [from, ...others] = leading.get(box.id) ?? [];
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
