/** The plan of a release: versions, tags and order, without a registry. */
import { describe, expect, it } from 'vitest';
import { withRelease } from '../src/changelog.js';
import { difference } from '../src/contents.js';
import { ofGroups, planOf, tagsOf, type Candidate } from '../src/plan.js';
import { toRecord, withFixes } from '../src/record.js';
import type { Dependencies } from '../src/workspace.js';

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

describe('version numbers', () => {
  it.each([
    ['nothing is published', candidate('1.44.0', []), '1.44.0', 'first'],
    ['nothing changed', candidate('1.44.0', ['1.44.0', '1.44.1'], nothing), '1.44.1', 'unchanged'],
    ['the content changed', candidate('1.44.0', ['1.44.0', '1.44.1']), '1.44.2', 'changed'],
    ['the content changed after the tenth', candidate('1.44.0', ['1.44.9', '1.44.10']), '1.44.11', 'changed'],
    ['the version was raised manually', candidate('0.1.7', ['0.1.2']), '0.1.7', 'changed'],
    ['the release line was raised manually', candidate('0.2.0', ['0.1.0', '0.1.1'], undefined), '0.2.0', 'raised'],
    ['an older release line is fixed', candidate('0.1.0', ['0.1.0', '0.1.1', '0.2.0']), '0.1.2', 'changed'],
    ['a raised version without a change', candidate('0.1.7', ['0.1.2'], nothing), '0.1.2', 'unchanged'],
  ])('%s', (_, given, version, reason) => {
    expect(planOf([given])[0]).toMatchObject({ version, reason });
  });

  it('a prerelease with changed content needs another version', () => {
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

  it('a group without unpublished dependencies can be released alone', () => {
    expect(ofGroups(steps, ['v1.44']).map((step) => step.package.name)).toEqual(['@lading/types-v1.44']);
  });

  it('a group with unpublished dependencies is rejected', () => {
    expect(() => ofGroups(steps, ['v1.41'])).toThrow(
      '@lading/types-v1.41 was built with @lading/types-v1.44, which changed too; release group v1.44 with it.',
    );
    expect(() => ofGroups(steps, ['v1.40'])).toThrow('There is no group v1.40; there are v1.41, v1.44.');
  });
});

describe('contents', () => {
  const files = (manifest: object, changelog = '') =>
    new Map([
      ['package.json', Buffer.from(JSON.stringify(manifest))],
      ['CHANGELOG.md', Buffer.from(changelog)],
    ]);
  it('fields that a release writes are no change; the release line of a range is one', () => {
    const before = files({ name: 'a', version: '1.0.0', dependencies: { '@lading/b': '^1.0.0', c: '^1.0.0' } });
    const changed = (manifest: object) => difference(before, files(manifest, 'More.'), '@lading/').changed;
    const after = { name: 'a', version: '1.0.1', dependencies: { '@lading/b': '^1.0.4', c: '^1.0.0' } };
    expect(changed(after)).toEqual([]);
    expect(changed({ ...after, dependencies: { '@lading/b': '^1.1.0', c: '^1.0.0' } })).toEqual(['package.json']);
    expect(changed({ ...after, dependencies: { '@lading/b': '^1.0.0', c: '^1.0.1' } })).toEqual(['package.json']);
  });
});

describe('changelog', () => {
  it('contains each release once, the newest first', async () => {
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
    candidate('1.44.0', ['1.44.0'], nothing, of('v1.44', '@lading/unchanged')),
    candidate('1.44.0', ['1.44.0'], nothing, of('v1.44', '@lading/unrecorded')),
    candidate('0.1.0', [], undefined, of('shared', '@lading/shared')),
  ]);
  const packages = ['changed', 'unchanged'].map((name) => ({ name: `@lading/${name}`, version: '1.44.0' }));

  it('adds published packages of a version that are not recorded with that version', () => {
    const recorded = { packages, fixes: [], alterations: [] };
    expect(toRecord(steps, recorded)).toEqual(['@lading/changed@1.44.1', '@lading/unrecorded@1.44.0']);
  });

  it('uses the version of a fix, unless the package.json has a higher one', () => {
    const fixed = (version: string) => {
      const { package: one } = candidate('1.44.3', []);
      return withFixes([one], [{ name: '@lading/one', version, change: 'Mended.' }])[0]?.manifest.version;
    };
    expect(['1.44.2', '1.44.3', '1.44.10'].map(fixed)).toEqual(['1.44.3', '1.44.3', '1.44.10']);
  });
});
