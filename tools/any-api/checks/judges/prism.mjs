/** Prism as a judge: a proxy that validates requests by the document of an API, and passes them on to a server that accepts all. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bodyOfGet } from '@lading/runtime-fetch/codegen';
import { judges } from '../../places.mjs';

/** @typedef {{ readonly method: string, readonly path: string, readonly headers: Headers, readonly body: Uint8Array | undefined }} SentRequest */
/** @typedef {(request: SentRequest) => Promise<string | undefined>} Judge returns what is wrong with a request */

/** `fetch` refuses a body with GET. */
const send = bodyOfGet(/** @type {import('@lading/runtime-fetch').Transport} */ (globalThis.fetch));
const requireJudge = createRequire(join(judges, 'package.json'));
const silent = { info() {}, error() {}, warn() {}, debug() {}, success() {}, trace() {}, child: () => silent };
/** Errors of the mock that are not about the request: it has no response to give. */
const withoutResponse =
  /NO_RESPONSE_(?:RESPONSE_)?DEFINED|NO_COMPLEX_OBJECT_TEXT|NOT_ACCEPTABLE|NO_SUCCESS_RESPONSE|VIOLATIONS|SCHEMA_TOO_COMPLEX/;

/** A request takes milliseconds; the machine may be busy. */
const mostWaited = 15_000;

/** @param {string} document its path @returns {Promise<Judge>} */
export async function prism(document) {
  const { createServer } = requireJudge('@stoplight/prism-http-server');
  const { getHttpOperationsFromSpec } = requireJudge('@stoplight/prism-cli/dist/operations.js');
  const server = createServer(await getHttpOperationsFromSpec(document), {
    cors: false,
    config: {
      isProxy: true,
      upstream: await acceptingServer(),
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: false,
      errors: false,
    },
    components: { logger: silent },
  });
  const baseUrl = await server.listen(0, '127.0.0.1');
  /** Prism throws some errors outside of its requests, which then never end. @type {(error: Error) => void} */
  let onCrash = () => {};
  process.on('uncaughtException', (error) => onCrash(error));
  process.on('unhandledRejection', (error) => onCrash(/** @type {Error} */ (error)));
  return async ({ method, path, headers, body }) => {
    /** @type {Promise<string>} */
    const crash = new Promise((resolve) => (onCrash = (error) => resolve(`CRASH: ${error.message}`)));
    const url = `${baseUrl}${path}`;
    const sent = send(url, {
      ...{ url, method, headers, redirect: 'manual' },
      ...(body && { body: new Uint8Array(body) }),
    });
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    /** @type {Promise<string>} */
    const silence = new Promise((resolve) => {
      timer = setTimeout(() => resolve(`NO_ANSWER: ${new TextDecoder().decode(body).slice(0, 100)}`), mostWaited);
    });
    const response = await Promise.race([sent, crash, silence]);
    clearTimeout(timer);
    return typeof response === 'string' ? response : violationIn(response, await response.text());
  };
}

/** Starts a server that accepts every request. @returns {Promise<URL>} its address */
async function acceptingServer() {
  const server = createHttpServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return new URL(`http://127.0.0.1:${port}/`);
}

/** @param {Response} response @param {string} text @returns {string | undefined} the first violation of the request */
function violationIn(response, text) {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('problem+json') && text.includes('stoplight.io/prism/errors#')) {
    const { type: kind, title, detail, validation } = JSON.parse(text);
    const code = String(kind).replace(/.*#/, '');
    return withoutResponse.test(code) ? undefined : `${code}: ${JSON.stringify(validation ?? detail ?? title)}`;
  }
  const violations = response.headers.get('sl-violations');
  if (violations === null) return undefined;
  // A list that is too long for a header is cut off, and no JSON.
  if (violations.startsWith('Too many')) return violations.includes('"location":["request"') ? violations : undefined;
  const first = JSON.parse(violations).find(
    (/** @type {any} */ { location, severity }) => location[0] === 'request' && severity === 'Error',
  );
  return first && `VIOLATION: ${JSON.stringify(first)}`;
}
