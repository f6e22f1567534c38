/** Requests of one version on the server of another: handlers receive nothing that their document excludes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'lading/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { pairOf } from '../checks/mirror/start.mjs';
import { run, type ConvertedResult } from '../checks/converted/check-messages.mjs';
import { foldersOf, writeProject } from '../checks/workspace.mjs';

const folder = join(import.meta.dirname, '..', 'converted');
const [older, newer] = [join(folder, 'older.yaml'), join(folder, 'newer.yaml')];

const work = mkdtempSync(join(tmpdir(), 'lading-converted-'));
const workspace = join(work, 'generated');

beforeAll(async () => {
  const config = join(work, 'lading.config.json');
  const emitters = [['types', { paths: false }], 'client', 'server', 'conversion'];
  writeFileSync(config, JSON.stringify({ documents: [older, newer], emitters, out: 'generated' }));
  expect(await main(['generate', '--quiet', '--config', config])).toBe(0);
  writeProject(workspace);
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

it.each([
  ['older', '1.0', '2.0', [older, newer]],
  ['newer', '2.0', '1.0', [newer, older]],
] as const)(
  'handlers receive no value of %s clients that ajv finds invalid, and losses are reported',
  async (side, client, server, documents) => {
    const folders = foldersOf(workspace, ...pairOf(client, server, '1.0'));
    const file = join(work, `${side}.json`);
    const requests = inject('isFullRun') ? 400 : 100;
    await run([workspace, JSON.stringify({ folders, documents, side, seed: inject('seed'), requests, file })]);
    const { failures, lossy, reached: _reached, ...counts } = JSON.parse(readFileSync(file, 'utf8')) as ConvertedResult;
    expect(failures).toEqual([]);
    expect(counts.operations).toBe(5);
    // Each kind of outcome occurs. Whether to remove what only the newer version has is left to hooks.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    if (side === 'older') expect(lossy).toBeGreaterThan(0);
  },
);
