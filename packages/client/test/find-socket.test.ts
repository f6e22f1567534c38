/** Tests where `connect` looks for a socket. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConnectionError } from '@lading/runtime-client';
import { afterEach, expect, test } from 'vitest';
import { findSocket, withPlaces } from '../src/find-socket.js';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Returns the environment of a user with files at some places. */
async function userWith(...paths: readonly string[]) {
  const home = await mkdtemp(join(tmpdir(), 'lading-home-'));
  folders.push(home);
  for (const path of paths) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), '{"currentContext":"elsewhere"}');
  }
  return { home, env: { HOME: home, XDG_RUNTIME_DIR: join(home, 'run') } };
}

const nowhere = '/nowhere/docker.sock';

test.each([
  ['run/docker.sock', '.docker/run/docker.sock'],
  ['.docker/run/docker.sock', '.docker/desktop/docker.sock'],
  ['.docker/desktop/docker.sock', '.colima/default/docker.sock'],
  ['.colima/default/docker.sock', 'run/podman/podman.sock'],
])('%s is found before %s', async (first, second) => {
  const { home, env } = await userWith(first, second);
  expect((await findSocket({ env }, nowhere))?.host).toBe(`unix://${join(home, first)}`);
});

test('the default place comes first', async () => {
  const { home, env } = await userWith('run/docker.sock', 'default.sock');
  expect((await findSocket({ env }, join(home, 'default.sock')))?.host).toBe(`unix://${join(home, 'default.sock')}`);
});

test('nothing is looked for if the place is given', async () => {
  const { env } = await userWith('run/docker.sock');
  expect(await findSocket({ env, host: 'tcp://x:1' })).toBeUndefined();
  expect(await findSocket({ env: { ...env, DOCKER_HOST: 'tcp://x:1' } })).toBeUndefined();
  expect(await findSocket({ env: { ...env, DOCKER_TLS_VERIFY: '1' } })).toBeUndefined();
  const withContext = await userWith('run/docker.sock', '.docker/config.json');
  expect(await findSocket({ env: withContext.env })).toBeUndefined();
});

test('the error names the places', async () => {
  const { home, env } = await userWith();
  const search = await findSocket({ env }, nowhere);
  const error = withPlaces(new ConnectionError('ENOENT', 'no socket', `unix://${nowhere}`), search) as ConnectionError;
  const ofUser = `/run/user/${process.getuid?.()}/docker.sock`;
  const paths = [
    ...['run/docker.sock', '.docker/run/docker.sock', '.docker/desktop/docker.sock'].map((path) => join(home, path)),
    ofUser,
    ...['.colima/default/docker.sock', '.colima/docker.sock', 'run/podman/podman.sock'].map((path) => join(home, path)),
    '/run/podman/podman.sock',
  ];
  expect(error.message).toContain(`no socket at ${[nowhere, ...paths].join(', ')}. Is it running`);
  expect(error).toMatchObject({ code: 'ENOENT', address: `unix://${nowhere}` });
});
