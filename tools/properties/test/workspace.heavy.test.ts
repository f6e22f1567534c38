/** Generating from any documents creates a workspace that can be installed and compiled without this repository. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { compilers } from '../compiler.js';
import { hasPublished, published, repository, skipNote } from '../paths.js';

const work = mkdtempSync(join(tmpdir(), 'lading-workspace-'));
afterAll(() => rmSync(work, { recursive: true }));

const launcher = join(repository, 'generators', 'cli', 'lading.mjs');
const MINUTES = 60_000;

function run(cwd: string, command: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
}

function generate(out: string, documents: readonly string[], cwd = work, ...more: readonly string[]) {
  const given = documents.flatMap((document) => ['--document', document]);
  return run(cwd, process.execPath, launcher, 'generate', '--quiet', ...given, '--out', out, ...more);
}

function installsAndBuilds(folder: string): void {
  expect(run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline')).toMatchObject({ status: 0 });
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly scripts: object };
  expect(scripts).toEqual({ build: 'tsc --build --builders 1 --checkers 1' });
  // The installed compiler takes ten times as long.
  const [compiler, ...flags] = compilers['TypeScript 7'];
  const built = inject('isFullRun')
    ? run(folder, 'npm', 'run', 'build')
    : run(folder, process.execPath, compiler, '--build', ...flags);
  expect(built).toMatchObject({ status: 0 });
}

/** Compiles the examples of all READMEs of a workspace. */
function examplesCompile(folder: string) {
  const readmes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('README.md') && !path.includes('node_modules'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  // A program that uses another client installs it.
  const isOwn = (code: string) => !code.includes("from 'openapi-fetch'");
  const examples = readmes
    .flatMap((text) => [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, code = '']) => code))
    .filter(isOwn);
  expect(examples.length).toBeGreaterThan(3);
  const files = examples.map((code, index) => {
    const file = `example-${index}.ts`;
    writeFileSync(join(folder, file), code);
    return file;
  });
  const [compiler, ...flags] = compilers['TypeScript 7'];
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  const modules = ['--module', 'nodenext', '--moduleDetection', 'force', '--types', 'node'];
  return run(folder, process.execPath, compiler, ...flags, ...options, ...modules, ...files);
}

test(
  'a document of another API',
  () => {
    const out = join(work, 'kiosk');
    const document = join(repository, 'generators', 'examples', 'kiosk.yaml');
    expect(generate(out, [document], work, '--clients', '--servers')).toEqual({ status: 0, text: '' });
    installsAndBuilds(out);
    expect(readdirSync(join(out, 'vendor'))).toEqual(
      ['conversion', 'fetch', 'server', 'wire'].map((name) =>
        expect.stringMatching(`^lading-runtime-${name}-.*\\.tgz$`),
      ),
    );
    expect(existsSync(join(out, 'v1.0', 'client', 'dist', 'index.js'))).toBe(true);
    expect(readdirSync(join(out, 'v1.0', 'types', 'dist'))).toContain('index.d.ts');
    expect(readFileSync(join(out, 'v1.0', 'types', 'dist', 'ticket.js'), 'utf8')).toContain(
      "['waiting', 'called', 'served']",
    );
    expect(examplesCompile(out)).toMatchObject({ status: 0, text: '' });
  },
  2 * MINUTES,
);

test('the output does not depend on the folder, and a second run writes nothing', () => {
  const [one, other] = [join(work, 'one'), join(work, 'other')];
  const document = join(repository, 'generators', 'examples', 'kiosk.yaml');
  generate(one, [document]);
  cpSync(document, join(work, 'kiosk.yaml'));
  generate(other, ['kiosk.yaml']);
  expect(readFileSync(join(one, '.lading.sha256'), 'utf8')).toBe(readFileSync(join(other, '.lading.sha256'), 'utf8'));
  const again = run(work, process.execPath, launcher, 'generate', '--json', '--document', document, '--out', one);
  expect((JSON.parse(again.text) as { files: object }).files).toEqual({ unchanged: expect.any(Number) as number });
});

const isFullRun = inject('isFullRun');
const when = isFullRun ? skipNote : ' (SKIPPED: only a full run, LADING_RUNS=full, installs and compiles them)';

describe.skipIf(!hasPublished || !isFullRun)(`published documents${when}`, () => {
  const document = (version: string) => join(published, `v${version}.yaml`);

  const six = ['1.41', '1.42', '1.43', '1.44', '1.45', '1.48'];
  test.each([[['1.41', '1.44']], ...(inject('isExhaustiveRun') ? [[six]] : [])])(
    '%j',
    (versions) => {
      const out = join(work, versions.join('-'));
      expect(generate(out, versions.map(document))).toEqual({ status: 0, text: '' });
      installsAndBuilds(out);
      const check = run(
        work,
        process.execPath,
        launcher,
        'generate',
        '--check',
        ...versions.flatMap((version) => ['--document', document(version)]),
        '--out',
        out,
      );
      expect(check).toMatchObject({ status: 0 });
    },
    3 * MINUTES,
  );

  test.each([['1.41', '1.44']])(
    'clients and servers of %s and %s',
    (...versions) => {
      const out = join(work, `all-${versions.length}`);
      const options = ['--clients', '--servers', '--no-paths'];
      expect(generate(out, versions.map(document), work, ...options)).toEqual({ status: 0, text: '' });
      installsAndBuilds(out);
      for (const version of versions) {
        for (const kind of ['types', 'client']) {
          const entry = readFileSync(join(out, `v${version}`, kind, 'dist', 'exact', 'index.d.ts'), 'utf8');
          expect(entry).toContain(kind === 'client' ? 'containerInspect' : 'ContainerInspectResponse');
        }
        const contract = readFileSync(join(out, `v${version}`, 'contract', 'dist', 'contract.js'), 'utf8');
        expect(contract).toContain('inspect: [containerInspect, containerInspectSchemas]');
      }
    },
    5 * MINUTES,
  );
});
