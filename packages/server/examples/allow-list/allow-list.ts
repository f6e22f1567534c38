/** A gateway that lets pass what is on a list, and of bodies only what rules allow. */
import type { EngineServer } from '@lading/server';
import { gateway, type GatewayOptions } from '../gateway/gateway.js';
import { policy } from './policy.js';

/**
 * The engine is sent what the policy has seen, written anew: never the bytes that came.
 * @param engine `unix:///run/docker.sock`, or `tcp://127.0.0.1:2375`
 * @param allows throws what is refused; `policyOf(operations, rules)` makes one of other lists
 */
export function allowList(engine: string, allows = policy, options: Omit<GatewayOptions, 'hooks'> = {}): EngineServer {
  return gateway(engine, { ...options, hooks: { before: allows } });
}
