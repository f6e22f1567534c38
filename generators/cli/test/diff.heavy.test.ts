/** `lading diff --fail-on`: which changes a build fails on. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { publishedThings } from '../../testing/things.js';
import { main } from '../main.js';

const folder = temporaryFolder();
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

it('names operations as the documents do', async () => {
  const document = (version: string, paths: string) => `openapi: 3.1.0
info: { title: Shop, version: '${version}' }
paths:
${paths}`;
  const one = (path: string, id: string, more = '') =>
    `  ${path}: { get: { ${id}tags: [Invoices], responses: { 200: { description: A }${more} } } }\n`;
  const all = (more = '') =>
    one('/a', 'operationId: send_invoice, ', more) +
    one('/b', '', more) +
    one('/c', 'operationId: send_invoice, ', more);
  writeFileSync(join(folder, 'shop.yaml'), document('1', all()));
  writeFileSync(
    join(folder, 'shop2.yaml'),
    document('2', all(', 404: { description: B }') + one('/d', 'operationId: add.invoice, ')),
  );
  const output: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  await main(['diff', join(folder, 'shop.yaml'), join(folder, 'shop2.yaml'), '--json']);
  spy.mockRestore();
  const { changes } = JSON.parse(output.join('')) as { changes: { operations: string[] }[] };
  expect(new Set(changes.flatMap(({ operations }) => operations))).toEqual(
    new Set(['add.invoice', 'GET /a', 'GET /b', 'GET /c']),
  );
});
