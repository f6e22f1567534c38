/** Tests query parameters that one of the versions has, and the newest one has not. */
import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { openBridge } from './bridge-scene.js';

it.each([
  ['1.24', '1.44', 'GET /images/json?filter=a%2F%2A', 'GET /images/json?filters={"reference":["a/*"]}'],
  ['1.44', '1.52', 'POST /build/prune?keep-storage=10', 'POST /build/prune?reserved-space=10'],
  ['1.52', '1.44', 'POST /build/prune?reserved-space=10', 'POST /build/prune?keep-storage=10'],
])('a client of %s on an engine of %s: %s', async (client, engine, sent, received) => {
  const urls: string[] = [];
  const listener: RequestListener = ({ method, url = '' }, response) => {
    urls.push(`${method} ${decodeURIComponent(url).replace(`/v${engine}`, '')}`);
    response.end('');
  };
  const scene = await openBridge(listener, undefined, { as: engine });
  const [method = '', path = ''] = sent.split(' ');
  await scene.ask({ method, path: `/v${client}${path}` });
  await scene.close();
  expect(urls).toEqual([received]);
});
