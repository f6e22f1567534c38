/** A proxy in front of an engine that lets pass what is on a list, and of containers only those that rules allow. */
import type { EngineV144 } from '@lading/client';
import { createServer, reply, type EngineServer } from '@lading/server';
import { policy } from './policy.js';

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
    // The engine is sent what the rules have seen, written anew: never the bytes that came.
    { hooks: { before: policy } },
  );
}
