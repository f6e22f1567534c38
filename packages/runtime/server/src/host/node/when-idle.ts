/** Waits for the end of the responses of a connection. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Calls a function when the responses to earlier requests of a connection have been sent, and not if it is closed by then. */
export function whenIdle(socket: Duplex, proceed: () => void): void {
  if (socket.destroyed) return;
  const response = currentResponse(socket);
  if (response === undefined) proceed();
  else response.once('close', () => whenIdle(socket, proceed));
}

/** Returns the response that is being sent, or waited for. The property is undocumented. */
export function currentResponse(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as { readonly _httpMessage?: ServerResponse | null };
  return response ?? undefined;
}
