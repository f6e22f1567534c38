/** Answers what concerns swarms and plugins: that this engine is in none, and has none. */
import {
  BadRequest,
  NotFound,
  NotImplemented,
  Unavailable,
  type BodylessCall,
  type HandlersV144,
} from '@lading/server';
import { entriesOf } from '../files/tar.js';

type Outside = 'swarm' | 'node' | 'service' | 'task' | 'secret' | 'config' | 'plugin';

const refuse = (): never => {
  throw new Unavailable(
    'This node is not a swarm manager. Use "docker swarm init" or "docker swarm join" to connect this node to swarm and try again.',
  );
};
const noPlugin = ({ path: { name } }: { readonly path: { readonly name: string } }): never => {
  throw new NotFound(`plugin "${name}" not found`);
};

const managed = /^(Swarm(Inspect|Leave|Update|Unlock|Unlockkey)|(Node|Service|Task|Secret|Config)[A-Z].*)$/i;

/** For `hooks.beforeBody`: a service that nobody would take is refused for the missing swarm, and not for what is wrong with it. */
export function refuseOutsideOfSwarm({ operation }: BodylessCall): void {
  if (managed.test(operation)) refuse();
}

export const swarmHandlers: Pick<HandlersV144, Outside> = {
  swarm: { inspect: refuse, leave: refuse, update: refuse, unlockkey: refuse, unlock: refuse },
  node: { list: refuse, inspect: refuse, delete: refuse, update: refuse },
  service: { list: refuse, create: refuse, inspect: refuse, delete: refuse, update: refuse, logs: refuse },
  task: { list: refuse, inspect: refuse, logs: refuse },
  secret: { list: refuse, create: refuse, inspect: refuse, delete: refuse, update: refuse },
  config: { list: refuse, create: refuse, inspect: refuse, delete: refuse, update: refuse },
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
