/** Tests which credentials a pull and a push send. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { connect, pull, push, type CallMiddleware } from '../src/index.js';
import { json, scriptedEngine } from './testing/scripted-engine.js';

const config = temporaryFolder();
afterAll(() => {
  vi.unstubAllEnvs();
});

test('the login of the user is sent by default, and nothing without it', async () => {
  const auth = Buffer.from('me:secret').toString('base64');
  writeFileSync(join(config, 'config.json'), JSON.stringify({ auths: { 'registry.test': { auth } } }));
  vi.stubEnv('DOCKER_CONFIG', config);
  const { host } = await scriptedEngine('1.44', (_request, response) => json(response, { status: 'done' }));
  let header: unknown;
  const capture: CallMiddleware = (call, next) => {
    header = (call.input as Readonly<Record<string, unknown>>)['X-Registry-Auth'];
    return next(call);
  };
  await using client = await connect({ host, env: {}, middleware: [capture] });
  const sent = async (call: Promise<{ done(): Promise<void> }>): Promise<unknown> => {
    await (await call).done();
    return header;
  };
  const login = { username: 'me', password: 'secret', serveraddress: 'registry.test' };
  expect(await sent(pull(client, 'registry.test/app'))).toEqual(login);
  expect(await sent(push(client, 'registry.test/app'))).toEqual(login);
  expect(await sent(pull(client, 'other.test/app'))).toBeUndefined();
  expect(await sent(pull(client, 'registry.test/app', { credentials: false }))).toBeUndefined();
  expect(await sent(push(client, 'registry.test/app', { credentials: false }))).toEqual({});
  expect(await sent(pull(client, 'registry.test/app', { credentials: { username: 'a' } }))).toEqual({ username: 'a' });
});
