/** An in-memory engine: it runs built-in programs and persists nothing. */
import type { HandlersV144, Hooks } from '@lading/server';
import { containerHandlers } from './containers/container-handlers.js';
import { Engine } from './engine.js';
import { execHandlers } from './execs/exec-handlers.js';
import { imageHandlers } from './images/image-handlers.js';
import { networkHandlers } from './networks/network-handlers.js';
import { startSession } from './system/session.js';
import { rejectOutsideSwarm, swarmHandlers } from './system/swarm-handlers.js';
import { systemHandlers } from './system/system-handlers.js';
import { volumeHandlers } from './volumes/volume-handlers.js';

/** Hooks for {@link memoryEngine}: outside a swarm, engines reject swarm operations before they read the request. */
export const memoryEngineHooks: Hooks = { beforeBody: rejectOutsideSwarm };

export function memoryEngine(engine = new Engine()): HandlersV144 {
  return {
    ...swarmHandlers,
    system: systemHandlers(engine),
    container: containerHandlers(engine),
    exec: execHandlers(engine),
    image: imageHandlers(engine),
    volume: volumeHandlers(engine),
    network: networkHandlers(engine),
    session: { start: startSession },
    build: { prune: () => ({ CachesDeleted: null, SpaceReclaimed: 0 }) },
  };
}
