/**
 * A program: calls every operation of an API with its generated client, and has Prism, an independent server that knows the API from its
 * document, validate the requests. Writes the figures as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { knownDeviations } from '../places.mjs';
import { callsOf } from '../values/calls.mjs';
import { bundled } from './bundled.mjs';
import { prism } from './judges/prism.mjs';
import { credentialsOf } from './mirror/credentials.mjs';
import { entryOf } from './workspace.mjs';

/**
 * @typedef {{ readonly operation: string, readonly problem: string, readonly rejected: number, readonly reason?: string }} Finding
 *   `problem`: the first one of the operation; `rejected`: the number of its requests; `reason`: why Prism is wrong, if that is known
 * @typedef {{ readonly operations: number, readonly requests: number, readonly findings: readonly Finding[] }} JudgedRequests
 */

const [workspace = '', client = '', contractFolder = '', document = '', resultFile = '', seed = '0'] =
  process.argv.slice(2);
/** @type {readonly { readonly problem: string, readonly path?: string, readonly reason: string }[]} */
const deviations = parse(readFileSync(knownDeviations, 'utf8'));
const packages = await bundled(workspace, { client: entryOf(client), contract: entryOf(contractFolder) });
const { createCaller, groups } = packages['client'];
const { contract } = packages['contract'];
const judge = await prism(document);
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
    // What the client does not have counts as a rejected request.
    const { problems, count } =
      called === undefined
        ? { problems: ['the client has no such operation'], count: 1 }
        : await problemsOf(called, operation);
    requests += count;
    const [problem] = problems;
    if (problem === undefined) continue;
    const reason = deviations.find(
      (deviation) =>
        new RegExp(deviation.problem).test(problem) && new RegExp(deviation.path ?? '').test(operation.path),
    )?.reason;
    findings.push({
      operation: operation.id,
      problem,
      rejected: problems.length,
      ...(reason !== undefined && { reason }),
    });
  }
  return { operations: operations.length, requests, findings };
}

/**
 * Calls an operation with several values. Returns the number of requests, and the problems of those that Prism rejects.
 * @param {any} called the operation of the client @param {import('@lading/runtime-wire').OperationContract} operation
 */
async function problemsOf(called, operation) {
  /** @type {string[]} */
  const problems = [];
  const caller = createCaller({
    baseUrl: 'http://judged',
    // Prism splits the credentials at each colon.
    auth: credentialsOf(contract, { username: 'ann', password: 'secret' }),
    timeout: 60_000,
    fetch: async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
      // A request of the Fetch standard has no body with GET.
      const request = new Request(url, { ...init, ...(init.body && { method: 'POST', duplex: 'half' }) });
      const { headers } = request;
      const body = init.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
      const path = url.slice('http://judged'.length);
      const problem = await judge({ method: init.method ?? 'GET', path, headers, body }).catch(
        (/** @type {Error} */ error) => `CRASH: ${error.message}`,
      );
      const mediaType = headers.get('content-type')?.split(';')[0];
      if (problem !== undefined) problems.push([mediaType, problem].filter(Boolean).join(' '));
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
      problems.push(`${error.message} ${error.cause?.message ?? ''}`.trim());
    }
  }
  return { problems, count: calls.length };
}
