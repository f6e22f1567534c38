/** No name of a document breaks the packages: they compile, and every call of the client arrives at the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { checkDocument, checkPair } from '../checks/document.mjs';
import { hostileNames } from './hostile-names.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isFullRun = inject('isFullRun');
const note = isFullRun ? '' : ' (SKIPPED: only a full run, LADING_RUNS=full, compiles and calls them)';

describe.skipIf(!isFullRun)(`names that languages and file systems reserve are names like any other${note}`, () => {
  const [older, newer] = (['older', 'newer'] as const).map((edition) => {
    const path = join(folder, `${edition}.json`);
    writeFileSync(path, JSON.stringify(hostileNames(edition)));
    return { id: edition, path };
  }) as [Sampled, Sampled];

  test('in one document', { timeout: 120_000 }, async () => {
    const { reached, failures, mirror, mocks } = await checkDocument(older, { seed: 1 });
    expect(mirror.failures).toEqual([]);
    expect(mocks?.failures).toEqual([]);
    expect(reached, JSON.stringify(failures)).toEqual(expect.arrayContaining(['generated', 'compiled', 'starts']));
    expect(mirror.mirrored).toBe(mirror.operations);
  });

  test('in two versions, with conversions', { timeout: 120_000 }, async () => {
    const { reached, failures, mirror } = await checkPair({ id: 'names', from: older, to: newer }, { seed: 1 });
    expect(mirror.failures).toEqual([]);
    expect(reached, JSON.stringify(failures)).toEqual(expect.arrayContaining(['generated', 'compiled']));
    expect(mirror.converted).toBeGreaterThan(0);
    expect(mirror.mirrored).toBe(mirror.operations);
  });
});

interface Sampled {
  readonly id: string;
  readonly path: string;
}
