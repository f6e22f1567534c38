/** The emitters of the documentation, which its test runs, compile with strict options against the built declarations. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../docs/write-an-emitter.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```ts \S+\n([\s\S]*?)^```$/gm)].map(([, content = '']) => content);

/** Compiles modules in a folder of this package, where `lading/emitter` is its own entry point. */
function compile(modules: readonly string[]): string {
  const folder = mkdtempSync(join(import.meta.dirname, '.compiled-'));
  try {
    const files = modules.map((content, index) => {
      writeFileSync(join(folder, `emitter-${index}.ts`), content);
      return `emitter-${index}.ts`;
    });
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022'],
      types: ['node'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      verbatimModuleSyntax: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = dirname(createRequire(import.meta.url).resolve('typescript7/package.json'));
    return spawnSync(process.execPath, [join(compiler, 'bin/tsc'), '-p', folder], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('compile', () => {
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) expect(block.split('\n').length).toBeLessThan(80);
  expect(compile(blocks)).toBe('');
});

it('have a test, which passes', () => {
  const folder = mkdtempSync(join(import.meta.dirname, '.tested-'));
  try {
    mkdirSync(join(folder, 'emitters'));
    for (const [, name = '', content = ''] of page.matchAll(/^```(?:ts|js) (emitters\/routes\.\S+)\n([\s\S]*?)^```$/gm))
      writeFileSync(join(folder, name), content);
    const run = spawnSync(process.execPath, ['--test', 'emitters/routes.test.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('pass 2') as string });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const emitter = (rest: string) =>
  `import { defineEmitter } from 'lading/emitter';\nexport default defineEmitter()({ name: 'own', ${rest} });\n`;

it.each([
  [
    'symbols that it does not need',
    `needs: ['types'], emit: ({ needs }) => ({ files: [{ path: 'a', text: needs.client.x }] })`,
    "Property 'client' does not exist on type 'Pick<EmitterSymbols, \"types\">",
  ],
  ['an emitter that does not exist', `needs: ['type'], emit: () => ({})`, `Type '"type"' is not assignable to type`],
  [
    'a file without text',
    `emit: () => ({ files: [{ path: 'a' }] })`,
    "Property 'text' is missing in type '{ path: string; }'",
  ],
])('%s is an error of the compiler', (_what, rest, error) => {
  expect(compile([emitter(rest)])).toContain(error);
});
