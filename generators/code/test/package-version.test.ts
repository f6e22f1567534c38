/** Versions of packages, which follow from those of documents: these are texts of any form. */
import { expect, it } from 'vitest';
import { packageFolder, packageVersion, shortVersion } from '../index.js';

it.each([
  ['1.44', '1.44.0', '1.44'],
  ['1.2.3', '1.2.3', '1.2.3'],
  ['2', '2.0.0', '2.0'],
  ['2026-11-01', '2026.11.1', '2026-11-01'],
  ['v2', '2.0.0', '2'],
  ['v1beta3', '1.0.0', '1beta3'],
  ['2.0-rc.1', '2.0.0', '2.0-rc.1'],
  ['`x` <b>\n', '0.0.0', 'x-b'],
])('%j', (version, ofPackage, text) => {
  expect([packageVersion(version), shortVersion(version)]).toEqual([ofPackage, text]);
  expect(packageFolder('types', version)).toMatch(/^v(?!v\d)[a-z0-9]/);
});
