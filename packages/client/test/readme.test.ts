/** Every example of the README compiles against the packages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const before = `import type { Engine } from '@lading/client';\ndeclare const engine: Engine; declare const id: string; declare const signal: AbortSignal;\n`;

it('compiles', () => {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  );
  expect(blocks.length).toBeGreaterThan(5);
  const files = new Map(
    blocks.map((code, index) => [
      join(root, `example-${index}.ts`),
      `${code.includes('const engine =') ? '' : before}${code}\nexport {};\n`,
    ]),
  );
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const settings = { ...options, noUnusedLocals: false, incremental: false };
  delete settings.tsBuildInfoFile;
  const host = ts.createCompilerHost(settings);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.getSourceFile = (path, language, onError) =>
    files.has(path)
      ? ts.createSourceFile(path, files.get(path) ?? '', language)
      : getSourceFile(path, language, onError);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], settings, host));
  expect(
    found.map((one) => `${one.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`),
  ).toEqual([]);
});
