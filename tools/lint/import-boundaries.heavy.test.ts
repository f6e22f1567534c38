/** The table of import boundaries: every row rejects a planted import, and every file of the repository obeys it. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { preProcessFile } from 'typescript';
import tseslint from 'typescript-eslint';
import { afterAll, describe, expect, test } from 'vitest';
import importBoundaries, { boundaries, violation } from './import-boundaries.js';
import { importTarget } from './import-target.js';
import { versionBases } from './version-bases.js';

const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** An importing file, a rejected import, the row that rejects it, and an allowed import. */
const emitTests = 'packages/emit/(testing|**/(test|testing|*.test.ts))';
const planted: readonly (readonly [file: string, rejected: string, row: string, allowed: string])[] = [
  ['generators/a/test/a.test.ts', '@lading/types-v1.44', 'generators/**/(test|testing|*.test.ts)', '../../b/index.js'],
  ['generators/a/testing/a.ts', '../../../packages/a.js', 'generators/**/(test|testing|*.test.ts)', 'node:fs'],
  ['generators/examples/a.test.ts', '@lading/client', 'generators/**/(test|testing|*.test.ts)', 'lading/testing'],
  ['packages/runtime/wire/test/a.ts', '@lading/client', 'packages/runtime/**/(test|testing|*.test.ts)', '../src/a.js'],
  ['packages/client/test/a.ts', '../../../tools/a.js', 'packages/**/(test|testing|*.test.ts)', '@lading/runtime-wire'],
  ['packages/client/test/a.ts', 'lading/testing', 'packages/**/(test|testing|*.test.ts)', '@lading/client'],
  ['generators/ir/a.ts', '../document/index.js', 'generators/ir', './b.js'],
  ['generators/diagnostics/a.ts', '../ir/index.js', 'generators/diagnostics', './b.js'],
  ['generators/document/a.ts', '../write/index.js', 'generators/document', '../diagnostics/index.js'],
  ['generators/code/a.ts', '../write/index.js', 'generators/code', '../ir/index.js'],
  ['generators/document/a.ts', 'node:fs', 'generators/document', 'node:path'],
  ['generators/emitter/a.ts', '../normalize/index.js', 'generators/emitter', '../document/index.js'],
  ['generators/read/a.ts', '../cli/main.js', 'generators/(read|write)', 'node:fs/promises'],
  ['generators/write/a.ts', '../read/index.js', 'generators/(read|write)', '../code/index.js'],
  ['generators/emit/types/a.ts', '../openapi/index.js', 'generators/emit/*', '../../emitter/index.js'],
  ['generators/emit/types/a.ts', '../../code/index.js', 'generators/emit/*', '../../emitter/index.js'],
  ['generators/emit/docs/a.ts', '../client/index.js', 'generators/emit/*', '../../emitter/index.js'],
  ['generators/emit/docs/a.ts', '../../ir/index.js', 'generators/emit/*', '../../emitter/index.js'],
  ['generators/emit/docs/a.ts', '../../document/index.js', 'generators/emit/*', './b.js'],
  ['generators/emit/docs/a.ts', '../../diagnostics/index.js', 'generators/emit/*', './b.js'],
  ['generators/emit/types/a.ts', 'node:fs', 'generators/emit/*', './b.js'],
  [
    'generators/emit/types/a.ts',
    '../../../packages/v1.44/types/gen/index.js',
    'generators/emit/*',
    '../../emitter/index.js',
  ],
  [
    'generators/normalize/a.ts',
    '../compare/index.js',
    'generators/(overlay|conversion-rules|normalize|compare|port-changes|lint)',
    '../ir/index.js',
  ],
  [
    'generators/compare/a.ts',
    'fs',
    'generators/(overlay|conversion-rules|normalize|compare|port-changes|lint)',
    './derive/index.js',
  ],
  ['generators/bump/a.ts', '../rebase/index.js', 'generators/(bump|fetch|rebase)', '../overlay/index.js'],
  ['generators/rebase/a.ts', '../cli/repository.js', 'generators/(bump|fetch|rebase)', '../document/index.js'],
  ['generators/generate/a.ts', '../cli/main.js', 'generators/generate', '../fetch/index.js'],
  ['generators/cli/a.ts', '../../tools/build/join.mjs', 'generators/(cli|nx|testing)', '../bump/index.js'],
  ['generators/examples/msw/a.ts', '../../ir/index.js', 'generators/examples', 'lading/emitter'],
  ['packages/runtime/wire/src/a.ts', '@lading/runtime-client', 'packages/runtime/wire', 'node:fs'],
  ['packages/runtime/wire/src/a.ts', '../../../../generators/ir/index.js', 'packages/runtime/wire', './b.js'],
  [
    'packages/runtime/conversion/src/a.ts',
    '@lading/conversions/v1.41',
    'packages/runtime/conversion',
    '@lading/runtime-wire',
  ],
  ['packages/runtime/fetch/src/a.ts', 'node:fs', 'packages/runtime/fetch', '@lading/runtime-wire'],
  ['packages/runtime/values/src/a.ts', 'node:fs', 'packages/runtime/values', '@lading/runtime-wire'],
  ['packages/runtime/mocks/src/a.ts', 'node:fs', 'packages/runtime/mocks', '@lading/runtime-values'],
  ['packages/runtime/client/src/a.ts', '@lading/types-v1.44', 'packages/runtime/client', '@lading/runtime-wire'],
  ['packages/runtime/client/src/a.ts', '../../wire/src/a.js', 'packages/runtime/client', '@lading/runtime-wire'],
  ['packages/runtime/server/src/a.ts', '@lading/server', 'packages/runtime/server', '@lading/runtime-conversion'],
  ['packages/v1.41/types/gen/a.ts', '@lading/types-v1.45', 'packages/v{version}/*/gen', '@lading/types-v1.44/exact'],
  ['packages/v1.44/types/gen/a.ts', '@lading/types-v1.41', 'packages/v{version}/*/gen', './b.js'],
  ['packages/v1.44/client/gen/a.ts', '@lading/client', 'packages/v{version}/*/gen', '@lading/types-v1.44'],
  [
    'packages/v1.44/client/gen/a.ts',
    '@lading/runtime-client',
    'packages/v{version}/*/gen',
    '@lading/runtime-client/codegen',
  ],
  ['packages/bridge/src/a.ts', '../../../server/dist/index.js', 'packages/bridge', '@lading/conversions'],
  ['packages/engine/src/a.ts', '@lading/runtime-server', 'packages/engine', '@lading/server'],
  ['packages/engine/src/a.ts', '@lading/bridge', 'packages/engine', '@lading/types-v1.44'],
  ['packages/engine/src/ports/a.ts', '../values/digest.js', 'packages/engine/src/ports', './b.js'],
  ['packages/engine/src/values/a.ts', '../state/collection.js', 'packages/engine/src/values', '../ports/clock.js'],
  [
    'packages/engine/src/streams/a.ts',
    '../filesystem/tar.js',
    'packages/engine/src/(definitions|distribution|filesystem|streams)',
    '../values/digest.js',
  ],
  [
    'packages/engine/src/runtime/shell/a.ts',
    '../../objects/containers/container.js',
    'packages/engine/src/(adapters|dockerfile|registry|runtime|state)',
    '../../filesystem/tar.js',
  ],
  [
    'packages/engine/src/state/a.ts',
    '../objects/images/image-service.js',
    'packages/engine/src/(adapters|dockerfile|registry|runtime|state)',
    '../distribution/platform.js',
  ],
  ['packages/engine/src/disk/a.ts', '../state/collection.js', 'packages/engine/src/disk', 'node:fs'],
  [
    'packages/engine/src/objects/containers/a.ts',
    '../images/image-service.js',
    'packages/engine/src/objects/*',
    '../../state/image-record.js',
  ],
  [
    'packages/engine/src/objects/containers/a.ts',
    '../../runtime/process.js',
    'packages/engine/src/objects/*',
    '../../ports/container-runtime.js',
  ],
  [
    'packages/engine/src/rules/a.ts',
    '../swarm/swarm.js',
    'packages/engine/src/(build|rules)',
    '../objects/images/image-service.js',
  ],
  [
    'packages/engine/src/build/a.ts',
    '../http/session.js',
    'packages/engine/src/(build|rules)',
    '../objects/images/image-service.js',
  ],
  [
    'packages/engine/src/swarm/reconcile/a.ts',
    '../cluster/cluster.js',
    'packages/engine/src/swarm/reconcile',
    './b.js',
  ],
  [
    'packages/engine/src/swarm/cluster/a.ts',
    '../manager/services.js',
    'packages/engine/src/swarm/cluster',
    '../reconcile/reconcile.js',
  ],
  [
    'packages/engine/src/swarm/agent/a.ts',
    '../manager/services.js',
    'packages/engine/src/swarm/agent',
    '../../objects/containers/container.js',
  ],
  [
    'packages/engine/src/swarm/manager/a.ts',
    '../swarm.js',
    'packages/engine/src/swarm/manager',
    '../agent/template.js',
  ],
  ['packages/engine/src/swarm/a.ts', '../http/info.js', 'packages/engine/src/swarm', './manager/services.js'],
  [
    'packages/engine/src/http/images/a.ts',
    '../../adapters/memory-store.js',
    'packages/engine/src/http',
    '../../build/builder.js',
  ],
  [
    'packages/engine/src/conformance/a.ts',
    '../adapters/memory-store.js',
    'packages/engine/src/conformance',
    '../ports/store.js',
  ],
  ['packages/engine-images/src/a.ts', '@lading/server', 'packages/engine-images', '@lading/engine'],
  ['packages/conversions/gen/a.ts', '@lading/client-v1.41', 'packages/conversions', '@lading/contract-v1.41/schemas'],
  ['packages/conversions/gen/a.ts', '@lading/types-v1.41/exact', 'packages/conversions', '@lading/types-v1.41'],
  [
    'packages/conversion-hooks/src/a.ts',
    '@lading/conversions/v1.41',
    'packages/conversion-hooks',
    '@lading/runtime-conversion',
  ],
  [
    'packages/client/gen/a.ts',
    '@lading/runtime-client',
    'packages/(client|docs)/gen',
    '@lading/runtime-client/codegen',
  ],
  ['packages/server/gen/a.ts', '../src/index.js', 'packages/server/gen', '@lading/server-v1.41'],
  ['packages/client/src/a.ts', '@lading/runtime-client/codegen', 'packages/client', '@lading/client-v1.44/exact'],
  ['packages/client/src/a.ts', '@lading/server-v1.44', 'packages/client', '@lading/runtime-client'],
  ['packages/mcp/src/a.ts', '../../emit/mcp/src/runtime/http.js', 'packages/mcp', '@lading/emit-mcp/runtime'],
  ['packages/emit/mocks/src/a.ts', '../../../../generators/emitter/index.js', 'packages/emit/*', 'lading/emitter'],
  ['packages/emit/mocks/test/a.ts', '@lading/client', emitTests, 'lading/testing'],
  ['packages/emit/a/test/a.ts', '../../../../generators/testing/emitter/index.js', emitTests, 'lading/emitter/testing'],
  ['packages/migrate/src/a.ts', '@lading/client', 'packages/migrate', './b.js'],
  ['packages/docs/src/a.ts', '@lading/docs-v1.44', 'packages/docs', './b.js'],
  ['packages/server/examples/a.ts', '../src/index.js', 'packages/server/examples', '@lading/types-v1.44'],
  ['packages/server/src/a.ts', '@lading/client-v1.44', 'packages/server', '@lading/server-v1.41'],
  ['generators/vitest.win32.config.mjs', './ir/index.js', 'generators/vitest.win32.config.mjs', '../vitest.config.ts'],
  ['tools/properties/a.ts', '../../generators/ir/index.js', 'tools', 'lading/testing'],
  [
    'tools/e2e/servers/test/a.ts',
    '../../../../generators/testing/index.js',
    'tools',
    '../../../conformance/check/check.js',
  ],
];

describe('a planted import', () => {
  const bases = new Map([['1.41', ['1.44']]]);
  const checked = (file: string, source: string) => {
    const { target } = importTarget(repository, join(repository, file), source);
    return target === undefined ? undefined : violation(file, { target }, (version) => bases.get(version));
  };

  test.each(planted)('%s must not import %s', (file, rejected, row) => {
    expect(checked(file, rejected)).toMatchObject({ from: row });
  });

  test.each(planted)('%s, which must not import %s (%s), may import %s', (file, _rejected, _row, allowed) => {
    expect(checked(file, allowed)).toBeUndefined();
  });

  test('is rejected by every row', () => {
    expect([...new Set(planted.map(([, , row]) => row))].sort()).toEqual(boundaries.map(({ from }) => from).sort());
  });

  test('is rejected in a folder without a row', () => {
    expect(checked('packages/new/src/a.ts', './b.js')?.reason).toBe(
      'packages/new/src/a.ts has no row in tools/lint/import-boundaries.yaml.',
    );
  });

  test('of the main entry point of a runtime may be reexported by generated code', () => {
    const target = 'packages/runtime/client:.';
    expect(violation('packages/v1.44/client/gen/index.ts', { target, isReexport: true })).toBeUndefined();
  });
});

describe('the ESLint rule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-boundaries-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["import { a } from '../write/index.js';"],
    ["import type { A } from '../write/index.js';"],
    ["import '../write/index.js';"],
    ["export { a } from '../write/index.js';"],
    ["export * from '../write/index.js';"],
    ["export const a = await import('../write/index.js');"],
    ["export type A = import('../write/index.js').A;"],
  ])('reports %s', async (statement) => {
    const file = join(folder, 'generators/code/a.ts');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${statement}\n`);
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          settings: { repository: folder, versionBases: new Map() },
          plugins: { lading: { rules: { 'import-boundaries': importBoundaries } } },
          rules: { 'lading/import-boundaries': 'error' },
        },
      ] as ESLint.Options['overrideConfig'] & object,
    });
    const [result] = await eslint.lintFiles([file]);
    expect(result?.messages.map(({ message }) => message)).toEqual([
      'generators/code must not import generators/write/index.js. A data model imports no step.',
    ]);
  });
});

describe('the repository', () => {
  const skipped = new Set(['node_modules', 'dist', 'installs', 'recordings', 'runtimes']);
  const paths = ['generators', 'packages', 'tools'].flatMap(function below(folder): readonly string[] {
    return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return !entry.isDirectory() ? [path] : skipped.has(entry.name) ? [] : below(path);
    });
  });

  // ESLint ignores generated code, and programs that belong to no project.
  test('obeys the table, including generated code', () => {
    const bases = versionBases(repository);
    expect(bases.size).toBeGreaterThan(0);
    const files = paths.filter((path) => /\.[cm]?[jt]s$/.test(path));
    expect(files.filter((file) => file.includes('/gen/')).length).toBeGreaterThan(100);
    let count = 0;
    const found = files.flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      return preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
        const { target } = importTarget(repository, join(repository, file), fileName);
        if (target === undefined) return [];
        count += 1;
        const isReexport = text.lastIndexOf('\nexport ', pos) > text.lastIndexOf('\nimport ', pos);
        const broken = violation(file, { target, isReexport }, (version) => bases.get(version));
        return broken === undefined ? [] : [`${file}: ${broken.reason}`];
      });
    });
    expect(count).toBeGreaterThan(3000);
    expect(found).toEqual([]);
  });

  test('has packages whose names map to their folders', () => {
    const manifests = paths.filter((path) => path.endsWith('/package.json') && !path.includes('/examples/'));
    expect(manifests.length).toBeGreaterThan(20);
    for (const path of manifests) {
      const { name } = JSON.parse(readFileSync(join(repository, path), 'utf8')) as { readonly name: string };
      expect(importTarget(repository, join(repository, 'a.js'), name).target).toBe(`${dirname(path)}:.`);
    }
  });
});
