/** Lading: an implementation at 1.44 that serves 1.41 too. */
import { containers, created } from '../data.mjs';
import { ours } from '../places.mjs';

const { createServerV144 } = await import(ours('server'));

/** @param {string} path */
export async function start(path) {
  const server = createServerV144(
    {
      container: { list: () => containers, create: () => created, start: () => undefined },
    },
    { product: { version: '0.1.0' } },
  );
  await server.listen({ path });
}
