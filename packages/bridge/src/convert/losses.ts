/** Tells what a request has lost. */
import type { RequestLoss } from '@lading/runtime-overlay';
import type { Headers } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';

/**
 * Returns the header `Lading-Loss`, a list of RFC 9651: the differences or places as strings, each with its sentence as the
 * parameter `message`. Without losses there is none.
 */
export function lossHeader(losses: readonly RequestLoss[]): Headers {
  const items = losses.map(({ id, message }) => `${quoted(id)};message=${quoted(message)}`);
  return items.length === 0 ? {} : { 'lading-loss': [...new Set(items)].join(', ') };
}

/** Quotes a text; a string of RFC 9651 has only characters of ASCII that can be printed. */
function quoted(text: string): string {
  return `"${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}

/** @throws HttpError 400 if there are losses */
export function strictRefusal(losses: readonly RequestLoss[]): void {
  if (losses.length === 0) return;
  const sentences = new Set(losses.map(({ message }) => message));
  throw new HttpError(400, `the engine cannot do all of this request: ${[...sentences].join(' ')}`);
}
