/** Responses that are ready in one turn of the event loop are written together, at its end. */
import type { HostResponse } from '../host-message.js';
import type { NodeExchange } from './node-exchange.js';
import { send } from './send.js';

interface Entry {
  readonly reply: HostResponse;
  readonly exchange: NodeExchange;
}

let batch: Entry[] = [];

/**
 * Sends a response when all requests that have come in by now are read. To wake a client up takes the system as long as
 * all else that a small response needs; a client that is still busy with the last one need not be woken for the next.
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
      // Somebody has begun to respond before us. The others of this batch have no part in it.
      reply.onFailure?.(error);
      exchange.response.destroy();
    }
  }
}
