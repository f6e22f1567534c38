/** Tests the contracts of all versions: they are those of the packages, and of every version there is one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@lading/runtime-wire';
import { expect, it } from 'vitest';
import { contracts } from '@lading/conversions/contracts';

const newest = Object.keys(contracts).reduce((one, other) =>
  Number(one.slice(2)) > Number(other.slice(2)) ? one : other,
);

/** The versions whose packages are committed. */
const packaged = Object.entries(contracts).filter(([version]) =>
  existsSync(join(import.meta.dirname, '..', '..', `v${version}`, 'contract')),
);

it('the base version and two others have packages', () => {
  expect(packaged.map(([version]) => version)).toEqual(expect.arrayContaining(['1.41', '1.44', newest]));
});

it.each(packaged)('the contract of %s is that of its package', async (version, load) => {
  const { contract } = (await import(`@lading/contract-v${version}`)) as { readonly contract: Contract };
  expect(await load()).toBe(contract);
});

it('every version has a contract of its own', async () => {
  const all = await Promise.all(
    Object.entries(contracts).map(async ([version, load]) => [version, (await load()).version]),
  );
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter(([version, own]) => version !== own)).toEqual([]);
});

it('contracts contain the operations and inputs of their version', async () => {
  const operationsOf = async (version: '1.24' | '1.25' | '1.30' | '1.43') => (await contracts[version]()).operations;
  // The update of volumes came with 1.42.
  expect(Object.keys(await operationsOf('1.24'))).not.toContain('VolumeUpdate');
  expect(Object.keys(await operationsOf('1.43'))).toContain('VolumeUpdate');
});
