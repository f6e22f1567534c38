/** A gateway that forwards only the operations on a list, and only bodies that its rules allow. */
import type { EngineServer } from '@lading/server';
import { gateway, type GatewayOptions } from '../gateway/gateway.js';
import { policy } from './policy.js';

/**
 * Creates the gateway. It encodes the request to the engine from the values that the policy checked, not from the
 * received bytes.
 * @param engine `unix:///run/docker.sock`, or `tcp://127.0.0.1:2375`
 * @param allows throws if a call is not allowed; `policyOf(operations, rules)` makes such a function from other lists
 */
export function allowList(engine: string, allows = policy, options: Omit<GatewayOptions, 'hooks'> = {}): EngineServer {
  return gateway(engine, { ...options, hooks: { before: allows } });
}
