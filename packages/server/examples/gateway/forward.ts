/** Forwards a call to an engine, and its response to the client. */
import { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';
import { HttpError, rawResponse, reply, session, type Call, type Contract } from '@lading/server';
import type { EngineConnection, EngineResponse } from './engine-connection.js';
import { engineRequest } from './engine-request.js';
import { join } from './join.js';

/** @param contract of the version in which the engine is asked */
export function forwarder(engine: EngineConnection, contract: Contract): (call: Call) => Promise<unknown> {
  return async (call) => {
    const operation = contract.operations[call.operation];
    if (operation === undefined) throw new HttpError(501, `${call.operation} is not implemented`);
    const response = await engine.send(engineRequest(operation, contract.version, call), call.signal);
    // The server completes it: clients read there which versions they may speak.
    if (operation.id === 'SystemVersion' && response.status === 200) return reply(200, await json(response.body));
    return forwarded(response, call.signal);
  };
}

function forwarded({ status, headers, body }: EngineResponse, signal: AbortSignal): unknown {
  if (!(body instanceof Duplex)) return rawResponse(status, headers, body);
  // A client that goes before the session begins takes the connection along; from then on the two are joined.
  const leave = (): void => void body.destroy();
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return rawResponse(
    status,
    headers,
    session(({ raw }) => {
      signal.removeEventListener('abort', leave);
      return join(raw, body);
    }),
  );
}
