/** The versions in a row, oldest on the left: how much came with each, and which extends which. */
import type { TimelineEntry } from '../site/site-page.js';
import { byAge } from '../site/versions-order.js';
import { box, line, linked, svg, text, type Svg } from './svg.js';

const step = 50;
const ground = 150;

/** @param file where the versions are told of; '' for the page itself */
export function timelineDiagram(entries: readonly TimelineEntry[], file = ''): Svg {
  const versions = [...entries].sort((a, b) => byAge(a.version, b.version));
  const x = (version: string) => 40 + versions.findIndex((entry) => entry.version === version) * step;
  const most = Math.max(1, ...versions.map(({ arrived }) => arrived.length));
  const parts = versions.flatMap(({ version, told, arrived, anchor, extends: base }) => {
    const place = { x: x(version), y: ground };
    const tall = Math.round((Math.sqrt(arrived.length) / Math.sqrt(most)) * 96);
    return [
      ...(tall > 0 ? [box({ x: place.x, y: ground - 22 - tall / 2 }, 22, tall, 'tall', 3)] : []),
      ...(arrived.length > 0 ? [text({ x: place.x, y: ground - 32 - tall }, [String(arrived.length)], 'small')] : []),
      linked(
        `${file}#${anchor}`,
        box(place, 46, 26, told ? 'told' : 'known', 13) + text(place, [version], told ? 'told' : ''),
      ),
      ...(base === undefined || !versions.some((entry) => entry.version === base) ? [] : [curve(place.x, x(base))]),
    ];
  });
  return svg(
    Math.max(200, versions.length * step + 30),
    ground + 66,
    'Versions and their numbers of additions',
    parts,
    true,
  );
}

function curve(from: number, to: number): string {
  const y = ground + 16;
  const label = { x: (from + to) / 2, y: y + 38 };
  return (
    line([
      { x: from, y },
      { x: from, y: y + 28 },
      { x: to, y: y + 28 },
      { x: to, y: y + 2 },
    ]) + text(label, ['is an overlay of'], 'small')
  );
}
