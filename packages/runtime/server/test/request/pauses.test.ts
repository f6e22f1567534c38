/** Bodies that are streamed and no longer arrive. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEngineServer, type Call, type Contract } from '../../src/index.js';

const contract: Contract = {
  version: '1.44',
  operations: {
    ImageLoad: {
      id: 'ImageLoad',
      noun: 'image',
      verb: 'load',
      method: 'POST',
      path: '/images/load',
      body: { kind: 'bytes' },
      responses: { 200: { kind: 'nothing' } },
    },
  },
};

/** Sends a head with the length, and each piece after its pause. Returns the response. */
async function send(
  limit: number,
  length: number,
  pieces: readonly (readonly [pause: number, piece: string])[],
  load: (call: Call<unknown, unknown, unknown, AsyncIterable<unknown>>) => unknown,
): Promise<string> {
  await using server = createEngineServer(
    contract,
    { image: { load } },
    { limits: { pause: limit }, onError: () => undefined },
  );
  const { port } = await server.listen({ port: 0 });
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /images/load HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
  const response = text(socket).catch(() => '');
  for (const [pause, piece] of pieces) {
    await sleep(pause);
    socket.write(piece);
  }
  // The server closes at the end of the block.
  return await response;
}

it('closes the connection when no byte arrives', async () => {
  // The client may see its connection end before the handler has its error.
  const error = await new Promise((resolve) => {
    const load = async ({ body }: { body: AsyncIterable<unknown> }): Promise<void> => {
      for await (const _ of body);
    };
    void send(1000, 10, [[0, 'abc']], (call) => load(call).then(() => resolve('the body ended'), resolve));
  });
  expect(String(error)).toBe('HttpError: no byte of the request body arrived for 1000 ms');
});

// The limit is long, since a busy machine may stop for a second; each body takes longer in all.
it('leaves bodies that arrive slowly, and handlers that read slowly', async () => {
  const limit = 3000;
  const read = async ({ body }: { body: AsyncIterable<unknown> }): Promise<void> => {
    for await (const _ of body);
  };
  const late = async (call: { body: AsyncIterable<unknown> }): Promise<void> => {
    await sleep(limit + 1000);
    await read(call);
  };
  const slowPieces = Array.from({ length: 8 }, () => [500, 'a'] as const);
  const responses = await Promise.all([
    send(limit, 8, slowPieces, read),
    send(limit, 100_000, [[0, 'x'.repeat(100_000)]], late),
  ]);
  expect(responses).toEqual([expect.stringMatching(/^HTTP\/1.1 200/), expect.stringMatching(/^HTTP\/1.1 200/)]);
});
