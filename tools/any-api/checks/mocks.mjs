/**
 * A module for `run-program.mjs`: calls the mocks of a document with the generated client and, as an assistant does, with the tool of
 * each operation. ajv validates the responses; the validators check what the client sends and gets.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createMcpServer, shownResult } from '@lading/emit-mcp/runtime';
import { getResponse } from 'msw';
import { callsOf } from '../values/calls.mjs';
import { bundled } from './bundled.mjs';
import { responseJudgeOf } from './converted/request-judge.mjs';
import { credentialsOf, keysOf } from './mirror/credentials.mjs';
import { drawn } from './mirror/mirror-all.mjs';
import { read } from './mirror/start.mjs';
import { entryOf } from './workspace.mjs';

/** @typedef {import('@lading/runtime-wire').OperationContract} OperationContract */

/** @param {readonly string[]} args the workspace, the folders of its packages, the file, the seed; the most operations */
export async function run([
  workspace = '',
  contractFolder = '',
  client = '',
  mocks = '',
  validators = '',
  mcp = '',
  file = '',
  seed = '0',
  most = 'Infinity',
]) {
  const folders = { contract: contractFolder, client, mocks, validators, mcp };
  const entries = Object.entries(folders).map(([name, folder]) => [name, entryOf(folder)]);
  const packages = await bundled(workspace, Object.fromEntries(entries));
  /** @type {import('@lading/runtime-wire').Contract} */
  const contract = packages['contract'].contract;
  const judgeOf = responseJudgeOf(
    JSON.parse(readFileSync(join(contractFolder, '..', 'docs', 'gen', 'openapi.json'), 'utf8')),
  );
  const { mocks: all, handlers } = packages['mocks'];
  /** @type {{ handlers: readonly import('msw').RequestHandler[], problems: readonly string[], sent: string, operation?: OperationContract }} */
  const current = { handlers: [], problems: [], sent: '' };
  const baseUrl = 'https://mocks.example.com';
  const api = packages['client'].createClient({
    baseUrl,
    auth: credentialsOf(contract),
    middleware: [packages['client'].validateCalls(packages['validators'].operations)],
    fetch: async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
      // `fetch` forbids a body of GET, which clients send by other means.
      const hasBody = !/^(GET|HEAD)$/.test(init.method ?? 'GET');
      const request = new Request(url, hasBody ? init : { ...init, body: null });
      current.sent = messageOf(request, init.body);
      const response = await getResponse([...current.handlers], request);
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
  /** @type {import('@lading/emit-mcp/runtime').Toolset} */
  const toolset = packages['mcp'].toolset;
  const assistant = await assistantOf(toolset, api);
  // The client of the SDK validates the definitions of all tools.
  await assistant.listTools();
  const tools = new Map(toolset.tools.map((tool) => [tool.operation, tool]));
  const keys = keysOf(contract);
  /** @type {import('./mirror/mirror-all.mjs').Failure[]} */
  const failures = [];
  const operations = drawn(
    Object.values(contract.operations).filter(({ id }) => Object.hasOwn(all, id)),
    Number(seed),
    Number(most),
  );
  for (const operation of operations) {
    const failure = await answered(operation).catch((error) => ({
      reason: 'the call fails',
      detail: `${error} ${error.cause ?? ''}`,
    }));
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
      let isError = false;
      const outcome = await method.call(call?.input).then(read, (/** @type {{ status?: number }} */ error) => {
        // The success of some operations is a redirect.
        const isExpected = status === undefined ? (error.status ?? 0) in operation.responses : error.status === status;
        if (!isExpected) throw error;
        isError = true;
      });
      const { sent } = current;
      if (current.problems.length > 0)
        return { reason: 'ajv rejects the response', detail: current.problems.join('; ') };
      if (status !== undefined && outcome !== undefined) return { reason: 'no error', detail: String(status) };
      const tool = tools.get(operation.id);
      // The SDK drops arguments of this name.
      if (tool === undefined || Object.hasOwn(call?.input ?? {}, '__proto__')) continue;
      const input = await jsonOf(call?.input ?? {}, tool.hasBytes === true);
      const result = /** @type {any} */ (await assistant.callTool({ name: tool.name, arguments: input }));
      const { text } = result.content[0];
      if ((result.isError === true) !== isError) return { reason: 'the tool fails', detail: text };
      if (current.sent !== sent)
        return { reason: 'the tool sends another request', detail: `${current.sent} for ${sent}` };
      const wanted = isError ? text : (await shownResult(await method.call(call?.input), limits)).text;
      if (text !== wanted) return { reason: 'the tool has another result', detail: `${text} for ${wanted}` };
    }
    return undefined;
  }
}

const limits = { maxCharacters: 1e9 };

/** Connects the client of the SDK to the tools. @param {import('@lading/emit-mcp/runtime').Toolset} toolset @param {object} api */
async function assistantOf(toolset, api) {
  const [own, other] = InMemoryTransport.createLinkedPair();
  await createMcpServer(toolset, api, limits).connect(other);
  const assistant = new Client({ name: 'any-api', version: '1' });
  await assistant.connect(own);
  return assistant;
}

/** What a request says. Files have boundaries and types of their own. @param {Request} request @param {unknown} body */
function messageOf({ method, url, headers }, body) {
  const own = [...headers].filter(([name]) => name !== 'content-type');
  const isText = /json|urlencoded/.test(headers.get('content-type') ?? '');
  return `${method} ${url} ${JSON.stringify(own)} ${isText ? String(body) : ''}`;
}

/** The input of a client as an assistant has it: bytes and files are texts. @param {unknown} value @param {boolean} isBase64 @returns {Promise<any>} */
async function jsonOf(value, isBase64) {
  if (value instanceof Uint8Array || value instanceof Blob) {
    const bytes = Buffer.from(await new Blob([/** @type {Blob} */ (value)]).arrayBuffer());
    return bytes.toString(isBase64 ? 'base64' : 'utf8');
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => jsonOf(item, isBase64)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [key, await jsonOf(item, isBase64)]);
  return Object.fromEntries(await Promise.all(entries));
}
