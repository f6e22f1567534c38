/** A run that needs more memory than its process may use ends with an error before Node ends it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { repository } from '../repository.js';

const built = pathToFileURL(join(repository, 'generators/dist/cli/assert-memory.js')).href;

/** Fills a heap of about 100 MB with as many megabytes, of which a part is garbage, and looks at it as steps do. */
function withHeap(megabytes: number, garbage: number) {
  const program = `
    import { assertMemory } from ${JSON.stringify(built)};
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
