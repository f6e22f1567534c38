/** A run that needs more memory than its process may use ends with an error before Node ends it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

/** The current source, as a module for another process. */
const [module] = buildSync({
  entryPoints: [fileURLToPath(new URL('../assert-memory.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
}).outputFiles;
const source = `data:text/javascript;base64,${Buffer.from(module?.contents ?? '').toString('base64')}`;

/** Fills a heap of about 100 MB with as many megabytes, of which a part is garbage, and looks at it as steps do. */
function withHeap(megabytes: number, garbage: number) {
  const program = `
    import { assertMemory } from ${JSON.stringify(source)};
    const fill = (size) => Array.from({ length: size }, () => new Array(131_072).fill(1.5));
    const used = fill(${megabytes});
    let unused = fill(${garbage});
    unused = undefined;
    try { assertMemory('emitting types'); console.log('enough ' + used.length); } catch (error) { console.log(String(error)); }`;
  const args = ['--max-old-space-size=100', '--max-semi-space-size=1', '--input-type=module', '--eval', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}

it.each([
  [20, 0],
  [30, 60],
])('%d MB in use and %d MB of garbage are enough', (megabytes, garbage) => {
  expect(withHeap(megabytes, garbage)).toBe(`enough ${megabytes}\n`);
});

it('a heap in use is too full', () => {
  expect(withHeap(88, 0)).toMatch(
    /^LadingError: READ_LIMIT: The documents need more memory than the \d+ MB that this process may use \(emitting types\)\. Refer to schemas with \$ref .*=\d+\.\n$/,
  );
});
