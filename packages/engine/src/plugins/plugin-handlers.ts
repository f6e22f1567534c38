/** Handles plugin operations: this engine has no plugins. */
import { BadRequest, NotFound, NotImplemented, type HandlersV144 } from '@lading/server';
import { entriesOf } from '../filesystem/tar.js';

const noPlugin = ({ path: { name } }: { readonly path: { readonly name: string } }): never => {
  throw new NotFound(`plugin "${name}" not found`);
};

export function pluginHandlers(): NonNullable<HandlersV144['plugin']> {
  return {
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
  } as NonNullable<HandlersV144['plugin']>;
}
