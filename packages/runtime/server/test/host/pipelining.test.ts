/** Pipelined requests: their responses are complete and in order. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import fc from 'fast-check';
import { Intake } from '../../src/host/node/intake.js';
import { createEngineServer, type Call, type EngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { engine } from '../conformance/engine.js';
import { socketPath } from '../conformance/hosts.js';
import { talk, type Target } from '../conformance/target.js';

let server: EngineServer;
let target: Target;

beforeAll(async () => {
  const { container, ...others } = engine({ calls: [], abortedCalls: [] });
  const start = ({ path: { id } }: Call<{ id: string }>): unknown => (id === 'slow' ? sleep(30) : undefined);
  server = createEngineServer(
    contract,
    { ...others, container: { ...container, start } },
    { onError: () => undefined },
  );
  const path = await socketPath();
  target = { path, close: (await server.listen({ path })).close };
});
afterAll(() => server.close());

const head = 'Host: x\r\n';
const body = JSON.stringify({ Image: 'größer'.repeat(20) });

/** Requests with the status and body of their responses. */
const cases: Readonly<Record<string, readonly [request: string, response: string]>> = {
  immediately: [`GET /containers/json HTTP/1.1\r\n${head}\r\n`, '200 [{"Id":"a","Names":null,"Labels":{}}]\n'],
  'characters of two bytes': [`GET /containers/gr%C3%B6%C3%9Fe/json HTTP/1.1\r\n${head}\r\n`, '200 {"Id":"größe"}\n'],
  late: [`POST /containers/slow/start HTTP/1.1\r\n${head}\r\n`, '204 '],
  nothing: [`POST /containers/a/start HTTP/1.1\r\n${head}\r\n`, '204 '],
  'an error': [`GET /containers/none/json HTTP/1.1\r\n${head}\r\n`, '404 {"message":"No such container: none"}\n'],
  'no operation': [`GET /nothing HTTP/1.1\r\n${head}\r\n`, '404 {"message":"page not found"}\n'],
  'a body': [
    `POST /containers/create HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    '201 {"Id":"new","Warnings":[]}\n',
  ],
  'a body in chunks': [
    `POST /containers/create HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{"Image":"alpin"\r\n1\r\n}\r\n0\r\n\r\n`,
    '201 {"Id":"new","Warnings":[]}\n',
  ],
};

/** Returns the statuses and bodies of responses that all have a length. */
function responsesIn(text: string): string[] {
  const responses: string[] = [];
  for (let rest = Buffer.from(text, 'latin1'); rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const start = rest.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(start)?.[1] ?? 0);
    responses.push(`${start.slice(9, 12)} ${rest.toString('utf8', end, end + length)}`);
    rest = rest.subarray(end + length);
  }
  return responses;
}

describe('requests of one connection', () => {
  it('get their responses in order, however they are split', async () => {
    const names = fc.array(fc.constantFrom(...Object.keys(cases)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(names, fc.array(fc.nat(2000), { maxLength: 3 }), async (names, cuts) => {
        const bytes = Buffer.from(names.map((name) => cases[name]?.[0]).join(''));
        const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(responsesIn(await talk(target, pieces))).toEqual(names.map((name) => cases[name]?.[1]));
      }),
      { numRuns: inject('isFullRun') ? 40 : 15 },
    );
  });
});

it('a connection whose intake stops and starts again within a turn is read, and one whose intake stops is not', async () => {
  const received: string[] = [];
  const listener = createServer((socket) => {
    socket.on('data', (data) => received.push(String(data)));
    const intake = new Intake(socket);
    intake.stop();
    if (connections++ === 0) intake.start();
  });
  let connections = 0;
  await once(listener.listen(0), 'listening');
  const { port } = listener.address() as AddressInfo;
  const read = connect(port);
  const sockets = [read];
  try {
    read.write('read');
    await expect.poll(() => received).toEqual(['read']);
    // Only now, so that it is the second one.
    const stopped = connect(port);
    sockets.push(stopped);
    stopped.write('stopped');
    await once(stopped, 'connect');
    await sleep(20);
    expect(received).toEqual(['read']);
  } finally {
    for (const socket of sockets) socket.destroy();
    listener.close();
  }
});
