/** The cells of every style with every kind of value at each place, and the values that are sent there. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * @typedef {'path' | 'query' | 'header' | 'cookie' | 'urlencoded' | 'multipart' | 'body'} Place
 * @typedef {Required<import('../cells/cells.mjs').Cell> & { place: Place, kind: string,
 *   structure: 'scalar' | 'array' | 'object' | 'nested' | 'file', values: unknown[] }} Cell
 */

const { texts: groups, kinds, styles } = parse(readFileSync(new URL('kinds.yaml', import.meta.url), 'utf8'));
const texts = groups.flat();
const items = [...texts.slice(2), '["a"]'];

export const fileText = 'hello \0 ü';
const file = { kind: 'file', structure: 'file', schema: { type: 'string', format: 'binary' } };
const kindOfFiles = { ...file, values: [new File([fileText], 'a é.txt')] };

/** Replaces `$` in a value. */
function filled(value, text) {
  if (value === '$') return text;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, filled(item, text)]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

const kindsWithTexts = kinds.map(({ values, eachText = [], eachItem = [], ...kind }) => {
  const all = (list, templates) => list.flatMap((text) => templates.map((template) => filled(template, text)));
  return { ...kind, values: [...values, ...all(texts, eachText), ...all(items, eachItem)] };
});

function kindsOf(place, style) {
  if (style === 'text/plain') return kindsWithTexts.slice(0, 1);
  if (style === 'application/octet-stream') return [kindOfFiles];
  return place === 'multipart' && style === 'default' ? [...kindsWithTexts, kindOfFiles] : kindsWithTexts;
}

/** @type {readonly Cell[]} */
export const allCells = Object.entries(styles).flatMap(([place, all]) =>
  all.flatMap((named) => {
    const [style, explode, allowReserved] = [String(/^[\w/-]+/.exec(named)), named.includes('*'), named.includes('+')];
    return kindsOf(place, style).flatMap(({ values, ...kind }) =>
      (place === 'path' ? [true] : [true, false]).map((required) => ({
        ...kind,
        place,
        style,
        explode,
        allowReserved,
        required,
        id: `${place}-${style}-${explode}${allowReserved ? '-reserved' : ''}-${kind.kind}-${required}`.replaceAll(
          /[ /]/g,
          '-',
        ),
        values: (required ? values : [undefined, ...values.slice(0, 2)]).filter((value) => isTold(value, place, style)),
      })),
    );
  }),
);

/** A string as a part of JSON is sent as it is: it may be JSON itself. */
function isTold(value, place, style) {
  const isJson = value === 'null' || (Array.isArray(value) && value.includes('["a"]'));
  return !isJson || place !== 'multipart' || style !== 'content';
}
