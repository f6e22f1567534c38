/** Tests an engine that does not ask for the body of a request. */
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openBridge } from './bridge-scene.js';

it('an engine that never asks for bodies is waited for once', async () => {
  const received: unknown[] = [];
  const scene = await openBridge(
    (request, response) => {
      void text(request).then((body) => {
        received.push([request.headers.expect, body]);
        response.writeHead(204).end();
      });
    },
    undefined,
    { as: '1.44', ignoresExpect: true },
  );
  for (const body of ['first', 'second']) {
    const { status } = await scene.ask({ path: '/v1.44/containers/a/archive?path=/', method: 'PUT' }, body);
    expect(status).toBe(204);
  }
  expect(received).toEqual([
    ['100-continue', 'first'],
    [undefined, 'second'],
  ]);
  await scene.close();
});
