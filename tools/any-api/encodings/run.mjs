/** Sends the values of cells with the generated client to the generated server, and compares what arrives. */
import { isDeepStrictEqual } from 'node:util';
import { documentOf, startCells, textOf } from '../cells/cells.mjs';
import { refusalOf } from '../cells/refusal.mjs';
import { fileText } from './cells.mjs';

/**
 * @typedef {import('./cells.mjs').Cell} Cell
 * @typedef {{ cell: Cell, value: unknown, request?: Request, text: string, received: unknown, reason: string }} Sent
 *   `request`: undefined if the client refuses the value
 */

/** @param {readonly Cell[]} cells */
export async function sendAll(cells) {
  const reasons = new Map(cells.map((cell) => [cell, refusalOf(documentOf([cell]))]));
  const refused = cells.filter((cell) => reasons.get(cell) !== undefined);
  const accepted = cells.filter((cell) => reasons.get(cell) === undefined);
  const { document, receive, send } = await startCells(accepted);
  /** @type {Sent[]} */
  const sent = [];
  for (const cell of accepted)
    for (const value of cell.values) {
      const outcome = await send(cell, value);
      const text = outcome.request === undefined ? '' : await textOf(outcome.request, cell);
      sent.push({ cell, value, text, ...outcome });
    }
  return { sent, refused, receive, document };
}

/** Whether the value arrived as it was sent, or was refused by the client. @param {Sent} one */
export function arrives({ cell, value, received, request, reason }) {
  if (request === undefined) return true;
  if (value instanceof File)
    return isDeepStrictEqual(received, cell.place === 'body' ? fileText : { name: value.name, text: fileText });
  if (cell.place === 'body') return isDeepStrictEqual(received, value);
  const hasStyle = cell.style !== 'content' && cell.style !== 'default';
  const isJson = cell.structure === 'scalar' ? cell.style === 'content' && cell.place !== 'multipart' : !hasStyle;
  const sent = isJson ? value : withoutUndefined(value);
  if (sent === undefined && cell.required) return reason.startsWith('400 ') && reason.includes('is required');
  return isDeepStrictEqual(received, sent) || (isEmpty(sent) && !cell.required && received === undefined);
}

/** By RFC 6570, null is undefined. */
function withoutUndefined(value) {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, withoutUndefined(one)]);
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

function isEmpty(value) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Whether the specification says how a value is written: no null, nothing empty, and nothing nested outside of JSON. @param {Sent} one */
export function isSpecified({ cell: { structure, style, explode, place }, value }) {
  if (value === undefined || value === null || isEmpty(value)) return false;
  if (place === 'body' || structure === 'file' || structure === 'scalar') return true;
  if (style === 'content' && place !== 'multipart') return true;
  const isOfStyle = (style !== 'deepObject' || structure === 'object') && !(style.endsWith('Delimited') && explode);
  return structure !== 'nested' && isOfStyle && !JSON.stringify(value).includes('null');
}
