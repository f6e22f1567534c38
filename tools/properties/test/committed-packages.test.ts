/** The committed packages of single versions: all kinds for the base version, 1.41 and the newest version, and none for others. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packages } from '../paths.js';
import { newest } from '../specification.js';

const kinds = ['client', 'contract', 'docs', 'server', 'types'];

it('are those of three versions, and of one conversion with types', () => {
  const versions = readdirSync(packages).filter((name) => /^v\d/.test(name));
  // What a build left of a package that was removed is none.
  const kindsOf = (version: string) =>
    readdirSync(join(packages, version)).filter((kind) => existsSync(join(packages, version, kind, 'package.json')));
  const committed = versions
    .map((version) => [version, kindsOf(version)] as const)
    .filter(([, { length }]) => length > 0);
  expect(Object.fromEntries(committed)).toEqual({
    'v1.41': ['client', 'contract', 'docs', 'overlay', 'server', 'types'],
    'v1.44': kinds,
    [`v${newest}`]: kinds,
  });
});
