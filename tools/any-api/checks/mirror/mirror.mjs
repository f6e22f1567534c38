/** A program: calls operations of a generated server with the generated client, and writes what differs into a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from '../bundled.mjs';
import { callsOf } from './calls.mjs';
import { credentialsOf, securityHandlers } from './credentials.mjs';
import { mirrorCall } from './mirror-operation.mjs';
import { randomOf } from './random.mjs';

/** @typedef {{ readonly operation: string, readonly reason: string, readonly detail: string }} Failure */
/** @typedef {{ readonly operations: number, readonly mirrored: number, readonly failures: readonly Failure[] }} MirrorResult */

const [workspace = '', clientFolder = '', serverFolder = '', file = '', seed = '0', most = 'Infinity'] =
  process.argv.slice(2);
const { client, server } = await bundled(workspace, {
  client: join(clientFolder, 'gen', 'index.ts'),
  server: join(serverFolder, 'gen', 'index.ts'),
});
const { contract } = server;
const operations = drawn(
  /** @type {import('@lading/runtime-wire').OperationContract[]} */ (Object.values(contract.operations)),
);

/** @type {(received: object) => unknown} */
let handle = () => undefined;
/** @type {Record<string, Record<string, (received: object) => unknown>>} */
const handlers = {};
for (const { noun, verb } of operations) (handlers[noun] ??= {})[verb] = (received) => handle(received);
/** @type {unknown[]} */
let serverErrors = [];
const running = server.createServer(handlers, {
  security: securityHandlers(contract),
  onError: (/** @type {unknown} */ error) => serverErrors.push(error),
});
const { port } = await running.listen({ port: 0, host: '127.0.0.1' });
const api = client.createClient({ baseUrl: `http://127.0.0.1:${port}`, auth: credentialsOf(contract), timeout: 3000 });
/** The methods of the client by operation: a group whose name the client has for itself is renamed there. */
const methods = new Map(
  Object.entries(client.groups).flatMap(([noun, group]) =>
    Object.entries(/** @type {Record<string, any>} */ (group)).map(([verb, operation]) => [
      operation.id,
      { operation, call: api[noun][verb] },
    ]),
  ),
);
const ends = {
  contract,
  call: async (/** @type {{ id: string }} */ { id }, /** @type {object} */ input) =>
    read(await methods.get(id)?.call(input)),
  answer: (/** @type {typeof handle} */ handler) => void (handle = handler),
  reply: (/** @type {number} */ status, /** @type {unknown} */ body) => server.reply(status, body),
};

/** @type {Failure[]} */
const failures = [];
for (const operation of operations) {
  const failure = await mirrored(operation);
  if (failure !== undefined) failures.push({ operation: `${operation.method} ${operation.path}`, ...failure });
}
await running.close({ timeout: 0 });
/** @type {MirrorResult} */
const result = { operations: operations.length, mirrored: operations.length - failures.length, failures };
writeFileSync(file, JSON.stringify(result));
// Streams that a failure left open would keep the process alive.
process.exit(0);

/** @param {import('@lading/runtime-wire').OperationContract} operation */
async function mirrored(operation) {
  const called = methods.get(operation.id);
  if (called === undefined) return { reason: 'the client has no method', detail: operation.id };
  try {
    for (const call of callsOf(operation, called.operation, Number(seed))) {
      serverErrors = [];
      const difference = await mirrorCall(operation, call, ends);
      if (difference === undefined) continue;
      const [cause] = serverErrors;
      return cause === undefined
        ? difference
        : { ...difference, detail: `${difference.detail}; the server: ${String(cause).slice(0, 300)}` };
    }
    return undefined;
  } catch (error) {
    return {
      reason: 'the check fails',
      detail: error instanceof Error ? (error.stack ?? '').slice(0, 400) : String(error),
    };
  }
}

/** Reads a stream to its end, so that its errors belong to the call. @param {unknown} result */
async function read(result) {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  if ('bytes' in result) return /** @type {{ bytes: () => Promise<Uint8Array> }} */ (result).bytes();
  const items = [];
  for await (const item of /** @type {AsyncIterable<unknown>} */ (result)) items.push(item);
  return items;
}

/** Draws operations, if there are too many. @template T @param {T[]} all @returns {T[]} */
function drawn(all) {
  const random = randomOf(Number(seed), 'operations');
  while (all.length > Number(most)) all.splice(random.below(all.length), 1);
  return all;
}
