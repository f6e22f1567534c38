/** An implementation at version 1.41, and clients of newer versions too. */
import { newerClients } from '@lading/overlay-v1.41';
import { createServerOf, type EngineServer, type ServerOptions } from '@lading/runtime-server';
import { contract, type Handlers } from '@lading/server-v1.41';
import { contract as contract144 } from '@lading/server-v1.44';

/** What answers, by noun and verb, in API version 1.41. What is left out is answered with 501. */
export type HandlersV141 = Handlers;

/**
 * Handlers of version 1.41 that serve clients of 1.41 and of every version up to 1.44: requests of newer clients are
 * converted down, answers up. What 1.41 cannot express is refused. `options.serves` takes the place of that. Routes from
 * further versions lead along `options.conversions` and the one from 1.44.
 */
export function createServerV141(handlers: HandlersV141, options: ServerOptions = {}): EngineServer {
  const serves = [{ contract: contract144 }];
  const conversions = [{ client: '1.44', engine: '1.41', load: newerClients }, ...(options.conversions ?? [])];
  return createServerOf(contract, handlers, { serves, ...options, conversions });
}
