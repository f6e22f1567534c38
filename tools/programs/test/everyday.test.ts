/** Runs the everyday programs with both clients on an engine in memory, and compares their lengths. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { check, resolveConfig } from 'prettier';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { clients, everydayPrograms, linesOf, namesOnDisk, pathOf, type ClientName } from '../everyday.js';
import { openScene } from '../scene.js';

const variables = ['DOCKER_HOST', 'PASSWORD', 'TARGET'] as const;
const before = variables.map((name) => [name, process.env[name]] as const);
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  vi.restoreAllMocks();
});

// A run that is not full takes a fifth of the programs, which the seed draws.
const isRun = (index: number): boolean => inject('isFullRun') || index % 5 === inject('seed') % 5;
const cases = everydayPrograms
  .filter((_, index) => isRun(index))
  .flatMap((program) => clients.map((client) => ({ ...program, client })));

test.each(cases)('$name with $client', async ({ name, client, prints }) => {
  expect(await outputOf(client, name)).toMatch(pattern(prints));
});

test('the programs are those of the table, and formatted alike', async () => {
  const names = everydayPrograms.map(({ name }) => name).sort();
  for (const client of clients) {
    expect(namesOnDisk(client)).toEqual(names);
    for (const name of names.filter((_, index) => isRun(index))) {
      const path = pathOf(client, name);
      const source = readFileSync(path, 'utf8');
      expect(await check(source, { ...(await resolveConfig(path)), filepath: path }), path).toBe(true);
      expect(source).not.toMatch(/^\s*(\/\/|\/\*)/m);
    }
  }
});

test('no program is longer than with dockerode, and all together are shorter by 30 percent', () => {
  const lengths = everydayPrograms.map(({ name }) => clients.map((client) => linesOf(client, name)));
  const longer = everydayPrograms.filter((_, index) => Number(lengths[index]?.[0]) > Number(lengths[index]?.[1]));
  expect(longer.map(({ name }) => name)).toEqual([]);
  const [ours = 0, theirs = 0] = clients.map((_, index) => lengths.reduce((sum, both) => sum + (both[index] ?? 0), 0));
  expect(ours / theirs).toBeLessThanOrEqual(0.7);

  const rows = everydayPrograms.map(({ name, task }, index) => [task, `\`${name}\``, ...(lengths[index] ?? [])]);
  const table = [...rows, ['**All**', '', ours, theirs]].map((cells) => cells.join(' | '));
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
  for (const row of table) expect(readme).toContain(row.replaceAll(/ {2,}/g, ' '));
  const start = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8').replaceAll(/ {2,}/g, ' ');
  expect(start).toContain(`lines of code | ${ours} | ${theirs} (`);
  const guide = readFileSync(join(import.meta.dirname, '../../../packages/client/docs/from-dockerode.md'), 'utf8');
  expect(guide.replaceAll('\n', ' ')).toContain(
    `have ${ours} lines with \`@lading/client\` and ${theirs} with dockerode`,
  );
});

/** Runs a program, which is a module without exports, and returns what it prints. */
async function outputOf(client: ClientName, name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-everyday-'));
  await using engine = await openScene(name);
  process.env['DOCKER_HOST'] = engine.address;
  process.env['PASSWORD'] = 'secret';
  process.env['TARGET'] = folder;
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void (printed += `${format(...values)}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await import(pathOf(client, name));
  } finally {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  }
  return printed;
}

function pattern(lines: readonly string[]): RegExp {
  const escaped = lines.map((line) =>
    line === '…'
      ? '(?:[^]*\\n)?'
      : `${line
          .split('…')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}\\n+`,
  );
  return new RegExp(`^${escaped.join('')}$`);
}
