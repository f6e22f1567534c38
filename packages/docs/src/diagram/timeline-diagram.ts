/** Draws the versions in a row, oldest on the left: the number of additions of each, and the version it extends. */
import type { TimelineEntry } from '../site/site-page.js';
import { compareNames } from '../site/names-order.js';
import { box, line, linked, svg, text, type Svg } from './svg.js';

/** The height of the columns and their numbers. */
const columnsHeight = 144;
/** The width into which the versions fit if their names allow it. */
const preferredWidth = 800;

/** Returns the distance of the columns: that of the longest name at least. */
function stepOf(versions: readonly TimelineEntry[]): number {
  const longest = Math.max(...versions.map(({ version }) => version.length));
  return Math.max(longest > 5 ? longest * 8 + 14 : 30, Math.min(50, Math.floor(preferredWidth / versions.length)));
}

/** @param href returns the URL of the description of a version, by its anchor */
export function timelineDiagram(entries: readonly TimelineEntry[], href: (anchor: string) => string | undefined): Svg {
  const versions = [...entries].sort((a, b) => compareNames(a.version, b.version));
  const step = stepOf(versions);
  const x = (version: string) => step / 2 + 4 + versions.findIndex((entry) => entry.version === version) * step;
  const hasAdditions = versions.some(({ additions }) => additions.length > 0);
  const baseline = hasAdditions ? columnsHeight + 24 : 24;
  const most = Math.max(1, ...versions.map(({ additions }) => additions.length));
  const parts = versions.flatMap(({ version, documented, additions, anchor, extends: base }) => {
    const place = { x: x(version), y: baseline };
    const tall = Math.round((Math.sqrt(additions.length) / Math.sqrt(most)) * 96);
    return [
      ...(tall > 0 ? [box({ x: place.x, y: baseline - 22 - tall / 2 }, 22, tall, 'tall', 3)] : []),
      ...(additions.length > 0
        ? [text({ x: place.x, y: baseline - 32 - tall }, [String(additions.length)], 'small')]
        : []),
      linked(
        href(anchor),
        box(place, step - 3, 26, documented ? 'documented' : 'known', 13) +
          text(place, [version], `${documented ? 'documented' : ''}${step < 40 ? ' tight' : ''}`),
      ),
      ...(base === undefined || !versions.some((entry) => entry.version === base)
        ? []
        : [curve(place.x, x(base), baseline)]),
    ];
  });
  const width = Math.max(200, versions.length * step + 8);
  return svg(
    width,
    baseline + 66,
    'Versions and their numbers of additions',
    [hasAdditions ? axis(width, baseline) : '', ...parts],
    true,
  );
}

/** Draws the line on which the columns stand, with what they count. */
function axis(width: number, baseline: number): string {
  const y = baseline - 22;
  return (
    `<path class="axis" d="M8 ${y}H${width - 8}M8 ${y - 96}H${width - 8}"/>` +
    text({ x: 60, y: 12 }, ['number of additions'], 'small')
  );
}

function curve(from: number, to: number, baseline: number): string {
  const y = baseline + 16;
  const label = { x: (from + to) / 2, y: y + 38 };
  const path = line([
    { x: from, y },
    { x: from, y: y + 28 },
    { x: to, y: y + 28 },
    { x: to, y: y + 2 },
  ]);
  // A short line has no space for its label, which the legend has too.
  return Math.abs(to - from) < 90 ? path : path + text(label, ['differences from'], 'small');
}
