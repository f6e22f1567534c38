/** The cost of starting the command line: a compiler is loaded only to print code. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// What of CommonJS a process loaded, as the packages' names.
const program = `
  import { createRequire } from 'node:module';
  const { main } = await import(process.argv[1]);
  await main(['--help']);
  const loaded = Object.keys(createRequire(process.argv[1]).cache);
  const names = loaded.map((path) => path.split('/node_modules/').at(-1).split('/')[0]);
  process.stderr.write(JSON.stringify([...new Set(names)]));`;

it('lists its commands without loading a compiler or a loader of configurations', () => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const command = `node --input-type=module -e "$0" "$1" 2>&1 >/dev/null`;
  const loaded = JSON.parse(execFileSync('sh', ['-c', command, program, main], { encoding: 'utf8' })) as string[];
  expect(loaded).toContain('commander');
  for (const heavy of ['@ts-morph', 'ts-morph', 'typescript', 'jiti', 'prettier', 'ajv'])
    expect(loaded).not.toContain(heavy);
});
