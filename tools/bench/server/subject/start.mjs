/** Imports a contender and starts it. */

/** @type {Readonly<Record<string, () => Promise<{ start: (socket: string, document: string, all: boolean) => Promise<void> }>>>} */
const contenders = {
  lading: () => import('./lading.mjs'),
  'lading alone': () => import('./lading-alone.mjs'),
  fastify: () => import('./fastify.mjs'),
  'fastify serializer': () => import('./fastify-serializer.mjs'),
  express: () => import('./express.mjs'),
  http: () => import('./http.mjs'),
};

/**
 * @param {string} name
 * @param {string} socket
 * @param {string} document the bundled document of 1.44, as JSON
 * @param {boolean} all whether every operation has a handler
 */
export async function start(name, socket, document, all = false) {
  const contender = contenders[name];
  if (contender === undefined) throw new Error(`There is no contender ${name}`);
  await (await contender()).start(socket, document, all);
}
