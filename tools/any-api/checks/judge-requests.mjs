/**
 * A program: calls every operation of an API with its generated client, and has independent servers, which know the API from
 * its document, validate the requests. Writes the figures as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { knownDeviations, validators } from '../places.mjs';
import { callsOf } from '../values/calls.mjs';
import { bundled } from './bundled.mjs';
import { prism } from './judges/prism.mjs';
import { credentialsOf } from './mirror/credentials.mjs';
import { addressing } from './judges/fragments.mjs';
import { normalized } from './judges/normalized.mjs';

const requireJudge = validators.require;

/**
 * `openapi-backend` as a judge. It reads OpenAPI 3, and of bodies JSON only.
 * @param {string} document its path @returns {Promise<import('./judges/prism.mjs').Judge | undefined>}
 */
async function openapiBackend(document) {
  const published = parse(readFileSync(document, 'utf8'));
  const addressOf = addressing(published);
  const definition = normalized(published);
  if (!String(definition.openapi).startsWith('3.')) return undefined;
  const { OpenAPIBackend } = requireJudge('openapi-backend');
  const backend = new OpenAPIBackend({
    definition: withOwnIds(definition),
    quick: true,
    coerceTypes: true,
    customizeAjv: (/** @type {unknown} */ ajv) => requireJudge('ajv-formats').default(ajv),
  });
  await backend.init();
  // It prints an error and goes on if it cannot resolve the references of a document.
  if (backend.router.getOperations().length === 0) return undefined;
  return async (sentRequest) => {
    const { method, headers, body } = sentRequest;
    const [path = '', query = ''] = addressOf(sentRequest).split(/\?(.*)/s);
    const request = { method, path, query, headers: Object.fromEntries(headers) };
    const isJson = /[/+]json\b/i.test(headers.get('content-type') ?? '');
    const sent = isJson && body !== undefined ? { ...request, body: new TextDecoder().decode(body) } : request;
    const operation = backend.router.matchOperation(sent);
    if (operation === undefined) return 'no operation';
    // A body that is not JSON is not checked, thus its absence is not either.
    const { errors } = backend.validator.validateRequest(sent, operation);
    const error = (errors ?? []).find(
      (/** @type {any} */ { params }) => isJson || params?.missingProperty !== 'requestBody',
    );
    return error && `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
  };
}

/** It serves only operations with an ID, and tells operations apart by it. @param {any} definition */
function withOwnIds(definition) {
  let count = 0;
  for (const item of Object.values(definition.paths ?? {}))
    for (const operation of Object.values(item ?? {}))
      if (typeof operation === 'object' && operation !== null && !Array.isArray(operation))
        operation.operationId = `operation${(count += 1)}`;
  return definition;
}

/**
 * @typedef {{ readonly judge: string, readonly operation: string, readonly problem: string, readonly rejected: number,
 *   readonly reason?: string }} Finding
 *   `problem`: the first one of the operation; `rejected`: the number of its requests; `reason`: why the judge is wrong, if it is known
 * @typedef {{ readonly operations: Readonly<Record<string, number>>, readonly requests: Readonly<Record<string, number>>,
 *   readonly findings: readonly Finding[] }} JudgedRequests
 *   `operations` and `requests` by judge
 */

const [workspace = '', client = '', contractFolder = '', document = '', resultFile = '', seed = '0'] =
  process.argv.slice(2);
/** @type {readonly { readonly judge: string, readonly problem: string, readonly path?: string, readonly reason: string }[]} */
const deviations = parse(readFileSync(knownDeviations, 'utf8'));
const packages = await bundled(workspace, {
  client: join(client, 'gen', 'index.ts'),
  contract: join(contractFolder, 'gen', 'index.ts'),
});
const { createCaller, groups } = packages['client'];
const { contract } = packages['contract'];
const judges = Object.entries({ Prism: await prism(document), 'openapi-backend': await openapiBackend(document) });
// Not to the standard output, where Prism prints warnings.
writeFileSync(resultFile, JSON.stringify(await judged()));
process.exit(0);

/** @returns {Promise<JudgedRequests>} */
async function judged() {
  const clientOperations = new Map(
    Object.values(groups)
      .flatMap((group) => Object.values(group))
      .map((operation) => [operation.id, operation]),
  );
  /** @type {import('@lading/runtime-wire').OperationContract[]} */
  const operations = Object.values(contract.operations);
  /** @type {Finding[]} */
  const findings = [];
  let requests = 0;
  for (const operation of operations) {
    const called = clientOperations.get(operation.id);
    const { problems, count } = called === undefined ? notCalled() : await problemsOf(called, operation);
    requests += count;
    for (const [judge, all] of Object.entries(problems)) {
      const [problem = ''] = all;
      const isKnown = (/** @type {typeof deviations[number]} */ deviation) =>
        deviation.judge === judge &&
        new RegExp(deviation.problem).test(problem) &&
        new RegExp(deviation.path ?? '').test(operation.path);
      const reason = deviations.find(isKnown)?.reason;
      const rejected = all.length;
      findings.push({ judge, operation: operation.id, problem, rejected, ...(reason !== undefined && { reason }) });
    }
  }
  const judging = judges.filter(([, judge]) => judge !== undefined);
  const byJudge = (/** @type {number} */ count) => Object.fromEntries(judging.map(([name]) => [name, count]));
  return { operations: byJudge(operations.length), requests: byJudge(requests), findings };
}

/** What the client does not have counts as a rejected request. @returns {{ problems: Record<string, string[]>, count: number }} */
function notCalled() {
  return {
    problems: Object.fromEntries(judges.map(([judge]) => [judge, ['the client has no such operation']])),
    count: 1,
  };
}

/**
 * Calls an operation with several values. Returns the number of requests, and of each judge the problems of those that it rejects.
 * @param {any} called the operation of the client @param {import('@lading/runtime-wire').OperationContract} operation
 */
async function problemsOf(called, operation) {
  /** @type {Record<string, string[]>} */
  const problems = {};
  const add = (/** @type {string} */ judge, /** @type {string} */ problem) => (problems[judge] ??= []).push(problem);
  const caller = createCaller({
    baseUrl: 'http://judged',
    // Prism splits the credentials at each colon.
    auth: credentialsOf(contract, { username: 'ann', password: 'secret' }),
    timeout: 60_000,
    fetch: async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
      // A request of the Fetch standard has no body with GET.
      const request = new Request(url, { ...init, ...(init.body && { method: 'POST', duplex: 'half' }) });
      const body = init.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
      const sent = {
        method: init.method ?? 'GET',
        path: url.slice('http://judged'.length),
        headers: request.headers,
        body,
      };
      for (const [name, judge] of judges) {
        const problem = await judge?.(sent).catch((/** @type {Error} */ error) => `CRASH: ${error.message}`);
        const mediaType = request.headers.get('content-type')?.split(';')[0];
        if (problem !== undefined) add(name, [mediaType, problem].filter(Boolean).join(' '));
      }
      return new Response(null, { status: 204 });
    },
  });
  const calls = callsOf(operation, called, Number(seed)).slice(0, 3);
  for (const { input } of calls) {
    try {
      await caller.call(called, input);
    } catch (/** @type {any} */ error) {
      // The response is not what is judged here: only whether there was a request.
      if (!['InputError', 'ConnectionError', 'TimeoutError'].includes(error.name)) continue;
      for (const [name] of judges) add(name, `${error.message} ${error.cause?.message ?? ''}`.trim());
    }
  }
  return { problems, count: calls.length };
}
