/** The version that the environment requires, for the client of one version. */
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectEngine } from '../../src/codegen.js';

let folder: string;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('Api-Version', '1.44').end('{}');
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-pinned-'));
  await new Promise<void>((resolve) => server.listen(join(folder, 'a.sock'), resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const connected = (pinned: string | undefined) =>
  connectEngine(
    '1.44',
    {},
    { host: `unix://${join(folder, 'a.sock')}`, env: pinned === undefined ? {} : { DOCKER_API_VERSION: pinned } },
  );

it.each([undefined, '', '1.44'])('%s is that of the client', async (pinned) => {
  await using engine = await connected(pinned);
  expect([engine.version, engine.apiVersion]).toEqual(['1.44', '1.44']);
});

it.each(['1.43', '1.45', '1.4'])('%s is another, and nothing is sent', async (pinned) => {
  const before = asked.length;
  await expect(connected(pinned)).rejects.toMatchObject({
    name: 'VersionError',
    message: `DOCKER_API_VERSION asks for ${pinned}, but this client speaks 1.44: unset it, or use the client of that version.`,
  });
  expect(asked).toHaveLength(before);
});
