/** Draws a set of states: a box for each state, a line for each transition. */
import type { StateSetEntry } from '../gen/page.js';
import { layoutOf, type Line } from './layout.js';
import { box, line, svg, text, widthOf, wrapped, type Svg } from './svg.js';

const start = '(start)';
const end = '(end)';
const height = 30;

export function stateDiagram({ name, values, transitions }: StateSetEntry): Svg {
  const merged = mergedLines(transitions);
  const ends = merged.flatMap(({ from, to }) => [from, to]);
  const names = [...values.map(({ value }) => String(value)), ...[start, end].filter((place) => ends.includes(place))];
  const drawnNames = new Set(names);
  const drawn = merged.filter(({ from, to }) => drawnNames.has(from) && drawnNames.has(to));
  const boxes = names.map((id) =>
    isDot(id) ? { id, width: 14, height: 14 } : { id, width: widthOf([id], 7.6) + 28, height },
  );
  const lines = drawn.map(({ from, to, label }): Line => {
    return { from, to, label: { width: widthOf(label, 5.9) + 10, height: label.length * 14 + 4 } };
  });
  const layout = layoutOf(boxes, lines, { rankdir: 'TB', nodesep: 36, ranksep: 26, edgesep: 16 });
  const parts = [
    ...layout.lines.map(({ points }) => line(points)),
    ...layout.lines.map(({ label }, index) => {
      const { width, height: tall } = lines[index]?.label ?? { width: 0, height: 0 };
      return box(label, width, tall, 'behind', 3) + text(label, drawn[index]?.label ?? [], 'on');
    }),
    ...boxes.map(({ id, width, height: tall }) => {
      const place = layout.boxes.get(id) ?? { x: 0, y: 0 };
      if (isDot(id)) return box(place, width, tall, id === start ? 'dot' : 'dot end', 7);
      return box(place, width, tall, 'state', 15) + text(place, [id], 'state');
    }),
  ];
  return svg(
    layout.width,
    layout.height,
    `${name}: ${values.length} states and ${transitions.length} transitions, listed below`,
    parts,
  );
}

/** Merges transitions between the same two states into one line with several labels. */
function mergedLines(transitions: StateSetEntry['transitions']): { from: string; to: string; label: string[] }[] {
  const merged = new Map<string, { from: string; to: string; label: string[] }>();
  for (const { from = start, to = end, on } of transitions) {
    const key = JSON.stringify([from, to]);
    const entry = merged.get(key) ?? { from, to, label: [] };
    merged.set(key, entry);
    for (const part of wrapped(shortened(on ?? ''), 20))
      if (part !== '' && !entry.label.includes(part)) entry.label.push(part);
  }
  return [...merged.values()];
}

/** Shortens `POST /containers/{id}/start` to `start`; the list below the diagram has the full text. */
function shortened(on: string): string {
  const [whole, method = '', path = ''] = /^([A-Z]+) (\/[^\s?]*)(?:\?\S*)?/.exec(on) ?? [];
  if (whole === undefined) return on;
  const last = path.split('/').at(-1) ?? '';
  const word = last.startsWith('{') ? (verbs[method] ?? method.toLowerCase()) : last;
  return `${word}${whole.includes('?force') ? ' by force' : ''}`;
}

const verbs: Readonly<Record<string, string>> = { DELETE: 'remove', POST: 'update', PUT: 'put', GET: 'ask' };

function isDot(id: string): boolean {
  return id === start || id === end;
}
