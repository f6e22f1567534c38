/** Encodes server-sent events, as the HTML standard says. */

import { jsonOf } from '../../reply/index.js';

/** @param isWhole whether the item is the event (`{ event, data, id, retry }`), and not its data only */
export function encodeEvent(item: unknown, isWhole: boolean): string {
  if (!isWhole || typeof item !== 'object' || item === null) return `${dataLines(item)}\n`;
  const { event, data, id, retry } = item as Readonly<Record<string, unknown>>;
  const fields = Object.entries({ event, id, retry }).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}: ${oneLine(value)}\n`],
  );
  return `${fields.join('')}${dataLines(data)}\n`;
}

function dataLines(value: unknown): string {
  const text = typeof value === 'string' ? value : ((jsonOf(value) as string | undefined) ?? '');
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `data: ${line}\n`)
    .join('');
}

/** A line end would begin another field. */
function oneLine(value: unknown): string {
  return (typeof value === 'string' ? value : jsonOf(value)).replace(/[\r\n\0]/g, ' ');
}
