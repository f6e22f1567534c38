/** Tells what a request has lost. */
import { lossHeader, type RequestLoss } from '@lading/runtime-conversion';
import type { Headers } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';

/** Returns the header `Lading-Loss`. Without losses there is none. */
export function lossHeaders(losses: readonly RequestLoss[]): Headers {
  const text = lossHeader(losses);
  return text === undefined ? {} : { 'lading-loss': text };
}

/** @throws HttpError 400 if there are losses */
export function strictRefusal(losses: readonly RequestLoss[]): void {
  if (losses.length === 0) return;
  const sentences = new Set(losses.map(({ message }) => message));
  throw new HttpError(400, `the engine cannot do all of this request: ${[...sentences].join(' ')}`);
}
