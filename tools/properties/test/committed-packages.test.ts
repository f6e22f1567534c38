/** The committed packages of single versions: all kinds for the base version, 1.41 and the newest version, and none for others. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packages, repository } from '../paths.js';
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
    'v1.41': ['client', 'contract', 'docs', 'server', 'types'],
    'v1.44': kinds,
    [`v${newest}`]: kinds,
  });
});

it('have at most 185,000 generated lines, so that people can review them', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--', '**/gen/**'], { cwd: repository, encoding: 'utf8' });
  const lines = files
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(repository, file)))
    .map((file) => readFileSync(join(repository, file), 'utf8').split('\n').length - 1);
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(185_000);
});
