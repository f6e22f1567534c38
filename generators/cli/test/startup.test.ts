/** The cost of starting the command line: packages with much code are loaded only if something needs them. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// What of CommonJS a process loaded, as the packages' names.
const program = `
  import { createRequire } from 'node:module';
  const [main, ...args] = process.argv.slice(1);
  await (await import(main)).main(args);
  const loaded = Object.keys(createRequire(main).cache);
  const names = loaded.map((path) => path.split('/node_modules/').at(-1).split('/')[0]);
  process.stderr.write(JSON.stringify([...new Set(names)]));`;

function loadedBy(...args: readonly string[]): readonly string[] {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const command = `node --input-type=module -e "$0" "$@" 2>&1 >/dev/null`;
  return JSON.parse(execFileSync('sh', ['-c', command, program, main, ...args], { encoding: 'utf8' })) as string[];
}

it('lists its commands without loading a compiler or a loader of configurations', () => {
  const loaded = loadedBy('--help');
  expect(loaded).toContain('commander');
  for (const heavy of ['@ts-morph', 'ts-morph', 'typescript', 'jiti', 'prettier', 'ajv'])
    expect(loaded).not.toContain(heavy);
});

it('generates clients, and constants and functions of an emitter, without loading a compiler', () => {
  const folder = temporaryFolder();
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  put('api.yaml', 'openapi: 3.1.0\ninfo: { title: Box, version: "1.0" }\npaths: {}\n');
  put('lading.config.json', JSON.stringify({ documents: ['api.yaml'], emitters: ['client', './own.mjs'] }));
  put(
    'own.mjs',
    `export default {
  name: 'own',
  emit: ({ symbol }) => ({
    manifest: { description: 'Own' },
    declarations: [
      { symbols: [symbol('a', 'own')], statements: ['export const a = 1;'] },
      { symbols: [symbol('b', 'own')], statements: ['export function b() {}'], isFormatted: true },
    ],
  }),
};
`,
  );
  const loaded = loadedBy('generate', '--quiet', '--config', join(folder, 'lading.config.json'));
  expect(loaded).toContain('ajv');
  for (const heavy of ['@ts-morph', 'ts-morph', 'typescript', 'prettier', 'yaml', 'spdx-correct'])
    expect(loaded).not.toContain(heavy);
});
