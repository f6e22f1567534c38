/** Each published package: its files, its dependencies, and the results of third-party checkers. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, matchesGlob, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { dependenciesOf, parseManifest } from '../src/workspace.js';
import { published } from '../src/registry.js';
import type { Files } from '../src/contents.js';
import { publintOf, typeProblemsOf } from './testing/package-checkers.js';
import { packages } from './testing/workspace-copy.js';

const [missing, registry] = [inject('missing'), inject('registry')];

interface GoldenFiles {
  readonly every: readonly string[];
  readonly kinds: readonly { readonly packages: string; readonly files: readonly string[] }[];
}
const golden = parse(readFileSync(join(import.meta.dirname, 'tarballs.yaml'), 'utf8')) as GoldenFiles;

describe.skipIf(missing !== '').each(packages)(`$name ${missing && `(SKIPPED: ${missing})`}`, ({ name, manifest }) => {
  // A busy registry closes connections; a user's npm tries again, too.
  const fetched =
    missing === '' ? published(registry, name, { fetchRetries: 2, fetchRetryMintimeout: 100 }) : undefined;
  const contents = async (): Promise<Files> => (await fetched)?.files(manifest.version) ?? new Map();

  it('contains exactly the expected files', async () => {
    const patterns = golden.kinds.find((kind) => matchesGlob(name, kind.packages))?.files;
    if (!patterns) throw new Error(`tarballs.yaml has no entry for ${name}`);
    const paths = [...(await contents()).keys()];
    const expected = [...golden.every, ...patterns];
    expect(paths.filter((path) => !expected.some((pattern) => matchesGlob(path, pattern)))).toEqual([]);
    expect(expected.filter((pattern) => !paths.some((path) => matchesGlob(path, pattern)))).toEqual([]);
  });

  it('declares exactly the dependencies that it imports', async () => {
    const files = own(await contents());
    const manifest = files.get('package.json') ?? '{}';
    const declared = [...dependenciesOf(parseManifest(manifest)).keys()];
    const { peerDependenciesMeta: optional = {} } = JSON.parse(String(manifest)) as {
      peerDependenciesMeta?: Record<string, unknown>;
    };
    const imported = imports(files).filter(([, specifier]) => !specifier.startsWith('.') && !isBuiltin(specifier));
    const names = [...new Set(imported.map(([, specifier]) => packageOf(specifier)))].filter((one) => one !== name);
    expect(names.filter((one) => !declared.includes(one))).toEqual([]);
    const asked = required(files);
    const used = (one: string) => [...names, ...asked].some((name) => name === one || `@types/${name}` === one);
    // The pages of an older version refer to those of the newer one, as data. An optional peer may be that of a dependency, to
    // which it is passed on.
    if (!name.includes('docs'))
      expect(declared.filter((one) => !used(one) && !Object.hasOwn(optional, one))).toEqual([]);
  });

  it('imports only files that it contains', async () => {
    const files = own(await contents());
    const lost = imports(files)
      .filter(([, specifier]) => specifier.startsWith('.'))
      .filter(([path, specifier]) => {
        const target = posix.join(posix.dirname(path), specifier);
        return !files.has(path.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target);
      });
    expect(lost).toEqual([]);
  });

  it('has pages without links to files outside the tarball', async () => {
    const files = await contents();
    const pages = [...files].filter(([path]) => path.endsWith('.md') && !path.startsWith('gen/'));
    const lost = pages.flatMap(([path, text]) =>
      [...String(text).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
        .map((match) => match[1] ?? '')
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => posix.normalize(posix.join(posix.dirname(path), link)))
        .filter((target) => ![...files.keys()].some((one) => one === target || one.startsWith(`${target}/`)))
        .map((target) => `${path} → ${target}`),
    );
    expect(lost).toEqual([]);
  });

  it('satisfies publint', async () => {
    expect(await publintOf(own(await contents()))).toEqual([]);
  });

  it('has correct types for every kind of module resolution', async () => {
    const problems = await typeProblemsOf(await tarballOf(name, manifest.version));
    expect(problems).toEqual(name.startsWith('@lading/docs-v') ? undefined : []);
  });
});

async function tarballOf(name: string, version: string): Promise<Uint8Array> {
  const file = `${name.split('/').at(-1)}-${version}.tgz`;
  const response = await fetch(new URL(`${name}/-/${file}`, registry));
  return new Uint8Array(await response.arrayBuffer());
}

/** The files of the package itself: the runtimes that the generator carries are packages of their own, and tested as such. */
function own(files: Files): Files {
  return new Map([...files].filter(([path]) => !path.startsWith('dist/runtimes/')));
}

/** All imports of all modules, as the path of the module and the module specifier. */
function imports(files: Files): readonly (readonly [string, string])[] {
  return [...files]
    .filter(([path]) => /^(dist|bin)\/.*\.(js|d\.ts)$/.test(path))
    .flatMap(([path, text]) => {
      // The scanner takes a backtick within a regular expression for the beginning of a template, and the imports after it for its text.
      const statements = [...String(text).matchAll(/^import [^;'"]*?"([^"]+)";$/gm)].map(([, name = '']) => name);
      const scanned = ts.preProcessFile(String(text), true, true).importedFiles.map(({ fileName }) => fileName);
      return [...new Set([...scanned, ...statements])].map((name) => [path, name] as const);
    });
}

/** The packages that are loaded without an import: `require('x')`, `createRequire(…)('x')`, `load('x')`, `resolve('x/y')`. */
function required(files: Files): readonly string[] {
  const programs = [...files].filter(([path]) => /\.m?js$/.test(path)).map(([, text]) => String(text));
  return programs
    .flatMap((text) => [
      ...text.matchAll(/(?:load|require\w*|createRequire\d*\([^()]*\)|resolve)\)?\(['"]([^'".][^'"]*)['"]\)/gi),
    ])
    .map(([, specifier = '']) => packageOf(specifier));
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
