/** A generated workspace installs the types that the configurations of its compiler name, whatever kinds of packages it has. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

it.each(builtInEmitters)('%s', async (kind) => {
  const config = { documents: ['v1.0.yaml', 'v1.1.yaml'], emitters: [kind], out: kind };
  writeFileSync(join(folder, `${kind}.json`), JSON.stringify(config));
  expect(await ladingIn(folder, 'generate', '--config', `${kind}.json`, '--quiet')).toMatchObject({ status: 0 });
  const named = readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('tsconfig.json'))
    .flatMap((file) => {
      const { compilerOptions } = JSON.parse(readFileSync(join(folder, kind, file), 'utf8')) as {
        readonly compilerOptions?: { readonly types?: readonly string[] };
      };
      return compilerOptions?.types ?? [];
    });
  const { devDependencies } = JSON.parse(readFileSync(join(folder, kind, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const installed = Object.keys(devDependencies).filter((name) => name.startsWith('@types/'));
  expect(installed).toEqual([...new Set(named)].map((name) => `@types/${name}`));
});
