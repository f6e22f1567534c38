/** Numbers, tags and order of a release, decided without a registry. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withRelease } from '../src/changelog.js';
import { digestOf } from '../src/content.js';
import type { Dependencies } from '../src/manifest.js';
import { ofGroups, planOf, tagsOf, type Candidate } from '../src/plan.js';
import { toRecord, withFixes } from '../src/record.js';
import { accepts, compareVersions, lineOf, nextPatch } from '../src/version.js';

const nothing = { added: [], changed: [], removed: [] };
const something = { ...nothing, changed: ['dist/index.js'] };

function candidate(
  version: string,
  versions: readonly string[],
  difference: Candidate['difference'] = versions.length > 0 ? something : undefined,
  { name = '@lading/one', group = 'shared', dependencies = {} as Dependencies } = {},
): Candidate {
  const manifest = { name, version, dependencies };
  return { package: { name, folder: `packages/${name.slice(8)}`, group, manifest }, versions, tags: {}, difference };
}

describe('numbers', () => {
  it.each([
    ['nothing is published', candidate('1.44.0', []), '1.44.0', 'first'],
    ['nothing changed', candidate('1.44.0', ['1.44.0', '1.44.1'], nothing), '1.44.1', 'unchanged'],
    ['the content changed', candidate('1.44.0', ['1.44.0', '1.44.1']), '1.44.2', 'changed'],
    ['the content changed after the tenth', candidate('1.44.0', ['1.44.9', '1.44.10']), '1.44.11', 'changed'],
    ['a person raised the number', candidate('0.1.7', ['0.1.2']), '0.1.7', 'changed'],
    ['a person raised the line', candidate('0.2.0', ['0.1.0', '0.1.1'], undefined), '0.2.0', 'raised'],
    ['an older line is mended', candidate('0.1.0', ['0.1.0', '0.1.1', '0.2.0']), '0.1.2', 'changed'],
    ['a raised number without a change', candidate('0.1.7', ['0.1.2'], nothing), '0.1.2', 'unchanged'],
  ])('%s', (_, given, version, reason) => {
    expect(planOf([given])[0]).toMatchObject({ version, reason });
  });

  it('a prerelease with another content wants another number', () => {
    expect(() => planOf([candidate('0.2.0-rc.1', ['0.2.0-rc.1'])])).toThrow(
      '@lading/one 0.2.0-rc.1 is published with another content; raise the version in packages/one/package.json.',
    );
  });
});

describe('tags', () => {
  it.each([
    ['v1.44', '1.44.1', ['1.44.0'], { latest: '1.44.1', 'api-1.44': '1.44.1' }],
    ['shared', '0.1.2', ['0.1.1', '0.2.0'], { latest: '0.2.0', 'release-0.1': '0.1.2' }],
    ['shared', '0.2.0-rc.1', ['0.1.1'], { latest: '0.1.1', next: '0.2.0-rc.1' }],
    ['shared', '0.2.0-rc.1', [], { next: '0.2.0-rc.1' }],
  ])('%s %s after %j', (group, version, versions, tags) => {
    expect(tagsOf(group, version, versions)).toEqual(tags);
  });
});

describe('groups', () => {
  const types = candidate('1.44.0', [], undefined, { name: '@lading/types-v1.44', group: 'v1.44' });
  const older = { name: '@lading/types-v1.41', group: 'v1.41', dependencies: { '@lading/types-v1.44': '^1.44.0' } };
  const steps = planOf([types, candidate('1.41.0', [], undefined, older)]);

  it('one alone is released when it needs no other', () => {
    expect(ofGroups(steps, ['v1.44']).map((step) => step.package.name)).toEqual(['@lading/types-v1.44']);
  });

  it('one that needs what would stay behind is refused', () => {
    expect(() => ofGroups(steps, ['v1.41'])).toThrow(
      '@lading/types-v1.41 was built with @lading/types-v1.44, which changed too; release group v1.44 with it.',
    );
    expect(() => ofGroups(steps, ['v1.40'])).toThrow('There is no group v1.40; there are v1.41, v1.44.');
  });
});

describe('versions', () => {
  const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((numbers) => numbers.join('.'));

  it('are in one order, in which the next patch comes after, on the same line', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
        expect(compareVersions(nextPatch(a), a)).toBeGreaterThan(0);
        expect(lineOf(nextPatch(a))).toBe(lineOf(a));
      }),
    );
  });

  it('a prerelease comes before its release, the tenth after the ninth', () => {
    const order = ['0.2.0-rc.9', '0.2.0-rc.10', '0.2.0'];
    expect([...order].reverse().sort(compareVersions)).toEqual(order);
  });

  it.each([
    ['^1.44.0', '1.44.1', true],
    ['^1.44.1', '1.44.0', false],
    ['^0.1.0', '0.2.0', false],
    ['^0.0.1', '0.0.2', false],
    ['^0.1.0', '1.1.0', false],
    ['1.0.0', '1.0.1', false],
    ['*', '9.0.0', true],
  ])('%s takes %s: %s', (range, given, response) => expect(accepts(range, given)).toBe(response));
});

describe('contents', () => {
  const files = (manifest: object, changelog = '') =>
    new Map([
      ['package.json', Buffer.from(JSON.stringify(manifest))],
      ['CHANGELOG.md', Buffer.from(changelog)],
    ]);
  const digest = (manifest: object, changelog?: string) => digestOf(files(manifest, changelog), '@lading/');

  it('what a release writes is no change; the line that a range names is one', () => {
    const before = digest({ name: 'a', version: '1.0.0', dependencies: { '@lading/b': '^1.0.0', c: '^1.0.0' } });
    const after = { name: 'a', version: '1.0.1', dependencies: { '@lading/b': '^1.0.4', c: '^1.0.0' } };
    expect(digest(after, 'More.')).toBe(before);
    expect(digest({ ...after, dependencies: { '@lading/b': '^1.1.0', c: '^1.0.0' } })).not.toBe(before);
    expect(digest({ ...after, dependencies: { '@lading/b': '^1.0.0', c: '^1.0.1' } })).not.toBe(before);
  });
});

describe('history', () => {
  it('tells each release once, the newest on top', async () => {
    const first = await withRelease('# Changes\n', planOf([candidate('0.1.0', [])]), { notes: [], sentences: '' });
    expect(first).toBe('# Changes\n\n## 0.1.0\n\n- `@lading/one` 0.1.0\n');
    const steps = planOf([candidate('0.1.0', ['0.1.0'])]);
    const second = await withRelease(first, steps, { notes: ['Mended.'], sentences: '# Changes from a to b\n\nNone.' });
    expect(second).toBe(
      '# Changes\n\n## 0.1.1\n\n- `@lading/one` 0.1.1\n\n- Mended.\n\n### Changes from a to b\n\nNone.\n\n## 0.1.0\n\n- `@lading/one` 0.1.0\n',
    );
    expect(await withRelease(second, steps, { notes: ['Again.'], sentences: '' })).toBe(second);
  });
});

describe('record', () => {
  const of = (group: string, name: string) => ({ name, group });
  const steps = planOf([
    candidate('1.44.0', ['1.44.0'], something, of('v1.44', '@lading/changed')),
    candidate('1.44.0', ['1.44.0'], nothing, of('v1.44', '@lading/kept')),
    candidate('1.44.0', ['1.44.0'], nothing, of('v1.44', '@lading/forgotten')),
    candidate('0.1.0', [], undefined, of('shared', '@lading/shared')),
  ]);
  const packages = ['changed', 'kept'].map((name) => ({ name: `@lading/${name}`, version: '1.44.0' }));

  it('holds what was published of a version and is not written down under that number', () => {
    const recorded = { packages, fixes: [], alterations: [] };
    expect(toRecord(steps, recorded)).toEqual(['@lading/changed@1.44.1', '@lading/forgotten@1.44.0']);
  });

  it('gives a fix its number, unless the package.json has a higher one', () => {
    const fixed = (version: string) => {
      const { package: one } = candidate('1.44.3', []);
      return withFixes([one], [{ name: '@lading/one', version, change: 'Mended.' }])[0]?.manifest.version;
    };
    expect(['1.44.2', '1.44.3', '1.44.10'].map(fixed)).toEqual(['1.44.3', '1.44.3', '1.44.10']);
  });
});
