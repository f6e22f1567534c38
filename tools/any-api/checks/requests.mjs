/**
 * A module for `inProcess`: calls every operation of an API with its generated client, and has Prism, an independent server that knows the
 * API from its document, validate the requests as a proxy before a server that accepts all.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { bodyOfGet } from '@lading/runtime-fetch/codegen';
import { parse } from 'yaml';
import { folder, validators } from '../places.mjs';
import { callsOf } from '../values/calls.mjs';
import { packagesOf } from '../workspace/generated.mjs';
import { credentialsOf } from './credentials.mjs';
import { addressing, normalized } from './prism-document.mjs';

/**
 * @typedef {{ operation: string, problem: string, rejected: number, reason?: string }} Finding
 *   `problem`: the first one of the operation; `rejected`: the number of its requests; `reason`: why Prism is wrong, if that is known
 */

/** @type {readonly { problem: string, path?: string, reason: string }[]} */
const deviations = parse(readFileSync(join(folder, 'judges', 'known-deviations.yaml'), 'utf8'));

/** @param {string} workspace @param {string} document its path @param {number} seed */
export async function run(workspace, document, seed) {
  const packages = await packagesOf(workspace, { client: 'client-', contract: 'contract-' });
  const { createCaller, groups } = packages.client;
  const { contract } = packages.contract;
  const judge = await prism(document);
  let problems = [];
  const caller = createCaller({
    baseUrl: 'http://judged',
    // Prism splits the credentials at each colon.
    auth: credentialsOf(contract, { username: 'ann', password: 'secret' }),
    timeout: 60_000,
    fetch: async (url, init) => {
      // A request of the Fetch standard has no body with GET.
      const request = new Request(url, { ...init, ...(init.body && { method: 'POST', duplex: 'half' }) });
      const { headers } = request;
      const body = init.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
      const sent = { method: init.method ?? 'GET', path: url.slice('http://judged'.length), headers, body };
      const problem = await judge(sent).catch((error) => `CRASH: ${error.message}`);
      const mediaType = headers.get('content-type')?.split(';')[0];
      if (problem !== undefined) problems.push([mediaType, problem].filter(Boolean).join(' '));
      return new Response(null, { status: 204 });
    },
  });
  const ofClient = Object.values(groups).flatMap((group) => Object.values(group));
  const operations = Object.values(contract.operations);
  /** @type {Finding[]} */
  const findings = [];
  let requests = 0;
  for (const operation of operations) {
    const called = ofClient.find(({ id }) => id === operation.id);
    // What the client does not have counts as a rejected request.
    problems = called === undefined ? ['the client has no such operation'] : [];
    const calls = called === undefined ? [] : callsOf(operation, called, seed).slice(0, 3);
    for (const { input } of calls)
      await caller.call(called, input).catch((error) => {
        // The response is not what is judged here: only whether there was a request.
        if (['InputError', 'ConnectionError', 'TimeoutError'].includes(error.name))
          problems.push(`${error.message} ${error.cause?.message ?? ''}`.trim());
      });
    requests += Math.max(1, calls.length);
    if (problems.length === 0) continue;
    const [problem] = problems;
    const matches = (expression = '', text) => new RegExp(expression).test(text);
    const deviation = deviations.find((one) => matches(one.problem, problem) && matches(one.path, operation.path));
    const reason = deviation && { reason: deviation.reason };
    findings.push({ operation: operation.id, problem, rejected: problems.length, ...reason });
  }
  return { operations: operations.length, requests, findings };
}

/** `fetch` refuses a body with GET. */
const send = bodyOfGet(/** @type {any} */ (globalThis.fetch));
const silent = { info() {}, error() {}, warn() {}, debug() {}, success() {}, trace() {}, child: () => silent };
/** The request is valid, else there would be another error; but Prism has no means to pass on a body with GET. */
const validButNotPassedOn = 'PROXY_UNSUPPORTED_REQUEST_BODY';
/** A request takes milliseconds; the machine may be busy. */
const mostWaited = 15_000;

/** Starts Prism. @param {string} document its path @returns a function that returns what is wrong with a request */
async function prism(document) {
  const { createServer } = validators.require('@stoplight/prism-http-server');
  const { getHttpOperationsFromSpec } = validators.require('@stoplight/prism-cli/dist/operations.js');
  const published = parse(readFileSync(document, 'utf8'));
  const judged = normalized(published);
  const addressOf = addressing(published);
  // Not only after the body, which Prism leaves out if it is the JSON value false, null, 0 or "".
  const accepting = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(204, { connection: 'close' }).end();
  }).listen(0, '127.0.0.1');
  await once(accepting, 'listening');
  const upstream = new URL(`http://127.0.0.1:${/** @type {any} */ (accepting.address()).port}/`);
  const validation = { checkSecurity: true, validateRequest: true, validateResponse: false, mock: { dynamic: false } };
  const server = createServer(await getHttpOperationsFromSpec(judged === published ? document : judged), {
    cors: false,
    // Without `errors`, Prism passes on a request for which it finds no operation, with a mere warning.
    config: { isProxy: true, upstream, errors: true, ...validation },
    components: { logger: silent },
  });
  const baseUrl = await server.listen(0, '127.0.0.1');
  /** Prism throws some errors outside of its requests, which then never end. */
  let onCrash = (_error) => undefined;
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => void onCrash(error));
  return async (request) => {
    const { method, headers, body } = request;
    const crash = new Promise((resolve) => (onCrash = (error) => void resolve(`CRASH: ${error.message}`)));
    const url = `${baseUrl}${addressOf(request)}`;
    const sent = send(url, { url, method, headers, redirect: 'manual', ...(body && { body: new Uint8Array(body) }) });
    let timer;
    const silence = new Promise((resolve) => {
      timer = setTimeout(() => resolve(`NO_ANSWER: ${new TextDecoder().decode(body).slice(0, 100)}`), mostWaited);
    });
    const response = await Promise.race([sent, crash, silence]);
    clearTimeout(timer);
    return typeof response === 'string' ? response : violationIn(response, await response.text());
  };
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
  const first = validation.find(({ severity }) => severity === 'Error');
  return first && `VIOLATION: ${JSON.stringify(first)}`;
}
