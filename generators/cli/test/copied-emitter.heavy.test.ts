/** Built-in emitters use nothing that custom ones cannot: a copy in a package of its own generates the same bytes. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

const generators = fileURLToPath(new URL('../..', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  cpSync(join(generators, 'examples/kiosk.yaml'), join(folder, 'kiosk.yaml'));
  writeFileSync(
    join(folder, 'later.yaml'),
    `overlay: 1.0.0\ninfo: { title: Kiosk, version: '1.1' }\nextends: kiosk.yaml\nactions:\n  - { target: $.info, update: { version: '1.1' } }\n  - { target: "$.paths['/tickets'].post", update: { summary: Print and wait } }\n`,
  );
});

function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Copies an emitter into a package, in which the import of the interface is the only one that changes. */
function copyEmitter(name: string, packageFolder: string): void {
  // The emitter of a step of conversions lies beside that of all steps.
  const source = name === 'conversion' ? 'conversions' : name;
  cpSync(join(generators, 'emit', source), packageFolder, { recursive: true });
  writeFileSync(
    join(packageFolder, 'package.json'),
    JSON.stringify({ name: `own-${name}`, version: '1.0.0', type: 'module', exports: './own.ts' }),
  );
  writeFileSync(join(packageFolder, 'own.ts'), `export { ${name} as default } from './index.js';\n`);
  for (const file of filesBelow(packageFolder).filter((path) => path.endsWith('.ts'))) {
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(/'(\.\.\/){2,}emitter\/index\.js'/g, "'lading/emitter'");
    expect(changed).not.toMatch(/from '(\.\.\/){2}(?!standard|engine)/);
    writeFileSync(file, changed);
  }
}

/** Returns the text of every file, by its path. */
async function generated(emitters: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const config = { documents: ['kiosk.yaml'], overlays: ['later.yaml'], emitters };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  expect(await ladingIn(folder, 'generate', '--quiet', '--no-paths')).toEqual({ status: 0, stdout: '', stderr: '' });
  const out = join(folder, 'generated');
  const files = new Map(filesBelow(out).map((path) => [path.slice(out.length), readFileSync(path, 'utf8')]));
  rmSync(out, { recursive: true });
  return files;
}

it.each(['types', 'contract', 'client', 'server', 'docs', 'conversion'])('of the %s', async (name) => {
  const others = ['types', 'client', 'server', 'docs'].filter((other) => other !== name);
  copyEmitter(name, join(folder, 'node_modules', `own-${name}`));
  const copied = await generated([...others, `own-${name}`]);
  expect(copied.size).toBeGreaterThan(20);
  expect(copied).toEqual(await generated([...others, name]));
});
