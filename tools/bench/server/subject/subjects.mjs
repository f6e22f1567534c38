/** The servers that are compared. Each listens on a socket, and gets the bundled document of 1.44, as JSON. */
import { containers, created } from '../requests.mjs';

/** @typedef {(socket: string, document: string, all?: boolean) => Promise<void>} Start `all`: whether every operation has a handler */

/** @type {Readonly<Record<string, Start>>} */
export const subjects = {
  /** An implementation at 1.44 that serves 1.41 too. */
  lading: (socket) => startLading(socket, 'server', 'createServerV144'),
  /** One that serves no other version. */
  'lading alone': (socket) => startLading(socket, 'server-v1.44', 'createServer'),
  fastify: async (...args) => (await import('./fastify.mjs')).start(...args),
  'fastify serializer': async (socket, document, all) =>
    (await import('./fastify.mjs')).start(socket, document, all, true),
  http: async (socket) => (await import('./http.mjs')).start(socket),
};

/** @param {string} path @param {string} name @param {string} creator */
async function startLading(path, name, creator) {
  const { [creator]: createServer } = await import(`@lading/${name}`);
  const container = { list: () => containers, create: () => created, start: () => undefined };
  await createServer({ container }, { product: { version: '0.1.0' } }).listen({ path });
}
