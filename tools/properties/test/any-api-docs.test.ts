/** The code samples in the reference of another API compile against its packages. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { main, type GroupPage } from 'lading/testing';
import { repository } from '../paths.js';

const work = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
const clients = join(import.meta.dirname, '..', 'clients');
afterAll(() => rmSync(work, { recursive: true }));

const compilerOptions = {
  ...{ target: 'ES2022', lib: ['ES2022', 'ESNext.Disposable'], types: ['node'], skipLibCheck: true, noEmit: true },
  ...{ module: 'NodeNext', moduleResolution: 'NodeNext' },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
};

describe.each(['pet-shop', 'shelves'])('%s', (name) => {
  const folder = join(work, name);
  const samples: Record<string, string> = {};

  beforeAll(async () => {
    const document = join(clients, `${name}.yaml`);
    const kinds = ['--clients', '--servers', '--docs'];
    const status = await main([
      ...['generate', '--quiet', '--document', document, '--out', folder, '--scope', '@generated', ...kinds],
    ]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const groups = join(folder, 'v1.0', 'docs', 'gen', 'pages', 'groups');
    for (const file of readdirSync(groups)) {
      const { operations } = JSON.parse(readFileSync(join(groups, file), 'utf8')) as GroupPage;
      for (const { id, code } of operations) {
        if (code.client !== undefined) samples[`${id}-client.ts`] = code.client;
        if (code.server !== undefined) samples[`${id}-server.ts`] = code.server;
      }
    }
  });

  test('has samples', () => expect(Object.keys(samples).length).toBeGreaterThanOrEqual(8));

  test('compile', () => {
    const program = join(folder, 'samples');
    mkdirSync(program);
    for (const [file, code] of Object.entries(samples)) {
      writeFileSync(join(program, file), code.replaceAll('{version}', '1.0'));
    }
    // The packages import each other by their names, which are not installed.
    const kinds = ['types', 'contract', 'client', 'server'];
    const paths = Object.fromEntries(
      kinds.flatMap((kind) => {
        const gen = join(folder, 'v1.0', kind, 'gen');
        const entry = `@generated/${kind}-v1.0`;
        return [
          [entry, [join(gen, 'index.ts')]],
          [`${entry}/*`, [join(gen, '*', 'index.ts'), join(gen, '*.ts')]],
        ] as const;
      }),
    );
    const options = { ...compilerOptions, paths };
    writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    const compiler = join(repository, 'node_modules', inject('isFullRun') ? 'typescript' : 'typescript7', 'bin', 'tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', program, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
  });
});
