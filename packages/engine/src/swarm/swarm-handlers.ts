/** Handles swarm and plugin operations: this engine is not part of a swarm and has no plugins. */
import {
  BadRequest,
  NotFound,
  NotImplemented,
  Unavailable,
  type BodylessCall,
  type HandlersV144,
} from '@lading/server';
import { entriesOf } from '../filesystem/tar.js';

type SwarmGroup = 'swarm' | 'node' | 'service' | 'task' | 'secret' | 'config' | 'plugin';

const reject = (): never => {
  throw new Unavailable(
    'This node is not a swarm manager. Use "docker swarm init" or "docker swarm join" to connect this node to swarm and try again.',
  );
};
const noPlugin = ({ path: { name } }: { readonly path: { readonly name: string } }): never => {
  throw new NotFound(`plugin "${name}" not found`);
};

const swarmOperation = /^(Swarm(Inspect|Leave|Update|Unlock|Unlockkey)|(Node|Service|Task|Secret|Config)[A-Z].*)$/i;

/** Implements `hooks.beforeBody`: like an engine, rejects a swarm operation before it validates the body. */
export function rejectOutsideSwarm({ operation }: BodylessCall): void {
  if (swarmOperation.test(operation)) reject();
}

export const swarmHandlers: Pick<HandlersV144, SwarmGroup> = {
  swarm: { inspect: reject, leave: reject, update: reject, unlockkey: reject, unlock: reject },
  node: { list: reject, inspect: reject, delete: reject, update: reject },
  service: { list: reject, create: reject, inspect: reject, delete: reject, update: reject, logs: reject },
  task: { list: reject, inspect: reject, logs: reject },
  secret: { list: reject, create: reject, inspect: reject, delete: reject, update: reject },
  config: { list: reject, create: reject, inspect: reject, delete: reject, update: reject },
  plugin: {
    async create({ body }) {
      const entries = await entriesOf(body);
      if (!entries.has('/config.json')) throw new BadRequest('open config.json: no such file or directory');
      throw new NotImplemented('this engine runs no plugins');
    },
    list: () => [],
    inspect: noPlugin,
    delete: noPlugin,
    enable: noPlugin,
    disable: noPlugin,
    set: noPlugin,
    push: noPlugin,
    upgrade: noPlugin,
  },
};
