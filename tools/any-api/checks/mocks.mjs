/**
 * A module for `inProcess`: calls the mocks of a document with the generated client, with the query or mutation of each operation and,
 * as an assistant does, with its tool. ajv validates the responses; the validators check what the client sends and gets.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createMcpServer, shownResult } from '@lading/emit-mcp/runtime';
import { getResponse } from 'msw';
import { callsOf } from '../values/calls.mjs';
import { packagesOf } from '../workspace/generated.mjs';
import { docsFile } from '../workspace/workspace.mjs';
import { checkAll, drawn } from './all.mjs';
import { credentialsOf, keysOf } from './credentials.mjs';
import { responseJudgeOf } from './judge.mjs';
import { comparable, unequal } from './mirror.mjs';
import { methodsOf, read } from './start.mjs';

const names = Object.fromEntries(
  ['contract', 'client', 'mocks', 'validators', 'query', 'mcp'].map((name) => [name, `${name}-`]),
);
const baseUrl = 'https://mocks.example.com';
const limits = { maxCharacters: 1e9 };

/** @param {string} workspace @param {import('./all.mjs').MirrorOptions} options */
export async function run(workspace, options) {
  const packages = await packagesOf(workspace, names);
  /** @type {import('@lading/runtime-wire').Contract} */
  const contract = packages.contract.contract;
  const judgeOf = responseJudgeOf(JSON.parse(readFileSync(docsFile(workspace, 'openapi.json'), 'utf8')));
  const { mocks: all, handlers } = packages.mocks;
  /** @type {any} */
  const current = { handlers: [], problems: [], sent: '', operation: undefined };
  const api = packages.client.createClient({
    baseUrl,
    auth: credentialsOf(contract),
    middleware: [packages.client.validateCalls(packages.validators.operations)],
    fetch: async (url, init) => {
      // `fetch` forbids a body of GET, which clients send by other means.
      const hasBody = !/^(GET|HEAD)$/.test(init.method ?? 'GET');
      const request = new Request(url, hasBody ? init : { ...init, body: null });
      current.sent = messageOf(request, init.body);
      const response = await getResponse([...current.handlers], request);
      if (response === undefined) throw new Error('no mock answers');
      const type = response.headers.get('content-type') ?? '';
      const { kind } = current.operation.responses[response.status] ?? {};
      const isValue = kind !== 'json-lines' && kind !== 'bytes';
      const body = /^application\/(.*\+)?json\b/.test(type) && isValue ? await response.clone().text() : '';
      if (body !== '') current.problems = judgeOf(current.operation)?.(response.status, JSON.parse(body), type) ?? [];
      return response;
    },
  });
  const methods = methodsOf(packages.client, api);
  const queries = queriesOf(packages.query);
  const { toolset } = packages.mcp;
  const assistant = await assistantOf(toolset, api);
  const tools = new Map(toolset.tools.map((tool) => [tool.operation, tool]));
  const mocked = Object.values(contract.operations).filter(({ id }) => Object.hasOwn(all, id));
  return checkAll(drawn(mocked, options), async (operation) => {
    const method = methods.get(operation.id);
    if (method === undefined) return { reason: 'the client has no method', detail: operation.id };
    const [{ input }] = callsOf(operation, method.operation, options.seed, keysOf(contract));
    const statuses = Object.keys(operation.errors ?? {}).filter((key) => /^[45]\d\d$/.test(key));
    for (const status of [undefined, ...statuses.map(Number)]) {
      // The handlers of all operations find the one of the request; an error is one of the operation itself.
      current.handlers = status === undefined ? handlers({ baseUrl }) : [all[operation.id]({ status }, { baseUrl })];
      Object.assign(current, { problems: [], operation });
      let isError = false;
      const outcome = await method.call(input).then(read, (error) => {
        // The success of some operations is a redirect.
        const isExpected = status === undefined ? (error.status ?? 0) in operation.responses : error.status === status;
        if (!isExpected) throw error;
        isError = true;
      });
      if (current.problems.length > 0)
        return { reason: 'ajv rejects the response', detail: current.problems.join('; ') };
      if (status !== undefined && outcome !== undefined) return { reason: 'no error', detail: String(status) };
      const query = status === undefined ? queries.get(`${method.noun} ${method.verb}`) : undefined;
      const asked = query && (await queryProblem(query, input, outcome));
      if (asked !== undefined) return asked;
      const tool = tools.get(operation.id);
      // The SDK drops arguments of this name.
      const differs = tool !== undefined && !Object.hasOwn(input, '__proto__');
      const problem = differs ? await toolProblem(tool, input, isError, method) : undefined;
      if (problem !== undefined) return problem;
    }
    return undefined;
  });

  /** Runs a query or mutation, which must send the same request as the last one, and have the same result. */
  async function queryProblem(query, input, outcome) {
    const { sent } = current;
    const { queryFn, mutationFn } = query(api, input);
    const result = queryFn?.({ signal: new AbortController().signal }) ?? mutationFn(input);
    const got = await result.then(read, (error) => (outcome === undefined ? undefined : Promise.reject(error)));
    if (current.sent !== sent) return unequal('the query sends another request', sent, current.sent);
    return isDeepStrictEqual(got, outcome) ? undefined : unequal('the query has another result', outcome, got);
  }

  /** Calls a tool, which must send the same request as the last one, and have the same result as the method. */
  async function toolProblem(tool, input, isError, method) {
    const { sent } = current;
    // As an assistant has it: bytes and files are texts.
    const given = await comparable(input, tool.hasBytes === true ? 'base64' : 'utf8');
    const result = /** @type {any} */ (await assistant.callTool({ name: tool.name, arguments: given }));
    const { text } = result.content[0];
    if ((result.isError === true) !== isError) return { reason: 'the tool fails', detail: text };
    if (current.sent !== sent) return unequal('the tool sends another request', sent, current.sent);
    const wanted = isError ? text : (await shownResult(await method.call(input), limits)).text;
    return text === wanted ? undefined : unequal('the tool has another result', wanted, text);
  }
}

/** The options of queries and mutations by group and method; those of pages have longer keys. */
function queriesOf({ keys, ...exported }) {
  const all = Object.values(exported).filter((one) => typeof one === 'function' && 'key' in one);
  const byOperation = all.map((one) => /** @type {const} */ ([one.key(), one]));
  const length = 1 + (Object.values(keys)[0]?.length ?? 0);
  return new Map(byOperation.flatMap(([key, one]) => (key.length === length ? [[key.slice(-2).join(' '), one]] : [])));
}

/** Connects the client of the SDK to the tools. */
async function assistantOf(toolset, api) {
  const [own, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(toolset, api, limits).connect(other);
  const assistant = new Client({ name: 'any-api', version: '1' });
  await assistant.connect(own);
  // It validates the definitions of all tools.
  await assistant.listTools();
  return assistant;
}

/** What a request says. Files have boundaries and types of their own. @param {Request} request */
function messageOf({ method, url, headers }, body) {
  const own = [...headers].filter(([name]) => name !== 'content-type');
  const isText = /json|urlencoded/.test(headers.get('content-type') ?? '');
  return `${method} ${url} ${JSON.stringify(own)} ${isText ? String(body) : ''}`;
}
