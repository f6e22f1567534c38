/** The options of an emitter are known in its folder alone: a change of one touches no other source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import {
  builtInApiEmitter,
  builtInApiEmitters,
  builtInEmitter,
  builtInEmitters,
} from '../../generate/built-in-emitters.js';

const generators = fileURLToPath(new URL('../..', import.meta.url));
const names = [...builtInEmitters, ...builtInApiEmitters];
const emitters = await Promise.all(
  names.map(async (name) => (await builtInEmitter(name)) ?? (await builtInApiEmitter(name))),
);
const options = emitters.flatMap((emitter) => Object.keys((emitter?.options?.['properties'] ?? {}) as object));
// The option `folder` is the generator's own: it places a package.
const ofEmitters = options.filter((option) => option !== 'folder');

/** Returns the code of a module that reads the options of an emitter by its name, one of them by its own, or their type. */
function readsIn(text: string): readonly string[] {
  const [emitter, option] = [names.join('|'), ofEmitters.join('|')];
  const reads = [
    `options\\??\\.(?:${emitter})\\b`,
    `options\\S*\\['(?:${emitter})'\\]`,
    `\\{(?:[^{}']*[^{}'=] )?(?:${emitter})\\b[^{}]*\\} = \\S*options\\b`,
    `options\\S*\\['(?:${option})'\\]`,
    `import [^;]*\\w+Options\\b[^;]* from '[^']*/emit/`,
  ];
  return [...text.matchAll(new RegExp(reads.join('|'), 'gi'))].map(([read]) => read);
}

it('no module outside the folder of an emitter reads one of its options', () => {
  expect(ofEmitters.length).toBeGreaterThan(10);
  const files = globSync('**/*.ts', {
    cwd: generators,
    // Keys of earlier configurations are options until 0.2.
    ignore: ['**/{dist,node_modules,test,examples}/**', 'emit/**', '**/*.d.ts', 'generate/config/old-keys.ts'],
  });
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => readsIn(readFileSync(join(generators, file), 'utf8')));
  expect(found).toEqual([]);
});

it.each([
  "const read = all.options['docs'] as object;",
  'const read = request.options.types?.paths;',
  'const { client, types } = loaded.options;',
  "const read = wanted.emitterOptions['servers'];",
  "const read = options[name]?.['dialect'];",
  "import type { DocsOptions } from '../emit/docs/index.js';",
])('as in %s', (text) => {
  expect(readsIn(text)).toHaveLength(1);
});
