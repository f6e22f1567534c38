/** Express with a middleware that validates against the same document. */
import { createServer } from 'node:http';
import { containers, created, headers } from '../requests.mjs';
import { peer } from '../places.mjs';
import { operations, readDocument } from './operations.mjs';

const { default: express } = await import(peer('express'));
const validator = await import(peer('express-openapi-validator'));

/** @param {string} socket @param {string} file @param {boolean} [all] */
export async function start(socket, file, all = false) {
  const document = readDocument(file);
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((/** @type {any} */ _request, /** @type {any} */ response, /** @type {() => void} */ next) => {
    response.set(headers);
    next();
  });
  app.use(express.json());
  app.use(
    validator.middleware({
      apiSpec: document,
      validateApiSpec: false,
      validateRequests: true,
      validateResponses: false,
      validateSecurity: false,
      ignoreUndocumented: true,
    }),
  );
  /** @param {any} response @param {number} status @param {unknown} body */
  const send = (response, status, body) => {
    const text = JSON.stringify(body);
    response
      .status(status)
      .set({ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
      .end(text);
  };
  /** @type {Record<string, (request: any, response: any) => void>} */
  const handlers = {
    ContainerList: (_request, response) => send(response, 200, containers),
    ContainerCreate: (_request, response) => send(response, 201, created),
    ContainerStart: (_request, response) => response.status(204).end(),
  };
  for (const { id, method, path } of operations(document)) {
    const handler =
      handlers[id] ??
      (all ? (/** @type {any} */ _request, /** @type {any} */ response) => response.status(501).end() : undefined);
    if (handler !== undefined) app[method.toLowerCase()](`/v1.44${path.replace(/\{([^}]*)\}/g, ':$1')}`, handler);
  }
  app.use(
    (/** @type {any} */ error, /** @type {any} */ _request, /** @type {any} */ response, /** @type {any} */ _next) =>
      send(response, error.status ?? 500, { message: error.message }),
  );
  await new Promise((resolve) => createServer(app).listen(socket, () => resolve(undefined)));
}
