/** Bodies that fail on the way to a fetch handler. */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';

/** Returns a stream of some bytes and then an error. */
function broken(): ReadableStream<Uint8Array> {
  let pieces = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (pieces++ === 0) controller.enqueue(Buffer.from('{"Image":'));
      else controller.error(new Error('gone'));
    },
  });
}

function request(path: string, method: string): Request {
  const init = { method, body: broken(), headers: { 'Content-Type': 'application/json' }, duplex: 'half' };
  return new Request(`http://x${path}`, init as RequestInit);
}

it('does not end the process if nobody listens', async () => {
  const server = createEngineServer(contract, {
    container: {
      putArchive: async ({ body }: { body: Readable }) => {
        body.once('readable', () => undefined);
        await sleep(50);
      },
    },
  });
  const { status } = await server.fetch(request('/containers/a/archive?path=/', 'PUT'));
  expect(status).toBe(200);
});

it('is an error of the request if the body is read whole', async () => {
  const server = createEngineServer(contract, { container: { create: () => ({ Id: 'a', Warnings: [] }) } });
  const response = await server.fetch(request('/containers/create', 'POST'));
  expect([response.status, await response.json()]).toEqual([400, { message: 'the request body cannot be read' }]);
});
