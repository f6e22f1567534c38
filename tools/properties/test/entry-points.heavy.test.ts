/** Programs of the repository before a build: `--help` works, and other invocations state what to run first. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../paths.js';
import { sampled } from '../sampled.js';

/** The programs of `tools/` and their commands, including those of package.json scripts. Other files are modules of them. */
const programs = [
  ...readdirSync(join(repository, 'tools', 'run'))
    .filter(
      (name) =>
        name.endsWith('.mjs') &&
        !['commands.mjs', 'entry.mjs', 'installs.mjs', 'markdown-table.mjs', 'result.mjs', 'steps.mjs'].includes(name),
    )
    .map((name) => `tools/run/${name}`),
  ...['any-api', 'bench'].flatMap((tool) => {
    const commands = readdirSync(join(repository, 'tools', tool, 'commands')).map((name) => basename(name, '.mjs'));
    return ['', ...commands].map((command) => `tools/${tool}/${tool}.mjs ${command}`.trim());
  }),
  'tools/conformance/scenarios/run.mjs',
  'tools/e2e/acceptance/acceptance.mjs',
  'tools/e2e/clients/runtimes.mjs',
  'tools/e2e/docs/pictures.mjs',
  'tools/properties/fetch-published.mjs',
  'tools/release/release.mjs',
];

let clone = '';
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'lading-clone-'));
  const isSource = (path: string) => !['dist', 'node_modules'].includes(basename(path));
  const manifests = ['', 'packages/v1.44/client/', 'packages/runtime/client/'].map((path) => `${path}package.json`);
  for (const path of ['tools', 'generators/cli', ...manifests]) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(repository, path), join(clone, path), { recursive: true, filter: isSource });
  }
  cpSync(join(repository, 'generators/tsconfig.build.json'), join(clone, 'generators/tsconfig.build.json'));
});
afterAll(() => rmSync(clone, { recursive: true }));

function run(path: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, path), ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('without dependencies, the generator states what to run first', () => {
  expect(run('generators/cli/lading.mjs', '--help')).toEqual({
    status: 1,
    stdout: '',
    stderr: `The dependencies of the generator are not installed. Run first: npm ci, in ${clone}\n`,
  });
});

describe('with dependencies, before a build', () => {
  beforeAll(() => {
    symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
    // Some dependencies are installed in the workspaces that need them.
    for (const entry of readdirSync(join(clone, 'tools'), { recursive: true, withFileTypes: true })) {
      const folder = relative(clone, join(entry.parentPath, entry.name));
      const installed = join(repository, folder, 'node_modules');
      if (entry.isDirectory() && existsSync(installed)) symlinkSync(installed, join(clone, folder, 'node_modules'));
    }
  });

  it('the list contains every script of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const started = Object.values(scripts).flatMap((script) => /^node (\S+)/.exec(script)?.[1] ?? []);
    expect(programs).toEqual(expect.arrayContaining(started));
  });

  it.each(sampled(programs, 3))('%s --help', (program) => {
    const [path = '', ...command] = program.split(' ');
    const { status, stdout, stderr } = run(path, ...command, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^(Usage: |npm run )/);
  });

  it.each([
    ['tools/release/release.mjs', '@lading/release'],
    ['tools/conformance/scenarios/run.mjs', '@lading/conformance'],
  ])('%s states what to run first', (program, project) => {
    const { status, stderr } = run(program);
    expect(status).toBe(1);
    expect(stderr).toContain(`Run first: npm ci && npx nx run ${project}:build\n`);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
