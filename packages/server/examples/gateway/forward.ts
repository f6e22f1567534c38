/** Forwards a call to an engine, and its response to the client. */
import { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { HttpError, rawResponse, reply, session, type Call, type Contract } from '@lading/server';
import type { EngineConnection, EngineResponse } from './engine-connection.js';
import { engineRequest } from './engine-request.js';
import { join } from './join.js';

/** @param contract the contract of the version that requests to the engine have */
export function forwarder(engine: EngineConnection, contract: Contract): (call: Call) => Promise<unknown> {
  return async (call) => {
    const operation = contract.operations[call.operation];
    if (operation === undefined) throw new HttpError(501, `${call.operation} is not implemented`);
    const response = await engine.send(engineRequest(operation, contract.version, call), call.signal);
    // The server completes this response with the range of supported versions.
    if (operation.id === 'SystemVersion' && response.status === 200) return reply(200, await json(response.body));
    return responseToClient(response, call.signal);
  };
}

function responseToClient({ status, headers, body }: EngineResponse, signal: AbortSignal): unknown {
  if (!(body instanceof Duplex)) return rawResponse(status, headers, body);
  // A client that disconnects before the session begins closes the engine's connection; afterwards `join` does this.
  const closeEngine = (): void => void body.destroy();
  if (signal.aborted) closeEngine();
  signal.addEventListener('abort', closeEngine, { once: true });
  return rawResponse(
    status,
    headers,
    session(({ raw }) => {
      signal.removeEventListener('abort', closeEngine);
      return join(raw, body);
    }),
  );
}
