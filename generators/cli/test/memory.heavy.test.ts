/** A run that needs more memory than its process may use ends with an error before Node ends it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

/** The current sources, as a module for another process. */
const [module] = buildSync({
  stdin: {
    contents: `export { assertMemory } from './assert-memory.js'; export { Steps } from './steps.js';`,
    resolveDir: fileURLToPath(new URL('../../generate', import.meta.url)),
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
}).outputFiles;
const source = `data:text/javascript;base64,${Buffer.from(module?.contents ?? '').toString('base64')}`;

/** Runs statements in a process whose heap is limited to about so many megabytes, of which `fill` uses some. */
function withHeap(limit: number, statements: string): string {
  const program = `
    import { assertMemory, Steps } from ${JSON.stringify(source)};
    const fill = (size) => Array.from({ length: size }, () => new Array(131_072).fill(1.5));
    ${statements}`;
  const args = [
    `--max-old-space-size=${limit}`,
    '--max-semi-space-size=1',
    '--single-threaded',
    '--input-type=module',
    '--eval',
    program,
  ];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}

/** Fills a heap of about 100 MB with as many megabytes, of which a part is garbage, and looks at it as steps do. */
function beforeStep(megabytes: number, garbage: number): string {
  return withHeap(
    100,
    `const used = fill(${megabytes});
    let unused = fill(${garbage});
    unused = undefined;
    try { assertMemory('emitting types'); console.log('enough ' + used.length); } catch (error) { console.log(String(error)); }`,
  );
}

it.each([
  [20, 0],
  [30, 60],
])('%d MB in use and %d MB of garbage are enough', (megabytes, garbage) => {
  expect(beforeStep(megabytes, garbage)).toBe(`enough ${megabytes}\n`);
});

it('a heap in use is too full', () => {
  expect(beforeStep(88, 0)).toMatch(
    /^LadingError: READ_LIMIT: The documents need more memory than the \d+ MB that this process may use \(emitting types\)\. Refer to schemas with \$ref .*=\d+\.\n$/,
  );
});

it('a heap of which more than half is in use collects garbage before it is full', () => {
  const most = withHeap(
    400,
    `const used = fill(230);
    assertMemory('emitting types');
    const recent = [];
    let most = 0;
    for (let count = 0; count < 3e6; count += 1) {
      recent[count % 1e5] = { count, list: [count] };
      if (count > 1e6 && count % 1000 === 0) most = Math.max(most, process.memoryUsage().heapUsed);
    }
    // A number would be in colour where colours are forced.
    console.log(String(Math.round(most / 2 ** 20) - used.length));`,
  );
  // As much as the recent objects and a tenth of the heap; 94 otherwise.
  expect(Number(most)).toBeLessThan(60);
});

it.each([
  ['once', 'emit', false, 20],
  ['once', 'write', false, 20],
  // Each save would collect the whole heap several times.
  ['again and again', 'emit', true, 240],
  ['again and again', 'write', true, 240],
])('a heap with garbage, in a run that happens %s, before the step %s', (_how, step, isRepeated, least) => {
  const used = withHeap(
    400,
    `const used = fill(20);
    let unused = fill(220);
    unused = undefined;
    new Steps(() => {}, ${isRepeated}).run('${step}', () => {});
    console.log(String(Math.round(process.memoryUsage().heapUsed / 2 ** 20) + 0 * used.length));`,
  );
  expect(Number(used)).toBeGreaterThanOrEqual(least);
  expect(Number(used)).toBeLessThan(least + 20);
});
