/** `lading diff --fail-on`: which changes a build fails on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publishedThings } from '../../testing/things.js';
import { main } from '../main.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-diff-'));
const before = publishedThings('1.0');
const documents = {
  equal: before,
  more: publishedThings('1.1', '      AcmeSize: { type: integer }\n'),
  less: before.replace('      AcmeName:', '      AcmeTitle:'),
  strict: publishedThings('1.1', '    required: [AcmeName]\n'),
};
beforeAll(() => {
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, `${name}.yaml`), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function diff(to: string, ...args: readonly string[]): Promise<number> {
  const silent = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const exit = await main(['diff', join(folder, 'equal.yaml'), join(folder, `${to}.yaml`), ...args]);
  silent.mockRestore();
  return exit;
}

it.each([
  ['equal', [0, 0, 0, 0, 0]],
  ['more', [0, 0, 0, 4, 0]],
  ['less', [4, 0, 4, 4, 0]],
  ['strict', [0, 4, 4, 4, 0]],
])('%s', async (to, ends) => {
  const kinds = ['client-breaking', 'server-breaking', 'breaking', 'any', 'nothing'];
  const found: number[] = [];
  for (const kind of kinds) found.push(await diff(to, '--fail-on', kind));
  expect(found).toEqual(ends);
  expect(await diff(to)).toBe(0);
});

it('knows no other kind', async () => {
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await diff('equal', '--fail-on', 'whatever')).toBe(2);
  silent.mockRestore();
});
