/** A small engine: it has volumes and no containers. The reference engine, `@lading/engine`, has all operations. */
import { Conflict, NotFound, type Handlers } from '@lading/server';

export function smallEngine(): Handlers {
  const volumes = new Map<string, ReturnType<typeof volumeOf>>();
  const find = (name: string) => {
    const volume = volumes.get(name);
    if (volume === undefined) throw new NotFound(`get ${name}: no such volume`);
    return volume;
  };
  return {
    system: { auth: () => ({ Status: 'Login Succeeded', IdentityToken: '' }) },
    container: {
      list: () => [],
      inspect({ path: { id } }) {
        throw new NotFound(`No such container: ${id}`);
      },
    },
    network: { list: () => [] },
    volume: {
      list: () => ({ Volumes: [...volumes.values()], Warnings: null }),
      create({ body: { Name, Driver } }) {
        if (!Name) throw new Conflict('a volume needs a name');
        const volume = volumes.get(Name) ?? volumeOf(Name, Driver || 'local');
        volumes.set(Name, volume);
        return volume;
      },
      inspect: ({ path: { name } }) => find(name),
      delete: ({ path: { name } }) => void volumes.delete(find(name).Name),
    },
  };
}

function volumeOf(name: string, driver: string) {
  const mountpoint = `/volumes/${name}`;
  return { Name: name, Driver: driver, Mountpoint: mountpoint, Labels: {}, Options: {}, Scope: 'local' as const };
}
