/** Clients and servers of two versions call each other at the paths of their own version, which one rule renames. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPair } from '../checks/start.mjs';
import { convertedEmitters, generatedIn } from '../workspace/generated.mjs';

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
  const files = { older: { openapi: '3.1.0', info, paths: pathsOf('users', 'userId') }, newer: overlay };
  const [older = '', newer = ''] = Object.entries(files).map(([name, content]) => {
    const path = join(work, `${name}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  });
  await generatedIn(workspace, [older], { overlays: [newer], emitters: convertedEmitters });
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

it.each([
  ['olderClients', '1.0', '2.0', { userId: 'a/b', n: '1' }, { personId: 'a/b', n: '1' }],
  ['newerClients', '2.0', '1.0', { personId: 'a/b', n: '1' }, { userId: 'a/b', n: '1' }],
] as const)('%s', async (clients, client, server, sent, wanted) => {
  const started = await startPair(workspace, { client, server, conversion: '2.0' }, (conversions) =>
    conversions[clients]({}),
  );
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
