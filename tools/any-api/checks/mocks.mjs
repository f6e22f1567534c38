/** A module for `run-program.mjs`: calls the mocks of a document with the generated client, and has ajv validate their responses. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getResponse } from 'msw';
import { callsOf } from '../values/calls.mjs';
import { bundled } from './bundled.mjs';
import { responseJudgeOf } from './converted/request-judge.mjs';
import { credentialsOf, keysOf } from './mirror/credentials.mjs';
import { drawn } from './mirror/mirror-all.mjs';
import { read } from './mirror/start.mjs';
import { entryOf } from './workspace.mjs';

/** @typedef {import('@lading/runtime-wire').OperationContract} OperationContract */

/** @param {readonly string[]} args the workspace, the folders of its contract, client and mocks, the file, the seed; the most operations */
export async function run([
  workspace = '',
  contractFolder = '',
  client = '',
  mocks = '',
  file = '',
  seed = '0',
  most = 'Infinity',
]) {
  const entries = { contract: entryOf(contractFolder), client: entryOf(client), mocks: entryOf(mocks) };
  const packages = await bundled(workspace, entries);
  /** @type {import('@lading/runtime-wire').Contract} */
  const contract = packages['contract'].contract;
  const judgeOf = responseJudgeOf(
    JSON.parse(readFileSync(join(contractFolder, '..', 'docs', 'gen', 'openapi.json'), 'utf8')),
  );
  const { mocks: all, handlers } = packages['mocks'];
  /** @type {{ handlers: readonly import('msw').RequestHandler[], problems: readonly string[], operation?: OperationContract }} */
  const current = { handlers: [], problems: [] };
  const baseUrl = 'https://mocks.example.com';
  const api = packages['client'].createClient({
    baseUrl,
    auth: credentialsOf(contract),
    fetch: async (/** @type {string} */ url, /** @type {object} */ init) => {
      const response = await getResponse([...current.handlers], new Request(url, init));
      if (response === undefined) throw new Error('no mock answers');
      const type = response.headers.get('content-type') ?? '';
      if (/^application\/(.*\+)?json\b/.test(type) && current.operation !== undefined) {
        const body = await response.clone().text();
        const isOne = current.operation.responses[response.status]?.kind !== 'json-lines';
        if (isOne && body !== '')
          current.problems = judgeOf(current.operation)?.(response.status, JSON.parse(body), type) ?? [];
      }
      return response;
    },
  });
  const methods = new Map(
    Object.entries(packages['client'].groups).flatMap(([noun, group]) =>
      Object.entries(/** @type {Record<string, any>} */ (group)).map(([verb, operation]) => [
        operation.id,
        { operation, call: api[noun][verb] },
      ]),
    ),
  );
  const keys = keysOf(contract);
  /** @type {import('./mirror/mirror-all.mjs').Failure[]} */
  const failures = [];
  const operations = drawn(
    Object.values(contract.operations).filter(({ id }) => Object.hasOwn(all, id)),
    Number(seed),
    Number(most),
  );
  for (const operation of operations) {
    const failure = await answered(operation).catch((error) => ({ reason: 'the call fails', detail: String(error) }));
    if (failure !== undefined) failures.push({ operation: `${operation.method} ${operation.path}`, ...failure });
  }
  const result = { operations: operations.length, mirrored: operations.length - failures.length, failures };
  writeFileSync(file, JSON.stringify(result));

  /** @param {OperationContract} operation */
  async function answered(operation) {
    const method = methods.get(operation.id);
    if (method === undefined) return { reason: 'the client has no method', detail: operation.id };
    const [call] = callsOf(operation, method.operation, Number(seed), keys);
    const statuses = Object.keys(operation.errors ?? {}).filter((key) => /^[45]\d\d$/.test(key));
    for (const status of [undefined, ...statuses.map(Number)]) {
      // The handlers of all operations find the one of the request; an error is one of the operation itself.
      current.handlers = status === undefined ? handlers({ baseUrl }) : [all[operation.id]({ status }, { baseUrl })];
      current.problems = [];
      current.operation = operation;
      const outcome = await method.call(call?.input).then(read, (/** @type {{ status?: number }} */ error) => {
        if (status === undefined || error.status !== status) throw error;
      });
      if (current.problems.length > 0)
        return { reason: 'ajv rejects the response', detail: current.problems.join('; ') };
      if (status !== undefined && outcome !== undefined) return { reason: 'no error', detail: String(status) };
    }
    return undefined;
  }
}
