/** Tests streams of JSON values that are converted: each is sent on as soon as it is there. */
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { openBridge, until, type BridgeScene } from './bridge-scene.js';

let scene: BridgeScene | undefined;
afterEach(() => scene?.close());

/** Starts a build of a client of 1.29, which knows no identifiers in the messages of a build. */
async function build(onBuild: (response: ServerResponse) => void) {
  scene = await openBridge(
    (asked, response) => {
      asked.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      onBuild(response);
    },
    undefined,
    { as: '1.44' },
  );
  const call = request({ socketPath: scene.socket, path: '/v1.29/build', method: 'POST', agent: false });
  call.on('error', () => undefined).end();
  const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream & { readonly destroyed: boolean }];
  response.on('error', () => undefined).setEncoding('utf8');
  return response;
}

it('converts each value when it arrives', async () => {
  let engine: ServerResponse | undefined;
  const response = await build((own) => {
    engine = own;
    own.write('{"stream":"Step 1"}\r\n');
  });
  expect(await once(response, 'data')).toEqual(['{"stream":"Step 1"}\r\n']);
  engine!.end('{"aux":{"ID":"sha256:a"}}\r\n{"stream":"Step 2"}\r\n');
  expect(await text(response)).toBe('{"stream":"Step 2"}\r\n');
});

it('breaks the response off where the engine does, or is not understood', async () => {
  for (const end of ['{"stream":"Step', 'no JSON']) {
    const response = await build((own) => {
      own.write('{"stream":"Step 1"}\r\n');
      setTimeout(() => own.write(end, () => own.destroy()), 20);
    });
    let read = '';
    response.on('data', (chunk) => (read += String(chunk)));
    await until(() => response.destroyed);
    expect(read).toBe('{"stream":"Step 1"}\r\n');
    await scene!.close();
  }
});

it('ends the build with its client', async () => {
  let isClosed = false;
  const response = await build((own) => {
    own.write('{"stream":"Step 1"}\r\n');
    own.on('close', () => (isClosed = true));
  });
  await once(response, 'data');
  (response as unknown as { destroy(): void }).destroy();
  await until(() => isClosed);
});
