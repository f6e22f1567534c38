/** The writer, compiled for a separate process that can be killed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll } from 'vitest';

const generators = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Compiles the current sources of the writer, so that a test needs no build and cannot run an old one. The output is beside
 * the installed packages, so that it finds prettier, and is removed after the last test. Returns the module to import. Must
 * be called outside of any test.
 */
export function translated(name: string): string {
  const out = join(dirname(generators), 'node_modules', '.cache', `lading-${name}-${process.pid}`);
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  for (const folder of ['write', 'code', 'document', 'diagnostics']) {
    for (const file of readdirSync(join(generators, folder))) {
      if (!file.endsWith('.ts')) continue;
      const source = readFileSync(join(generators, folder, file), 'utf8');
      const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
      const target = join(out, folder, file.replace(/ts$/, 'js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, ts.transpileModule(source, { compilerOptions }).outputText);
    }
  }
  writeFileSync(join(out, 'package.json'), '{ "type": "module" }');
  return join(out, 'write', 'index.js');
}
