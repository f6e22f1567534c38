/** Prism as a judge: a proxy that validates requests by the document of an API, and passes them on to a server that accepts all. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { bodyOfGet } from '@lading/runtime-fetch/codegen';
import { parse } from 'yaml';
import { validators } from '../../places.mjs';
import { addressing } from './fragments.mjs';
import { normalized } from './normalized.mjs';

/** @typedef {{ readonly method: string, readonly path: string, readonly headers: Headers, readonly body: Uint8Array | undefined }} SentRequest */
/** @typedef {(request: SentRequest) => Promise<string | undefined>} Judge returns what is wrong with a request */

/** `fetch` refuses a body with GET. */
const send = bodyOfGet(/** @type {import('@lading/runtime-fetch').Transport} */ (globalThis.fetch));
const requireJudge = validators.require;
const silent = { info() {}, error() {}, warn() {}, debug() {}, success() {}, trace() {}, child: () => silent };
/** The request is valid, else there would be another error; but Prism has no means to pass on a body with GET. */
const validButNotPassedOn = 'PROXY_UNSUPPORTED_REQUEST_BODY';

/** A request takes milliseconds; the machine may be busy. */
const mostWaited = 15_000;

/** @param {string} document its path @returns {Promise<Judge>} */
export async function prism(document) {
  const { createServer } = requireJudge('@stoplight/prism-http-server');
  const { getHttpOperationsFromSpec } = requireJudge('@stoplight/prism-cli/dist/operations.js');
  const published = parse(readFileSync(document, 'utf8'));
  const judged = normalized(published);
  const addressOf = addressing(published);
  const server = createServer(await getHttpOperationsFromSpec(judged === published ? document : judged), {
    cors: false,
    config: {
      isProxy: true,
      upstream: await acceptingServer(),
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: false,
      // Otherwise Prism passes on a request for which it finds no operation, with a mere warning.
      errors: true,
    },
    components: { logger: silent },
  });
  const baseUrl = await server.listen(0, '127.0.0.1');
  /** Prism throws some errors outside of its requests, which then never end. @type {(error: Error) => void} */
  let onCrash = () => {};
  process.on('uncaughtException', (error) => onCrash(error));
  process.on('unhandledRejection', (error) => onCrash(/** @type {Error} */ (error)));
  return async (request) => {
    const { method, headers, body } = request;
    /** @type {Promise<string>} */
    const crash = new Promise((resolve) => (onCrash = (error) => resolve(`CRASH: ${error.message}`)));
    const url = `${baseUrl}${addressOf(request)}`;
    const sent = send(url, {
      url,
      method,
      headers,
      redirect: 'manual',
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
    // Not only after the body, which Prism leaves out if it is the JSON value false, null, 0 or "".
    request.resume();
    response.writeHead(204, { connection: 'close' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return new URL(`http://127.0.0.1:${port}/`);
}

/** @param {Response} response @param {string} text @returns {string | undefined} what Prism finds wrong with the request */
function violationIn(response, text) {
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('problem+json') || !text.includes('stoplight.io/prism/errors#'))
    return response.ok ? undefined : `${response.status}: ${text}`;
  const { type: kind, title, detail, validation } = JSON.parse(text);
  const code = String(kind).replace(/.*#/, '');
  if (code === validButNotPassedOn) return undefined;
  if (validation === undefined) return `${code}: ${JSON.stringify(detail ?? title)}`;
  const first = validation.find((/** @type {any} */ { severity }) => severity === 'Error');
  return first && `VIOLATION: ${JSON.stringify(first)}`;
}
