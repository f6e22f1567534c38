/** Tests the contracts of all versions: they are those of the packages, and of every version there is one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@lading/runtime-wire';
import { expect, it } from 'vitest';
import { contracts } from '@lading/conversions/contracts';

const newest = Object.keys(contracts).reduce((one, other) =>
  Number(one.slice(2)) > Number(other.slice(2)) ? one : other,
);

/** Returns what a contract says. A reference is followed once, since schemas may refer to themselves. */
function contentOf(contract: Contract): unknown {
  const expand = (depth: number) => (_key: string, value: unknown) =>
    typeof value !== 'function'
      ? value
      : depth === 0
        ? 'reference'
        : (JSON.parse(JSON.stringify((value as () => unknown)(), expand(depth - 1))) as unknown);
  return JSON.parse(JSON.stringify(contract, expand(2)));
}

/** The versions whose packages are committed. */
const packaged = Object.entries(contracts).filter(([version]) =>
  existsSync(join(import.meta.dirname, '..', '..', `v${version}`, 'contract')),
);

it('the base version and two others have packages', () => {
  expect(packaged.map(([version]) => version)).toEqual(expect.arrayContaining(['1.41', '1.44', newest]));
});

it.each(packaged)('the contract of %s is that of its package', async (version, load) => {
  const { contract } = (await import(`@lading/contract-v${version}`)) as { readonly contract: Contract };
  expect(contentOf(await load())).toEqual(contentOf(contract));
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
