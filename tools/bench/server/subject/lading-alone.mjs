/** Lading: an implementation at 1.44 that serves no other version. */
import { containers, created } from '../data.mjs';
import { ours } from '../places.mjs';

const { createServer } = await import(ours('server-v1.44'));

/** @param {string} path */
export async function start(path) {
  const server = createServer(
    { container: { list: () => containers, create: () => created, start: () => undefined } },
    { product: { version: '0.1.0' } },
  );
  await server.listen({ path });
}
