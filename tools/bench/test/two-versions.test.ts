/** The specification that the bench measures has the two versions that its rows name, whichever the repository's has. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyTwoVersions } from '../two-versions.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lading-two-versions-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('contains 1.44 and 1.41', () => {
  copyTwoVersions(folder);
  const text = readFileSync(join(folder, 'versions.yaml'), 'utf8');
  expect(text).toMatch(/^root: v1\.44\/openapi\.yaml$/m);
  expect([...text.matchAll(/^ *- (.*)$/gm)].map(([, path]) => path)).toEqual(['overlays/v1.41.yaml']);
});
