/** Import cycles: planted cycles are found, and the repository has none. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importCycles, importGraph, sourceFiles } from './import-cycles.js';

function cyclesOf(repository: string, folder: string, types: boolean): readonly (readonly string[])[] {
  return importCycles(importGraph(repository, sourceFiles(repository, folder), { types }));
}

describe('the repository', () => {
  const repository = fileURLToPath(new URL('../..', import.meta.url));

  test.each(['generators', 'packages', 'tools'])('%s has no cycle at runtime', (folder) => {
    expect(sourceFiles(repository, folder).length).toBeGreaterThan(50);
    expect(cyclesOf(repository, folder, false)).toEqual([]);
  });

  test('packages have no cycle of types either, including generated ones', () => {
    // The engine of the examples is one object graph with references to its root.
    const files = sourceFiles(repository, 'packages').filter((file) => !file.includes('/examples/'));
    expect(files.filter((file) => file.includes('/gen/')).length).toBeGreaterThan(50);
    expect(importCycles(importGraph(repository, files, { types: true }))).toEqual([]);
  });
});

describe('a planted cycle', () => {
  test.each<[string, Readonly<Record<string, string>>, { runtime: readonly string[]; types: readonly string[] }]>([
    [
      'of two files',
      { 'a.ts': `import { b } from './b.js';`, 'b.ts': `export { a } from './a.js';` },
      { runtime: ['a.ts', 'b.ts'], types: ['a.ts', 'b.ts'] },
    ],
    [
      'of three files in two folders',
      {
        'a.ts': `import './in/b.js';`,
        'in/b.ts': `import {\n  c,\n} from './c.js';`,
        'in/c.ts': `export * from "../a.js";`,
      },
      { runtime: ['a.ts', 'in/b.ts', 'in/c.ts'], types: ['a.ts', 'in/b.ts', 'in/c.ts'] },
    ],
    ['of one file', { 'a.ts': `import { a } from './a.js';` }, { runtime: ['a.ts'], types: ['a.ts'] }],
    [
      'that an inline type keyword does not remove',
      { 'a.ts': `import { type B } from './b.js';`, 'b.ts': `import { a } from './a.js';` },
      { runtime: ['a.ts', 'b.ts'], types: ['a.ts', 'b.ts'] },
    ],
    [
      'of types',
      { 'a.ts': `import type { B } from './b.js';`, 'b.ts': `import { a } from './a.js';` },
      { runtime: [], types: ['a.ts', 'b.ts'] },
    ],
    [
      'reached from files that are not part of it',
      {
        'a.ts': `import './b.js';`,
        'b.ts': `import './c.js';`,
        'c.ts': `import './b.js';\nimport './d.js';`,
        'd.ts': '',
      },
      { runtime: ['b.ts', 'c.ts'], types: ['b.ts', 'c.ts'] },
    ],
    [
      'is not found in a diamond',
      {
        'a.ts': `import './b.js';\nimport './c.js';`,
        'b.ts': `import './d.js';`,
        'c.ts': `import './d.js';`,
        'd.ts': '',
      },
      { runtime: [], types: [] },
    ],
  ])('%s', (_title, files, { runtime, types }) => {
    const repository = mkdtempSync(join(tmpdir(), 'import-cycles-'));
    try {
      for (const [name, text] of Object.entries(files)) {
        const path = join(repository, 'src', name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, `${text}\n`);
      }
      const below = (names: readonly string[]) => (names.length === 0 ? [] : [names.map((name) => `src/${name}`)]);
      expect(cyclesOf(repository, 'src', false)).toEqual(below(runtime));
      expect(cyclesOf(repository, 'src', true)).toEqual(below(types));
    } finally {
      rmSync(repository, { recursive: true });
    }
  });
});
