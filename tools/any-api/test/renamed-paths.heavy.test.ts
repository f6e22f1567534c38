/** Clients and servers of two versions call each other at the paths of their own version, which one rule renames. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'lading/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairOf, startPair } from '../checks/start.mjs';
import { writeProject } from '../workspace/workspace.mjs';

const text = { type: 'string' };
const pathsOf = (segment: string, id: string) => {
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
  const responses = { 200: { description: 'It.', content: { 'application/json': { schema: text } } } };
  return {
    [`/${segment}/{${id}}`]: { get: { parameters: [parameter(id)], responses } },
    [`/${segment}/{${id}}/notes/{n}`]: { get: { parameters: [parameter(id), parameter('n')], responses } },
  };
};
const work = mkdtempSync(join(tmpdir(), 'lading-paths-'));
const workspace = join(work, 'generated');

beforeAll(async () => {
  const info = { title: 'People', version: '1.0' };
  const rule = { rule: 'rename', at: { paths: '/people' }, from: '/users', description: 'Users are called people.' };
  const difference = { 'x-lading-difference': 'people', 'x-lading-conversion-rules': [rule] };
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'People 2.0', version: '2.0' },
    extends: 'older.json',
    actions: [
      { target: '$.info', update: { version: '2.0' } },
      { target: '$.paths.*', remove: true },
      { target: '$.paths', update: pathsOf('people', 'personId'), ...difference },
    ],
  };
  const emitters = [['types', { paths: false }], 'client', 'server', 'conversion'];
  const config = { documents: ['older.json'], overlays: ['newer.json'], emitters, out: 'generated' };
  const files = { older: { openapi: '3.1.0', info, paths: pathsOf('users', 'userId') }, newer: overlay, config };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(work, `${name}.json`), JSON.stringify(content));
  expect(await main(['generate', '--quiet', '--config', join(work, 'config.json')])).toBe(0);
  writeProject(workspace);
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

it.each([
  ['olderClients', '1.0', '2.0', { userId: 'a/b', n: '1' }, { personId: 'a/b', n: '1' }],
  ['newerClients', '2.0', '1.0', { personId: 'a/b', n: '1' }, { userId: 'a/b', n: '1' }],
] as const)('%s', async (clients, client, server, sent, wanted) => {
  const started = await startPair(workspace, pairOf(client, server, '2.0'), (conversions) => conversions[clients]({}));
  try {
    const received: unknown[] = [];
    started.answer((call) => {
      received.push(call.path);
      return 'it';
    });
    const methods = [...started.methods.values()];
    expect(await Promise.all(methods.map((method) => method.call(sent)))).toEqual(['it', 'it']);
    expect(received).toContainEqual(wanted);
  } finally {
    await started.close();
  }
});
