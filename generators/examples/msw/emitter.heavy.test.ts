/** The example as users run it: packages of two versions are generated and compiled, and mock an engine. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { main } from '../../cli/main.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);
const folder = temporaryFolder();
const generated = join(folder, 'generated');

beforeAll(async () => {
  cpSync(here, folder, { recursive: true });
  const { spec: own, ...config } = JSON.parse(readFileSync(join(here, 'lading.config.json'), 'utf8')) as {
    spec: string;
  };
  const spec = join(here, own);
  // Without a full run, the two versions that the program asks for.
  const overlays = [join(spec, 'overlays/v1.41.yaml')];
  const two = { documents: [join(spec, 'v1.44/openapi.yaml')], overlays, product: 'Docker' };
  const sources = inject('isFullRun') ? { spec } : two;
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ ...config, ...sources }));
  expect(await main(['generate', '--quiet', '--config', join(folder, 'lading.config.json')])).toBe(0);
  // Links the packages of the workspace, and msw from the registry, as an installation would.
  mkdirSync(join(generated, 'node_modules', '@example'), { recursive: true });
  for (const kind of ['types', 'msw'])
    for (const version of readdirSync(generated).filter((name) => /^v\d/.test(name)))
      symlinkSync(join(generated, version, kind), join(generated, 'node_modules', '@example', `${kind}-${version}`));
  for (const name of ['msw', '@types/node']) {
    const target = join(generated, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(dirname(require.resolve(`${name}/package.json`)), target);
  }
  expect(run(tsc, ['--build', ...flags])).toEqual({ status: 0, stdout: '' });
}, 120_000);

const compiler = inject('isFullRun') ? 'typescript' : 'typescript7';
const flags = inject('isFullRun') ? [] : ['--singleThreaded'];
const tsc = join(dirname(require.resolve(`${compiler}/package.json`)), 'bin/tsc');

// Nx makes programs print in colours.
const { FORCE_COLOR: _colour, ...env } = process.env;

function run(script: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: generated,
    encoding: 'utf8',
    env,
  });
  return { status, stdout: stdout + stderr };
}

function text(...path: readonly string[]): string {
  return readFileSync(join(generated, ...path), 'utf8');
}

describe('the handlers', () => {
  it('mock an engine of any version', () => {
    writeFileSync(join(generated, 'program.mjs'), readFileSync(join(here, 'program.mjs')));
    expect(run('program.mjs', [])).toEqual({
      status: 0,
      stdout: "[ 'web' ]\n404 No such container: nobody\n1.41: 0 images\n",
    });
  });

  it('are typed by the responses of the version and by the request body', () => {
    writeFileSync(
      join(generated, 'typed.ts'),
      `import { HttpResponse } from 'msw';
import { containerCreate, containerList } from '@example/msw-v1.44';

containerList(() => HttpResponse.json([]));
// @ts-expect-error an array is expected
containerList(() => HttpResponse.json({ Id: 'web' }));
containerCreate(async ({ request }) => {
  const { Image } = await request.json();
  Image satisfies string | null | undefined;
  // @ts-expect-error the name is a query parameter
  (await request.json()).name;
  return HttpResponse.json({ Id: 'a', Warnings: [] }, { status: 201 });
});
`,
    );
    // TypeScript 7 rejects files on the command line beside a tsconfig.json.
    rmSync(join(generated, 'tsconfig.json'));
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', '--noEmit'];
    expect(run(tsc, [...options, 'typed.ts'])).toEqual({ status: 0, stdout: '' });
  });

  it('are re-exported from the extended version if nothing differs', () => {
    expect(text('v1.41', 'msw', 'gen', 'index.ts')).toMatch(
      /export \{[^}]*\bvolumeDelete,[^}]*\} from '@example\/msw-v1\.44';/,
    );
    expect(text('v1.41', 'msw', 'gen', 'volume.ts')).not.toContain('volumeDelete');
  });
});
