/** The parts of an SVG drawing. Colours are left to the style sheet; texts are escaped. */
import Handlebars from 'handlebars';
import type { Point } from './layout.js';

const { escapeExpression } = Handlebars;

export type Svg = InstanceType<typeof Handlebars.SafeString>;

/** @param title what a screen reader says of it */
export function svg(width: number, height: number, title: string, parts: readonly string[], links = false): Svg {
  const role = links ? 'group' : 'img';
  const name = `arrow-${title.replace(/\W+/g, '-')}`;
  return new Handlebars.SafeString(
    `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="${role}" aria-label="${escapeExpression(title)}" ` +
      `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${arrow(name)}${parts.join('').replaceAll(head, `marker-end="url(#${name})"`)}</svg>`,
  );
}

/** Where a line says which head it has; the drawing puts in the name. */
const head = 'marker-end="url(#arrow)"';

/** The head of a line. Its name stands once on a page that has several drawings. */
function arrow(name: string): string {
  return (
    `<defs><marker id="${name}" viewBox="0 0 8 8" refX="7.4" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">` +
    '<path d="M0 .6 7.6 4 0 7.4z"/></marker></defs>'
  );
}

export function box({ x, y }: Point, width: number, height: number, kind: string, radius = 6): string {
  return `<rect class="${kind}" x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
}

/** Lines of text around a point. */
export function text({ x, y }: Point, lines: readonly string[], kind = ''): string {
  const step = 14;
  const first = y - ((lines.length - 1) * step) / 2 + 4;
  const spans = lines.map(
    (line, index) => `<tspan x="${round(x)}" y="${round(first + index * step)}">${escapeExpression(line)}</tspan>`,
  );
  return `<text${kind === '' ? '' : ` class="${kind}"`}>${spans.join('')}</text>`;
}

/** A smooth line through the points, with an arrow at its end. */
export function line(points: readonly Point[], kind = 'line'): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  let path = `M${at(start)}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (next === undefined) path += `L${at(point)}`;
    else path += `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `<path class="${kind}" d="${path}" ${head}/>`;
}

export function linked(href: string | undefined, inner: string): string {
  return href === undefined ? inner : `<a href="${escapeExpression(href)}">${inner}</a>`;
}

/** About how wide a text is drawn. */
export function widthOf(lines: readonly string[], each = 6.7): number {
  return Math.max(...lines.map(({ length }) => length)) * each;
}

/** Breaks a text between words into lines of about a length. */
export function wrapped(words: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= length) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (value: number) => Math.round(value * 10) / 10;
