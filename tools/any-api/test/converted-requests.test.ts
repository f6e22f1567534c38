/** Requests of an older version on the server of a newer one: handlers receive nothing that their document excludes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from 'lading/testing';
import { expect, inject, it } from 'vitest';
import { run, type ConvertedResult } from '../checks/converted/check-requests.mjs';
import { packagesIn, writeProject } from '../checks/workspace.mjs';

const folder = join(import.meta.dirname, '..', 'converted');
const [older, newer] = [join(folder, 'older.yaml'), join(folder, 'newer.yaml')];

it('handlers receive no value that ajv finds invalid, and losses are reported', async () => {
  const work = mkdtempSync(join(tmpdir(), 'lading-converted-'));
  try {
    const config = join(work, 'lading.config.json');
    const emitters = ['client', 'server', 'overlay'];
    writeFileSync(config, JSON.stringify({ documents: [older, newer], emitters, paths: false, out: 'generated' }));
    expect(await main(['generate', '--quiet', '--config', config])).toBe(0);
    const workspace = join(work, 'generated');
    writeProject(workspace);
    const packages = packagesIn(workspace);
    const folders = ['contract-v1.0', 'client-v1.0', 'overlay-v1.0', 'server-v2.0'].map(
      (end) => packages.find(({ name }) => name.endsWith(`/${end}`))?.folder ?? '',
    );
    const file = join(work, 'result.json');
    const each = inject('isFullRun') ? 400 : 100;
    await run([workspace, ...folders, newer, file, String(inject('seed')), 'Infinity', String(each)]);
    const { failures, ...counts } = JSON.parse(readFileSync(file, 'utf8')) as ConvertedResult;
    expect(failures).toEqual([]);
    expect(counts.operations).toBe(5);
    // Each kind of outcome occurs.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  } finally {
    rmSync(work, { recursive: true });
  }
});
