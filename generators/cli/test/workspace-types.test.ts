/** A generated workspace, whatever kinds of packages it has: types that its compiler needs, and commands of packages with code. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { builtInEmitters } from '../../generate/built-in-emitters.js';
import { ladingIn } from './testing/lading-in.js';

const folder = temporaryFolder();

const example = join(import.meta.dirname, '..', '..', 'examples', 'kiosk.yaml');
cpSync(example, join(folder, 'v1.0.yaml'));
writeFileSync(
  join(folder, 'v1.1.yaml'),
  readFileSync(example, 'utf8').replace("version: '1.0'", "version: '1.1'").replace('minimum: 1', 'minimum: 2'),
);

/** The packages with the global types of a compiler's configuration. */
function typesIn(file: string): readonly string[] {
  const { compilerOptions } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly compilerOptions?: { readonly types?: readonly string[] };
  };
  return (compilerOptions?.types ?? []).map((name) => `@types/${name}`);
}

it.each(builtInEmitters)('%s', async (kind) => {
  const config = { documents: ['v1.0.yaml', 'v1.1.yaml'], emitters: [kind], out: kind };
  writeFileSync(join(folder, `${kind}.json`), JSON.stringify(config));
  expect(await ladingIn(folder, 'generate', '--config', `${kind}.json`, '--quiet')).toMatchObject({ status: 0 });
  const named = readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('tsconfig.json'))
    .flatMap((file) => typesIn(join(folder, kind, file)));
  const { devDependencies } = JSON.parse(readFileSync(join(folder, kind, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const installed = Object.keys(devDependencies).filter((name) => name.startsWith('@types/'));
  expect(installed).toEqual([...new Set(named)]);
  expect(readFileSync(join(folder, kind, '.yarnrc.yml'), 'utf8')).toBe('nodeLinker: node-modules\n');
  for (const file of globSync('*/*/package.json', { cwd: join(folder, kind), absolute: true })) {
    const {
      scripts,
      nx,
      devDependencies: own = {},
    } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, object>>;
    const isCode = existsSync(join(dirname(file), 'gen/index.ts'));
    // Yarn and Plug'n'Play find in a package only what the package itself depends on.
    const needed = isCode ? [...typesIn(join(dirname(file), 'tsconfig.json')), 'typescript'] : [];
    expect(Object.keys(own)).toEqual(needed);
    const [build, options] = ['tsc --build', { cwd: '{projectRoot}' }];
    expect({ scripts, nx }).toMatchObject({
      scripts: isCode ? { build, typecheck: build } : undefined,
      ...(isCode && { nx: { targets: { build: { command: build, options } } } }),
    });
  }
});
