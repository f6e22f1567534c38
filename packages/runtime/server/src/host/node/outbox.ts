/** Answers that are ready in one turn of the event loop go out together, at its end. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostReply } from '../host-message.js';
import { send } from './send.js';

interface Letter {
  readonly reply: HostReply;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

let letters: Letter[] = [];

/**
 * Sends an answer when all requests that have come in by now are read. To wake a client up takes the system as long as
 * all else that a small answer needs; a client that is still busy with the answer before need not be woken for the next.
 */
export function sendSoon(reply: HostReply, request: IncomingMessage, response: ServerResponse): void {
  if (letters.length === 0) setImmediate(sendAll);
  letters.push({ reply, request, response });
}

function sendAll(): void {
  const all = letters;
  letters = [];
  for (const { reply, request, response } of all) {
    try {
      send(reply, request, response);
    } catch (error) {
      // Somebody has begun to answer before us. The others of this turn have no part in it.
      reply.onFailure?.(error);
      response.destroy();
    }
  }
}
