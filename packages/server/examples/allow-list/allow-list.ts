/** A proxy in front of an engine that lets pass what is on a list, and of containers only those that a rule allows. */
import type { EngineV144 } from '@lading/client';
import { createServer, Forbidden, reply, type Call, type EngineServer } from '@lading/server';
import type { ContainerCreateRequest } from '@lading/types-v1.44';

const allowed =
  /^(System(Ping|PingHead|Version|Info|Events)|ImageList|Container(List|Inspect|Logs|Create|Start|Stop|Wait|Delete))$/;

export function allowList(engine: EngineV144): EngineServer {
  const { container, image, system } = engine;
  return createServer(
    {
      system: {
        version: () => system.version(),
        info: () => system.info(),
        events: ({ query, signal }) => system.events(query, { signal }),
      },
      image: { list: ({ query }) => image.list(query) },
      container: {
        list: ({ query }) => container.list(query),
        inspect: ({ path, query }) => container.inspect({ ...path, ...query }),
        logs: ({ path, query, signal }) => container.logs({ ...path, ...query }, { signal }),
        create: ({ query, body }) => container.create({ ...query, body }),
        start: async ({ path }) => ((await container.start(path)).changed ? undefined : reply(304)),
        stop: async ({ path, query }) =>
          (await container.stop({ ...path, ...query })).changed ? undefined : reply(304),
        wait: ({ path, query, signal }) => container.wait({ ...path, ...query }, { signal }),
        delete: ({ path, query }) => container.delete({ ...path, ...query }),
      },
    },
    { hooks: { before: check } },
  );
}

/** Asked before every operation; to throw is to refuse. */
function check({ operation, body }: Call): void {
  if (!allowed.test(operation)) throw new Forbidden(`${operation} is not on the list`);
  if (operation !== 'ContainerCreate') return;
  const { HostConfig } = body as ContainerCreateRequest;
  if (HostConfig?.Privileged === true || (HostConfig?.Binds ?? []).some((bind) => bind.startsWith('/'))) {
    throw new Forbidden('containers that reach the host are not allowed');
  }
}
