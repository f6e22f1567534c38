/**
 * A gateway: a server that decodes requests according to the contract, calls hooks, and forwards them to an engine.
 *
 *     await gateway('unix:///var/run/docker.sock', { hooks }).listen({ path: '/run/gateway.sock' });
 */
import { newerClients, olderClients } from '@lading/conversions/v1.41';
import { createEngineServer, type EngineServer, type ServerOptions } from '@lading/server';
import { contract as contract141 } from '@lading/server-v1.41';
import { contract as contract144 } from '@lading/server-v1.44';
import { withBuilder } from './builder.js';
import { EngineConnection } from './engine-connection.js';
import { forwarder } from './forward.js';

export interface GatewayOptions extends Omit<ServerOptions, 'fallback' | 'checkResponses' | 'checkRequests'> {
  /** The API version of requests to the engine. @default '1.44' */
  readonly version?: '1.41' | '1.44';
}

const v141 = withBuilder(contract141);
const v144 = withBuilder(contract144);

/**
 * Serves clients of 1.41 and 1.44, and converts calls of the version that is not the engine's. `serves: []` serves only
 * the engine's version.
 * @param engine `unix:///run/docker.sock`, or `tcp://127.0.0.1:2375`
 */
export function gateway(engine: string, options: GatewayOptions = {}): EngineServer {
  const { version = '1.44', ...others } = options;
  const [contract, other] =
    version === '1.44'
      ? [v144, { contract: v141, conversion: olderClients() }]
      : [v141, { contract: v144, conversion: newerClients() }];
  const fallback = forwarder(new EngineConnection(engine), contract);
  // The engine rejects values that violate a constraint, with its own messages.
  return createEngineServer(contract, {}, { serves: [other], ...others, checkRequests: 'types', fallback });
}
