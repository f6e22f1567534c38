/** Fastify with the JSON schemas of the same document; it serializes responses with `JSON.stringify`, or by the schemas too. */
import { readFileSync } from 'node:fs';
import { containers, created, headers } from '../requests.mjs';
import { peer, urlOf } from '../../places.mjs';

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
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8'));
  const app = fastify({ ajv: { customOptions: { strict: false, allErrors: true, formats } } });
  app.addSchema({ $id: 'document', components: { schemas: components.schemas } });
  app.addHook('onRequest', (/** @type {any} */ _request, /** @type {any} */ reply, /** @type {() => void} */ done) => {
    reply.headers(headers);
    done();
  });
  const json = (value) => (serializes ? value : JSON.stringify(value));
  /** @type {Record<string, (request: any, reply: any) => unknown>} */
  const handlers = {
    ContainerList: (_request, reply) => reply.type('application/json').send(json(containers)),
    ContainerCreate: (_request, reply) => reply.code(201).type('application/json').send(json(created)),
    ContainerStart: (_request, reply) => reply.code(204).send(),
  };
  const notImplemented = (_request, reply) => reply.code(501).send();
  for (const [path, { parameters = [], ...item }] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const handler = handlers[operation.operationId] ?? (all ? notImplemented : undefined);
      if (handler === undefined) continue;
      const own = [...parameters, ...(operation.parameters ?? [])];
      const body = operation.requestBody && jsonSchema(operation.requestBody);
      app.route({
        method: method.toUpperCase(),
        url: `/v1.44${path.replace(/\{([^}]*)\}/g, ':$1')}`,
        exposeHeadRoute: false,
        schema: {
          ...parametersIn('params', own, 'path'),
          ...parametersIn('querystring', own, 'query'),
          ...(body && { body }),
          ...(serializes && { response: responsesOf(operation) }),
        },
        handler,
      });
    }
  await app.listen({ path: socket });
}

const jsonSchema = ({ content }) => content?.['application/json']?.schema;

function responsesOf({ responses }) {
  const schemas = Object.entries(responses).map(([status, response]) => [status, jsonSchema(response)]);
  return Object.fromEntries(schemas.filter(([, schema]) => schema !== undefined));
}

/** The schema of the parameters at a place, by its name in Fastify, if there are any. */
function parametersIn(name, parameters, place) {
  const own = parameters.filter((parameter) => parameter.in === place);
  const properties = Object.fromEntries(own.map((parameter) => [parameter.name, parameter.schema]));
  const required = own.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  return own.length === 0 ? {} : { [name]: { type: 'object', properties, required } };
}
