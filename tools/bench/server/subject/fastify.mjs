/** Fastify with the JSON schemas of the same document; it serializes responses with `JSON.stringify`, or by the schemas too. */
import { containers, created, headers } from '../requests.mjs';
import { peer, urlOf } from '../../places.mjs';
import { operations, readDocument, schemas } from './operations.mjs';

const { default: fastify } = await import(urlOf(peer('fastify')));

/** Formats of the document that Ajv does not support; the first two are validated as patterns. */
const formats = {
  cidr: /^[\da-f.:]+\/\d{1,3}$/i,
  'ip-address': /^[\da-f.:]+$/i,
  uint8: true,
  uint16: true,
  uint32: true,
  uint64: true,
};

/**
 * @param {string} socket @param {string} file @param {boolean} [all]
 * @param {boolean} [serializes] whether the schemas serialize responses
 */
export async function start(socket, file, all = false, serializes = false) {
  const document = readDocument(file);
  const app = fastify({
    ajv: { customOptions: { strict: false, allErrors: true, formats } },
  });
  app.addSchema(schemas(document));
  app.addHook('onRequest', (/** @type {any} */ _request, /** @type {any} */ reply, /** @type {() => void} */ done) => {
    reply.headers(headers);
    done();
  });
  /** @type {Record<string, (request: any, reply: any) => unknown>} */
  const handlers = {
    ContainerList: (_request, reply) =>
      reply.type('application/json').send(serializes ? containers : JSON.stringify(containers)),
    ContainerCreate: (_request, reply) =>
      reply
        .code(201)
        .type('application/json')
        .send(serializes ? created : JSON.stringify(created)),
    ContainerStart: (_request, reply) => reply.code(204).send(),
  };
  for (const { id, method, path, params, query, body, responses } of operations(document)) {
    const handler =
      handlers[id] ??
      (all ? (/** @type {any} */ _request, /** @type {any} */ reply) => reply.code(501).send() : undefined);
    if (handler === undefined) continue;
    app.route({
      method,
      url: `/v1.44${path.replace(/\{([^}]*)\}/g, ':$1')}`,
      exposeHeadRoute: false,
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(serializes && { response: responses }),
      },
      handler,
    });
  }
  await app.listen({ path: socket });
}
