/** Packages that an emitter generates for tests: compiled, and installed as links beside each other. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { main } from 'lading/testing';
import { shop } from './shop.js';

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript7/package.json')), 'bin/tsc');

export interface Generated {
  readonly folder: string;
  /** The name of a package. */
  readonly nameOf: (kind: string, version: string) => string;
  /** Runs a program beside the packages, and returns what it prints. */
  readonly run: (program: string) => string;
  /** Returns the errors of a program beside the packages, with every strict flag. */
  readonly errorsOf: (program: string) => string;
  /** The bytes of the modules of a package. */
  readonly bytesOf: (kind: string, version: string) => number;
  /** The declarations of a package, without comments and strings. */
  readonly declarationsOf: (kind: string, version: string) => string;
}

/**
 * Generates and compiles packages in a new folder below `parent`, where the libraries that they import are found.
 *
 * @throws Error if that fails, with what the compiler prints
 */
export async function generated(
  parent: string,
  documents: readonly object[],
  emitters: readonly unknown[],
  config: object = {},
): Promise<Generated> {
  const folder = mkdtempSync(join(parent, '.compiled-'));
  const files = documents.map((document, index) => {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(document));
    return `${index}.json`;
  });
  const file = join(folder, 'lading.config.json');
  const all = { documents: files, emitters, scope: '@shop', out: 'out', runtimes: 'registry', ...config };
  writeFileSync(file, JSON.stringify(all));
  if ((await main(['generate', '--quiet', '--no-paths', '--config', file])) !== 0) throw new Error('generate failed');
  const out = join(folder, 'out');
  const links = join(out, 'node_modules', '@shop');
  mkdirSync(links, { recursive: true });
  for (const version of readdirSync(out).filter((name) => /^v\d/.test(name)))
    for (const kind of readdirSync(join(out, version)))
      symlinkSync(join(out, version, kind), join(links, `${kind}-${version}`));
  const built = node(out, tsc, '--build', '--singleThreaded');
  if (built !== '') throw new Error(built);
  const filesOf = (kind: string, version: string, part: string, end: string) => {
    const from = join(out, `v${version}`, kind, part);
    return readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(end))
      .map((name) => readFileSync(join(from, name), 'utf8'));
  };
  return {
    folder: out,
    nameOf: (kind, version) => `@shop/${kind}-v${version}`,
    run: (program) => {
      writeFileSync(join(out, 'program.mjs'), program);
      return node(out, 'program.mjs');
    },
    errorsOf: (program) => {
      writeFileSync(join(out, 'typed.ts'), program);
      const strict = ['strict', 'exactOptionalPropertyTypes', 'noUncheckedIndexedAccess', 'skipLibCheck', 'noEmit'];
      const compilerOptions = {
        ...Object.fromEntries(strict.map((name) => [name, true])),
        target: 'ES2023',
        module: 'NodeNext',
        jsx: 'react-jsx',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      };
      writeFileSync(join(out, 'typed.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
      return node(out, tsc, '-p', 'typed.json', '--singleThreaded');
    },
    bytesOf: (kind, version) => Buffer.byteLength(filesOf(kind, version, 'gen', '.ts').join('')),
    declarationsOf: (kind, version) =>
      filesOf(kind, version, 'dist', '.d.ts')
        .join('')
        .replace(/\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ''),
  };
}

/** Generates two versions of the shop with the clients and the emitter of a package. @param home the folder of the package */
export function generatedShop(home: string): Promise<Generated> {
  const documents = [shop('1.0'), shop('2.0', { size: { type: 'integer' } })];
  return generated(home, documents, ['client', join(home, 'dist', 'index.js')]);
}

// Nx makes programs print in colours.
const { FORCE_COLOR: _colour, ...env } = process.env;

function node(cwd: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env });
  return stdout + stderr;
}
