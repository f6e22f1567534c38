/** An engine that keeps all in memory: what it runs are programs of its own, and when it ends nothing is left. */
import type { HandlersV144, Hooks } from '@lading/server';
import { containerHandlers } from './containers/container-handlers.js';
import { Engine } from './engine.js';
import { execHandlers } from './execs/exec-handlers.js';
import { imageHandlers } from './images/image-handlers.js';
import { networkHandlers } from './networks/network-handlers.js';
import { startSession } from './system/session.js';
import { refuseOutsideOfSwarm, swarmHandlers } from './system/swarm-handlers.js';
import { systemHandlers } from './system/system-handlers.js';
import { volumeHandlers } from './volumes/volume-handlers.js';

/** What goes with {@link memoryEngine}: outside of a swarm engines refuse before they look at what is asked. */
export const memoryEngineHooks: Hooks = { beforeBody: refuseOutsideOfSwarm };

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
