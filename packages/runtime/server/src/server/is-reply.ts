/** Tells whether a hook responds in place of the handler. */
import { RawResponse, Reply } from '../reply/index.js';

export function isReply(value: unknown): value is Reply<number, unknown> | RawResponse {
  return value instanceof Reply || value instanceof RawResponse;
}
