/** Releases to a registry. Each test continues with the state that the previous one left. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { npm, toRegistry } from '../src/npm.js';
import { dependenciesOf } from '../src/workspace.js';
import { isRelease, type ReleaseStep } from '../src/plan.js';
import { published } from '../src/registry.js';
import { prepare, release, type Release } from '../src/release.js';
import { releaseOptions } from './testing/published.js';
import { useSettings } from './testing/settings.js';
import { packages, root } from './testing/workspace-copy.js';

const [missing, registry, copy] = [inject('missing'), inject('registry'), inject('copy')];

describe.skipIf(missing !== '')(`with a registry ${missing && `(SKIPPED: ${missing})`}`, () => {
  beforeAll(() => {
    useSettings(inject('npmrc'));
  });

  it('the first release contains every package, with the version of its package.json and its tags', async () => {
    for (const { name, group, manifest } of packages) {
      const { tags } = await published(registry, name);
      const channel = group === 'shared' ? 'release-0.1' : `api-${group.slice(1)}`;
      expect({ name, tags }).toEqual({ name, tags: { latest: manifest.version, [channel]: manifest.version } });
    }
  });

  it('the changelog of a version lists the changes since the previous version', () => {
    const history = readFileSync(join(copy, 'packages/v1.44/CHANGELOG.md'), 'utf8');
    expect(history).toContain('- `@lading/types-v1.44` 1.44.0');
    expect(history).toContain('`HealthConfig.StartInterval` was added.');
    expect(readFileSync(join(copy, 'packages/v1.41/CHANGELOG.md'), 'utf8')).not.toContain('###');
  });

  it('the released files of each version are recorded', () => {
    const record = parse(recorded()) as { packages: { [name: string]: { version: string; files: object } } };
    const versions = packages.filter(({ group }) => group !== 'shared');
    expect(Object.keys(record.packages).sort()).toEqual(versions.map(({ name }) => name).sort());
    expect(record.packages['@lading/types-v1.44']?.version).toBe('1.44.0');
    expect(Object.keys(record.packages['@lading/types-v1.44']?.files ?? {})).toContain('package.json');
  });

  it('a second release is empty', async () => {
    const again = await replan();
    expect(names(again)).toEqual([]);
    expect(again.steps.flatMap(({ tags }) => tags)).toEqual([]);
  });

  it('a change of one file releases one package, as a patch, with the reason', async () => {
    append('packages/v1.44/types/dist/index.js', '// Changed.\n');
    const plan = await replan();
    expect(names(plan)).toEqual(['@lading/types-v1.44 1.44.0 → 1.44.1']);
    expect(step(plan, '@lading/types-v1.44').difference).toEqual({
      added: [],
      changed: ['dist/index.js'],
      removed: [],
    });
    await expect(release(plan, releaseOptions(copy, registry))).rejects.toThrow(
      'Group v1.44 is already published; describe the change with --note.',
    );
    await publish('An example is right now.');
    expect((await published(registry, '@lading/types-v1.44')).tags).toEqual({ latest: '1.44.1', 'api-1.44': '1.44.1' });
    expect((await published(registry, '@lading/client-v1.44')).versions).toEqual(['1.44.0']);
    const history = readFileSync(join(copy, 'packages/v1.44/CHANGELOG.md'), 'utf8');
    expect(history).toMatch(
      /^## 1\.44\.1\n\n- `@lading\/types-v1\.44` 1\.44\.1\n\n- An example is right now\.\n\n## 1\.44\.0/m,
    );
    expect(names(await replan())).toEqual([]);
  });

  it('a release that was interrupted before tagging is completed by the next', async () => {
    await npm(['dist-tag', 'add', '@lading/types-v1.44@1.44.0', 'latest', ...toRegistry(registry)], copy);
    const plan = await replan();
    expect(names(plan)).toEqual([]);
    expect(step(plan, '@lading/types-v1.44').tags).toEqual(['latest']);
    await release(plan, releaseOptions(copy, registry));
    expect((await published(registry, '@lading/types-v1.44')).tags['latest']).toBe('1.44.1');
  });

  it('provenance requires `repository`; adding it releases nothing', async () => {
    const options = { ...releaseOptions(copy, registry), provenance: true };
    await expect(prepare(options)).rejects.toThrow('Provenance needs `repository` in the package.json of the root');
    edit(
      'package.json',
      '"private":true',
      '"private":true,"repository":{"type":"git","url":"git+https://example.org/a.git"}',
    );
    expect(names(await prepare(options))).toEqual([]);
  });

  it('published packages that were not recorded are recorded by the next release, with their published version', async () => {
    expect(recorded()).toContain('version: 1.44.1');
    const before = recorded();
    writeFileSync(join(copy, 'spec/released.yaml'), before.replace('version: 1.44.1', 'version: 1.44.0'));
    expect((await replan()).toRecord).toEqual(['@lading/types-v1.44@1.44.1']);
    await release(await replan(), releaseOptions(copy, registry));
    expect(recorded()).toBe(before);
  });

  it('a released package requires at least the versions of its siblings with which it was built', async () => {
    append('packages/v1.44/client/README.md', 'Changed.\n');
    await expect(publish('A page says more.')).rejects.toThrow(
      'packages/v1.44/client/README.md of @lading/client-v1.44 1.44.0 differs from its release; revert it, or add a fix to spec/released.yaml.',
    );
    // The release has the version and the sentence of the fix.
    const fix = "fixes:\n  '@lading/client-v1.44':\n    version: 1.44.2\n    change: A page says more.\n";
    append('spec/released.yaml', fix);
    const plan = await replan();
    expect(names(plan)).toEqual(['@lading/client-v1.44 1.44.0 → 1.44.2']);
    await release(plan, releaseOptions(copy, registry));
    expect(readFileSync(join(copy, 'packages/v1.44/CHANGELOG.md'), 'utf8')).toMatch(
      /^## 1\.44\.2\n\n- `@lading\/client-v1\.44` 1\.44\.2\n\n- A page says more\.\n/m,
    );
    expect(recorded()).not.toContain('fixes:\n  ');
    expect(recorded()).toContain('version: 1.44.2');
    const files = await (await published(registry, '@lading/client-v1.44')).files('1.44.2');
    const manifest: unknown = JSON.parse(String(files.get('package.json')));
    expect(manifest).toMatchObject({
      dependencies: { '@lading/types-v1.44': '^1.44.1', '@lading/runtime-client': '^0.1.0' },
      repository: { url: 'git+https://example.org/a.git', directory: 'packages/v1.44/client' },
      publishConfig: { access: 'public' },
    });
    expect(Object.keys(manifest as object)).not.toEqual(expect.arrayContaining(['scripts']));
  });

  const dependents = packages.filter(({ manifest }) => dependenciesOf(manifest).has('@lading/runtime-wire'));

  it('a version outside the ranges of dependents is rejected until the ranges include it', async () => {
    edit('packages/runtime/wire/package.json', '"version": "0.1.0"', '"version": "0.2.0"');
    await expect(replan()).rejects.toThrow(
      'package.json requires @lading/runtime-wire ^0.1.0, which excludes 0.2.0; raise the range.',
    );
    for (const { folder } of dependents) {
      edit(`${folder}/package.json`, '"@lading/runtime-wire": "^0.1.0"', '"@lading/runtime-wire": "^0.2.0"');
    }
    const patches = dependents.map(({ name, manifest: { version } }) => `${name} ${version} → ${patchOf(version)}`);
    // The generator carries the runtimes.
    const carrier = 'lading 0.1.0 → 0.1.1';
    expect([...names(await replan())].sort()).toEqual(['@lading/runtime-wire 0.2.0', carrier, ...patches].sort());
    // The contract of a version is generated; the new range is a fix of the released package.
    const fixes = dependents
      .filter(({ group }) => group !== 'shared')
      .map(
        ({ name, manifest: { version } }) =>
          `  '${name}':\n    version: ${patchOf(version)}\n    change: Takes frames as they are now.\n`,
      );
    append('spec/released.yaml', `fixes:\n${fixes.join('')}`);
    await publish('Frames have another format.');
    const { tags } = await published(registry, '@lading/runtime-wire');
    expect(tags).toEqual({ latest: '0.2.0', 'release-0.1': '0.1.0', 'release-0.2': '0.2.0' });
  });

  it('a fix of an older release line does not move `latest`', async () => {
    edit('packages/runtime/wire/package.json', '"version": "0.2.0"', '"version": "0.1.0"');
    for (const { folder } of dependents) {
      edit(`${folder}/package.json`, '"@lading/runtime-wire": "^0.2.0"', '"@lading/runtime-wire": "^0.1.0"');
    }
    append('packages/runtime/wire/README.md', 'Changed.\n');
    const plan = await replan();
    expect(step(plan, '@lading/runtime-wire')).toMatchObject({ version: '0.1.1', tags: ['release-0.1'] });
  });

  it('a package that is not built is rejected', async () => {
    rmSync(join(copy, 'packages/v1.41/types/dist/paths.js'));
    await expect(replan()).rejects.toThrow('@lading/types-v1.41 exports dist/paths.js, which does not exist');
  });

  it('the command reports the plan as text and as data, and writes nothing on a dry run', () => {
    const command = (...args: readonly string[]) =>
      execFileSync(process.execPath, [join(root, 'tools/release/release.mjs'), '--registry', registry, ...args], {
        encoding: 'utf8',
      });
    expect(command('--dry-run')).toMatch(/\d+ unchanged\. Nothing was uploaded or written\./);
    const { packages: data } = JSON.parse(command('--dry-run', '--json')) as { packages: object[] };
    expect(data).toContainEqual(
      expect.objectContaining({ name: '@lading/types-v1.41', reason: 'unchanged', release: false, tags: [] }),
    );
  });
});

function replan(): Promise<Release> {
  return prepare(releaseOptions(copy, registry));
}

async function publish(note: string): Promise<void> {
  const options = releaseOptions(copy, registry, [note]);
  await release(await prepare(options), options);
}

/** The next patch of a version whose patch is 0. */
function patchOf(version: string): string {
  return version.replace(/0$/, '1');
}

function names({ steps }: Release): readonly string[] {
  return steps.filter(isRelease).map(({ package: { name }, before, version }) => {
    return [name, ...(before === undefined ? [] : [before, '→']), version].join(' ');
  });
}

function step({ steps }: Release, name: string): ReleaseStep {
  const found = steps.find((one) => one.package.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

function recorded(): string {
  return readFileSync(join(copy, 'spec/released.yaml'), 'utf8').replace(/^#.*\n/gm, '');
}

function append(path: string, text: string): void {
  writeFileSync(join(copy, path), readFileSync(join(copy, path), 'utf8') + text);
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(copy, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(copy, path), text.replace(from, to));
}
