/** Requests of one version on the server of another: handlers receive nothing that their document excludes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { run } from '../checks/messages.mjs';
import { convertedEmitters, generatedIn } from '../workspace/generated.mjs';

const folder = join(import.meta.dirname, '..', 'converted');
const [older, newer] = [join(folder, 'older.yaml'), join(folder, 'newer.yaml')];

const work = mkdtempSync(join(tmpdir(), 'lading-converted-'));
const workspace = join(work, 'generated');

beforeAll(async () => {
  await generatedIn(workspace, [older, newer], { emitters: convertedEmitters });
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

it.each(['older', 'newer'] as const)(
  'handlers receive no value of %s clients that ajv finds invalid, and losses are reported',
  async (side) => {
    const requests = inject('isFullRun') ? 400 : 100;
    const settings = { documents: [older, newer], side, conversion: '1.0', seed: inject('seed'), requests };
    const { failures, lossy, reached: _reached, ...counts } = await run(workspace, settings);
    expect(failures).toEqual([]);
    expect(counts.operations).toBe(5);
    // Each kind of outcome occurs. Whether to remove what only the newer version has is left to hooks.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    if (side === 'older') expect(lossy).toBeGreaterThan(0);
  },
);
