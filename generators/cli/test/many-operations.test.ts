/** The processor time of a run grows with the number of operations, and no faster. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { main } from '../main.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function documentOf(count: number): string {
  const schema = (index: number) => ({ $ref: `#/components/schemas/Thing${index % 100}` });
  const content = (index: number) => ({ 'application/json': { schema: schema(index) } });
  const paths = Array.from({ length: count }, (_, index) => {
    const responses = { 200: { description: 'Done.', content: content(index) } };
    return [`/things${index}`, { get: { operationId: `getThing${index}`, tags: [`group${index % 20}`], responses } }];
  });
  const schemas = Array.from({ length: 100 }, (_, index) => [
    `Thing${index}`,
    { properties: { a: { type: 'string' } } },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0' },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: Object.fromEntries(schemas) as object },
  });
}

/** The processor time of lint and of a run that generates types, client and server, in milliseconds. */
async function timeOf(count: number): Promise<number> {
  const file = join(folder, `${count}.json`);
  const config = join(folder, `lading.${count}.json`);
  writeFileSync(file, documentOf(count));
  const emitters = ['types', 'client', 'server'];
  writeFileSync(config, JSON.stringify({ documents: [`${count}.json`], emitters, out: `out${count}` }));
  const start = process.cpuUsage();
  expect(await main(['lint', file])).toBe(0);
  expect(await main(['generate', '--config', config, '--quiet'])).toBe(0);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

it.runIf(inject('isFullRun'))(
  'five times the operations take less than seven times as long',
  { timeout: 300_000 },
  async () => {
    await timeOf(100); // loads the modules
    const [some, many] = [await timeOf(400), await timeOf(2000)];
    expect(many / some).toBeLessThan(7);
  },
);
