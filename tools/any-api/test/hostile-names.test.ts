/** No name of a document breaks the packages: they compile, and every call of the client arrives at the server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkDocument } from '../checks/check-document.mjs';
import { hostileNames } from './hostile-names.js';

const folder = mkdtempSync(join(tmpdir(), 'lading-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('names that languages and file systems reserve are names like any other', { timeout: 120_000 }, async () => {
  const path = join(folder, 'names.json');
  writeFileSync(path, JSON.stringify(hostileNames()));
  const { reached, failures, mirror } = await checkDocument({ id: 'names', path }, { seed: 1 });
  expect(mirror.failures).toEqual([]);
  expect({ generated: failures.generated, compiled: failures.compiled, starts: failures.starts }).toEqual({
    generated: undefined,
    compiled: undefined,
    starts: undefined,
  });
  expect(reached).toEqual(expect.arrayContaining(['generated', 'compiled', 'starts']));
  expect(mirror.mirrored).toBe(mirror.operations);
});
