/** An implementation at the newest version, and clients of every version. */
import { olderClients } from '@lading/overlay-v1.41';
import { createServerOf, type EngineServer, type ServerOptions } from '@lading/runtime-server';
import { contract as contract141 } from '@lading/server-v1.41';
import { contract, type Handlers } from '@lading/server-v1.44';

/** What answers, by noun and verb, in API version 1.44. What is left out is answered with 501. */
export type HandlersV144 = Handlers;

/**
 * Handlers of version 1.44 that serve clients of 1.44 and of every version down to 1.41: requests of older clients are
 * converted up, answers down. `options.serves` takes the place of that, `serves: []` serves 1.44 alone. Routes from further
 * versions lead along `options.conversions` and the one from 1.41.
 */
export function createServer(handlers: HandlersV144, options: ServerOptions = {}): EngineServer {
  const serves = [{ contract: contract141 }];
  const conversions = [{ client: '1.41', engine: '1.44', load: olderClients }, ...(options.conversions ?? [])];
  return createServerOf(contract, handlers, { serves, ...options, conversions });
}
