/** A program that uses both versions side by side, with packages from a registry. */
import assert from 'node:assert/strict';
import { connect } from '@lading/client';
import { connect as connect141, NotFound as NotFound141 } from '@lading/client-v1.41';
import { connect as connect144, NotFound } from '@lading/client-v1.44';
import { createServer } from '@lading/server';
import { createServer as createServer141, type Handlers as Handlers141 } from '@lading/server-v1.41';
import { createServer as createServer144 } from '@lading/server-v1.44';
import type { ContainerCreateRequest as Create141, Image as Image141 } from '@lading/types-v1.41';
import type { ContainerCreateRequest as Create144, ImageSummary } from '@lading/types-v1.44';

const createdBodies: Create144[] = [];
const untagged: ImageSummary = {
  Id: 'sha256:c0ffee',
  ParentId: '',
  RepoTags: [],
  RepoDigests: [],
  Created: 0,
  Size: 7,
  SharedSize: -1,
  Labels: null,
  Containers: -1,
};

// One implementation at the newest version with clients of three versions.
const server = createServer({
  container: {
    create({ body }) {
      createdBodies.push(body);
      return { Id: `${createdBodies.length}`.padStart(12, '0'), Warnings: [] };
    },
  },
  image: { list: () => [untagged] },
  system: { ping: () => 'OK' },
});
const host = hostOf((await server.listen({ port: 0, host: '127.0.0.1' })).address);
const [older, newer, any] = [await connect141({ host }), await connect144({ host }), await connect({ host })];

const request141: Create141 = { Image: 'one', HostConfig: { Memory: 8 << 20 } };
const request144: Create144 = { Image: 'two', HostConfig: { Annotations: { of: 'the newer version' } } };
await older.container.create({ body: request141 });
await newer.container.create({ body: request144 });
assert.deepEqual(
  createdBodies.map(({ Image }) => Image),
  ['one', 'two'],
);
assert.equal((await older.image.list())[0]?.VirtualSize, 7);
assert.deepEqual((await older.image.list())[0]?.RepoTags, ['<none>:<none>']);
assert.equal((await newer.image.list())[0]?.SharedSize, -1);
assert.ok(Number(any.version.slice(2)) > 44, any.version);
assert.equal(await any.system.ping(), 'OK');
for (const client of [older, newer, any]) await client.close();
await server.close();

// A separate server of each version.
const handlers141: Handlers141 = { system: { ping: () => 'OK' } };
const alone = [
  { server: createServer141(handlers141), connect: connect141, NotFound: NotFound141 },
  { server: createServer144({ system: { ping: () => 'OK' } }), connect: connect144, NotFound },
];
for (const { server, connect } of alone) {
  const client = await connect({ host: hostOf((await server.listen({ port: 0, host: '127.0.0.1' })).address) });
  assert.equal(await client.system.ping(), 'OK');
  await client.close();
  await server.close();
}

// Types of which one exists in one version only.
export type Both = [Image141, ImageSummary];
console.log('both versions, side by side');

function hostOf(address: string): string {
  return address.replace(/^http:/, 'tcp:');
}
