/** Writes the responses that are ready in one turn of the event loop together, at the end of the turn. */
import type { HostResponse } from '../host-message.js';
import type { NodeExchange } from './node-exchange.js';
import { send } from './send.js';

interface BatchEntry {
  readonly reply: HostResponse;
  readonly exchange: NodeExchange;
}

let batch: BatchEntry[] = [];

/**
 * Sends a response when all requests that have arrived are read. Waking up a client takes the system as long as the
 * rest of a small response, and a client that is still busy with one response need not be woken for the next.
 */
export function sendInBatch(reply: HostResponse, exchange: NodeExchange): void {
  if (batch.length === 0) setImmediate(sendBatch);
  batch.push({ reply, exchange });
}

function sendBatch(): void {
  const entries = batch;
  batch = [];
  for (const { reply, exchange } of entries) {
    try {
      send(reply, exchange);
    } catch (error) {
      // Other code has already started a response. The error must not affect the rest of the batch.
      reply.onFailure?.(error);
      exchange.response.destroy();
    }
  }
}
