/** Writes the parts of an SVG diagram. The style sheet sets the colours; strings are escaped. */
import Handlebars from 'handlebars';
import type { Point } from './layout.js';

const { escapeExpression } = Handlebars;

export type Svg = InstanceType<typeof Handlebars.SafeString>;

/** The width up to which the text of a diagram remains legible when it shrinks to the page. */
const maxShrinking = 900;

/** @param title the accessible name */
export function svg(width: number, height: number, title: string, parts: readonly string[], links = false): Svg {
  const role = links ? 'group' : 'img';
  const name = `arrow-${title.replace(/\W+/g, '-')}`;
  return new Handlebars.SafeString(
    `<svg xmlns="http://www.w3.org/2000/svg" class="diagram${width > maxShrinking ? '' : ' shrinks'}" role="${role}" aria-label="${escapeExpression(title)}" ` +
      `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${arrow(name)}${parts.join('').replaceAll(head, `marker-end="url(#${name})"`)}</svg>`,
  );
}

/** The placeholder of a line's arrowhead, which {@link svg} replaces with the name of the diagram's marker. */
const head = 'marker-end="url(#arrow)"';

/** Defines the arrowhead of lines. Its name is unique on a page with several diagrams. */
function arrow(name: string): string {
  return (
    `<defs><marker id="${name}" viewBox="0 0 8 8" refX="7.4" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">` +
    '<path d="M0 .6 7.6 4 0 7.4z"/></marker></defs>'
  );
}

export function box({ x, y }: Point, width: number, height: number, kind: string, radius = 6): string {
  return `<rect class="${kind}" x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
}

/** Writes lines of text around a point. */
export function text({ x, y }: Point, lines: readonly string[], kind = ''): string {
  const step = 14;
  const first = y - ((lines.length - 1) * step) / 2 + 4;
  const spans = lines.map(
    (line, index) => `<tspan x="${round(x)}" y="${round(first + index * step)}">${escapeExpression(line)}</tspan>`,
  );
  return `<text${kind === '' ? '' : ` class="${kind}"`}>${spans.join('')}</text>`;
}

/** Writes a smooth line through the points, with an arrowhead at its end. */
export function line(points: readonly Point[], kind = 'line'): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  let path = `M${coordinates(start)}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (next === undefined) path += `L${coordinates(point)}`;
    else path += `Q${coordinates(point)} ${coordinates({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `<path class="${kind}" d="${path}" ${head}/>`;
}

export function linked(href: string | undefined, inner: string): string {
  return href === undefined ? inner : `<a href="${escapeExpression(href)}">${inner}</a>`;
}

/** Estimates the drawn width of the widest line. */
export function widthOf(lines: readonly string[], characterWidth = 6.7): number {
  return Math.max(...lines.map(({ length }) => length)) * characterWidth;
}

/** Breaks a string between words into lines of at most `length` characters, unless a word is longer. */
export function wrapped(words: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const coordinates = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (value: number) => Math.round(value * 10) / 10;
