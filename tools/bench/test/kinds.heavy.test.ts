/** The sizes of package kinds in the README are true, and a second version adds at most half of the first one's bytes. */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepVersions, main } from 'lading/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { typescriptBytes } from '../subjects/measure-generators.mjs';

const repository = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lading-kinds-'));
const added = ['validators', 'mocks', 'query', 'mcp'];

beforeAll(async () => {
  cpSync(join(repository, 'spec'), join(folder, 'spec'), { recursive: true });
  keepVersions(join(folder, 'spec'), (version) => version === '1.41');
  const emitters = added.map((name) => join(repository, 'packages', 'emit', name, 'dist', 'index.js'));
  const client = ['client', { runtime: 'engine' }];
  const config = { spec: 'spec', emitters: [client, ...emitters], paths: false, workspace: false };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  expect(await main(['generate', '--quiet', '--config', join(folder, 'lading.config.json')])).toBe(0);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const placeOf = (kind: string, version: string) =>
  join(added.includes(kind) ? join(folder, 'generated') : join(repository, 'packages'), `v${version}`, kind, 'gen');

it.each(added)('%s: a second version adds at most half of the bytes', (kind) => {
  const [first, second] = ['1.44', '1.41'].map((version) => typescriptBytes(placeOf(kind, version)));
  expect(first).toBeGreaterThan(10_000);
  expect((second ?? Infinity) / (first ?? 1)).toBeLessThanOrEqual(0.5);
});

/** The lines of all files, to two digits. */
function linesIn(place: string): string {
  if (!existsSync(place)) return '';
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  return Number(lines.toPrecision(2)).toLocaleString('en-US');
}

it('the README states the lines of each kind', () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  const table = readme.slice(readme.indexOf('\n## Package kinds')).split('\n## ')[1] ?? '';
  const rows = [...table.matchAll(/^\| (?:\[)?`(?:@lading\/emit-)?(\w+)`.*$/gm)].map(([row, kind = '']) => {
    const cells = row.split('|').map((cell) => cell.trim());
    return [kind, cells[4], cells[5]];
  });
  expect(rows.map(([kind]) => kind)).toEqual(
    expect.arrayContaining(['types', 'contract', 'client', 'server', 'docs', 'conversions', 'openapi', ...added]),
  );
  expect(rows).toEqual(
    rows.map(([kind = '']) => {
      if (kind === 'conversions') return [kind, linesIn(join(repository, 'packages/conversions/gen')), ''];
      return [kind, linesIn(placeOf(kind, '1.44')), linesIn(placeOf(kind, '1.41'))];
    }),
  );
});
