/**
 * The cache inputs of Nx tasks: each task declares the files that it reads, and no other change invalidates its cache.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../../testing/workspace-copy.js';

const targets = ['build', 'typecheck', 'test'];
let inputs: Readonly<Record<string, readonly string[]>> = {};

beforeAll(() => {
  const program = fileURLToPath(new URL('../testing/task-inputs.mjs', import.meta.url));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NX_')));
  const listed = execFileSync(process.execPath, [program, ...targets], { cwd: repository, env, maxBuffer: 1 << 27 });
  inputs = JSON.parse(String(listed)) as typeof inputs;
}, 120_000);

/** Returns the tasks that run again after a change of one of these files. */
function affected(...files: readonly string[]): readonly string[] {
  return Object.keys(inputs).filter((task) => inputs[task]?.some((file) => files.includes(file)));
}

const projectsOf = (tasks: readonly string[]) => [...new Set(tasks.map((task) => task.slice(0, task.indexOf(':'))))];

it('an overlay change without effect on generated files reruns only what reads the specification: tests, and builds of the reference', () => {
  expect([...affected('spec/overlays/v1.41.yaml')].sort()).toEqual([
    '@lading/bench:test',
    '@lading/conformance:test',
    '@lading/docs-v1.41:build',
    '@lading/docs-v1.44:build',
    '@lading/docs-v1.55:build',
    '@lading/lint:test',
    '@lading/properties:test',
    '@lading/release:test',
    'lading:test',
  ]);
});

it('a change of an overlay rebuilds that version and its dependents', () => {
  const generated = Object.values(inputs).flatMap((files) =>
    files.filter((file) => file.startsWith('packages/v1.41/')),
  );
  const tasks = affected(...new Set(generated));
  const rebuilt = projectsOf(tasks.filter((task) => task.endsWith(':build')));
  expect(rebuilt.filter((name) => name.includes('-v')).sort()).toEqual(
    ['client', 'contract', 'server', 'types'].map((kind) => `@lading/${kind}-v1.41`),
  );
  expect(rebuilt.filter((name) => !name.includes('-v')).sort()).toEqual(
    [
      'bridge',
      'client',
      'conformance',
      'conversions',
      'docs',
      'engine',
      'engine-images',
      'mcp',
      'migrate',
      'server',
    ].map((name) => `@lading/${name}`),
  );
  const unaffected = projectsOf(Object.keys(inputs)).filter((name) => /-v1\.44$|runtime-|^lading$/.test(name));
  expect(unaffected.length).toBeGreaterThan(7);
  // The generator's own tests read the tasks of every package.
  const again = projectsOf(tasks.filter((task) => task !== 'lading:test'));
  expect(again.filter((name) => unaffected.includes(name))).toEqual([]);
});

interface TaskManifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly nx?: {
    readonly targets?: Readonly<Record<string, { readonly command?: string; readonly inputs?: readonly unknown[] }>>;
  };
}

interface TargetDefaults {
  readonly targetDefaults: { readonly test: { readonly inputs: readonly unknown[] } };
}

it('builds and tests run as commands equal to the npm scripts, since npm takes a second more', () => {
  for (const file of new Set(Object.values(inputs).flat())) {
    if (!/^(generators|packages\/.*|tools\/.*)\/package\.json$/.test(file)) continue;
    const { scripts, nx } = JSON.parse(readFileSync(join(repository, file), 'utf8')) as TaskManifest;
    for (const name of ['build', 'test'])
      expect(nx?.targets?.[name]?.command, `${file}, ${name}`).toBe(scripts?.[name]);
  }
});

describe('files outside of a project that its tasks read', () => {
  const read = (path: string) => readFileSync(join(repository, path), 'utf8');
  const manifests = () =>
    [...new Set(Object.values(inputs).flat())].filter((file) => /^(packages|tools)\/.*package\.json$/.test(file));

  it('the build tools: all builds, and the property tests of bundling', () => {
    const built = manifests()
      .map((file) => JSON.parse(read(file)) as { name: string; scripts?: { build?: string } })
      .filter(({ scripts }) => scripts?.build?.includes('tools/build/build.mjs') === true);
    expect(built.length).toBeGreaterThan(15);
    for (const file of ['tools/build/build.mjs', 'tools/build/join.mjs'])
      expect(affected(file)).toEqual(
        expect.arrayContaining(['@lading/properties:test', ...built.map(({ name }) => `${name}:build`)]),
      );
  });

  it('the generator, without its tests: the builds of the reference', () => {
    const builds = ['1.41', '1.44', '1.55'].map((version) => `@lading/docs-v${version}:build`);
    for (const file of ['generators/emit/docs/pages.ts', 'generators/cli/lading.mjs', 'generators/config.schema.json'])
      expect(affected(file), file).toEqual(expect.arrayContaining(builds));
    expect(affected('generators/emit/test/docs-group.test.ts').filter((task) => builds.includes(task))).toEqual([]);
  });

  it('the reference, which no commit has: the tests of all that depends on its packages', () => {
    const { targetDefaults } = JSON.parse(read('nx.json')) as TargetDefaults;
    const dependents = manifests()
      .map((file) => JSON.parse(read(file)) as TaskManifest & { readonly name: string })
      .filter(({ scripts }) => scripts?.['test'] !== undefined)
      .filter((manifest) =>
        /"(@lading\/docs(-v.*?)?|tag:scope:packages)"/.test(JSON.stringify({ ...manifest, name: '' })),
      );
    expect(dependents.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@lading/docs', '@lading/properties', '@lading/release', '@lading/server']),
    );
    for (const { name, nx } of dependents)
      expect(nx?.targets?.['test']?.inputs ?? targetDefaults.test.inputs, name).toContain('reference');
  });

  it('every generated file: the property tests', () => {
    const generated = read('packages/.lading.sha256').match(/(?<= )\S+\/gen\/\S+$/gm) ?? [];
    expect(generated.length).toBeGreaterThan(100);
    const testInputs = new Set(inputs['@lading/properties:test']);
    expect(generated.filter((file) => !testInputs.has(`packages/${file}`))).toEqual([]);
  });

  it('the variable for full runs: the tests that otherwise take a sample', () => {
    const files = [...new Set(Object.values(inputs).flat())].filter((file) => file.endsWith('.test.ts'));
    const sampling = files.filter(
      (file) => read(file).includes("inject('isFullRun')") && !file.endsWith('task-inputs.test.ts'),
    );
    expect(sampling.length).toBeGreaterThan(7);
    const { targetDefaults } = JSON.parse(read('nx.json')) as TargetDefaults;
    for (const file of sampling) {
      const folder = projectFolderOf(file);
      const { nx } = JSON.parse(read(`${folder}/package.json`)) as {
        readonly nx?: { readonly targets?: { readonly test?: { readonly inputs?: readonly unknown[] } } };
      };
      expect(nx?.targets?.test?.inputs ?? targetDefaults.test.inputs, file).toContainEqual({ env: 'LADING_RUNS' });
    }
  });

  it('every package.json: the tests of the generator', () => {
    const testInputs = new Set(inputs['lading:test']);
    expect(manifests().filter((file) => !testInputs.has(file))).toEqual([]);
  });
});

/** Returns the nearest folder with a package.json. */
function projectFolderOf(file: string): string {
  const folder = dirname(file);
  return existsSync(join(repository, folder, 'package.json')) ? folder : projectFolderOf(folder);
}

it('another package in the workspace reruns no task', () => {
  expect(affected('package-lock.json', 'packages/.lading.sha256')).toEqual([]);
});
