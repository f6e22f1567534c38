/** Prose and data are formatted once, with fixed options. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatText, manifestName, writeTree } from '../index.js';
import { check, contentOf, problemOf, put, write } from './testing/folder.js';

describe('formatText', () => {
  it.each([
    ['page.md', '*  one\n*  two\n\n\n\n```ts\nlet  x=1\n```\n', '- one\n- two\n\n```ts\nlet  x=1\n```\n'],
    ['tsconfig.json', '{"a":[1,2],}', '{ "a": [1, 2] }\n'],
    ['a/package.json', '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}\n'],
    ['x.yaml', 'a:    "1"', "a: '1'\n"],
    ['x.ts', 'let  x=1', 'let  x=1'],
    ['LICENSE', 'a  b', 'a  b'],
  ])('%s', async (path, text, formatted) => {
    expect(await formatText(path, text)).toBe(formatted);
  });

  it('rejects invalid data', async () => {
    expect(await problemOf(formatText('x.json', '{'))).toMatch(/^WRITE_FAILED: a generated file cannot be formatted/);
  });
});

describe('writing formatted files', () => {
  const tree = { 'gen/x.json': '{"a":{"b":"c"}}', 'gen/y.md': '* x', 'gen/z.yaml': 'a:   "b"' };

  it('is not influenced by the settings of the folder', async () => {
    const root = temporaryFolder();
    const settings = { '.prettierrc': '{"tabWidth":8,"singleQuote":false}', '.editorconfig': '[*]\nindent_size = 8\n' };
    put(root, settings);
    await write(root, tree, { shared: true });
    const formatted = { 'gen/x.json': '{ "a": { "b": "c" } }\n', 'gen/y.md': '- x\n', 'gen/z.yaml': "a: 'b'\n" };
    expect(contentOf(root)).toEqual({ ...settings, ...formatted });
  });

  it('writes only the manifest if formatting removes the only difference', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    const before = readFileSync(join(root, manifestName), 'utf8');
    const report = await write(root, { ...tree, 'gen/y.md': '+ x' });
    const written = report.files.filter((file) => file.status === 'written').map((file) => file.path);
    expect(written).toEqual([manifestName]);
    expect(readFileSync(join(root, manifestName), 'utf8')).not.toBe(before);
  });

  it('does not format a printed file', async () => {
    const root = temporaryFolder();
    const files = [{ path: 'gen/x.json', text: '{"a":1}', printed: true as const }];
    await writeTree({ root, files, mode: 'write', generator: 'test' });
    expect(readFileSync(join(root, 'gen', 'x.json'), 'utf8')).toBe('{"a":1}');
  });

  it('does not trust a manifest whose digests differ from the disk', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    put(root, { 'gen/y.md': '* edited\n' });
    expect((await check(root, tree)).fresh).toBe(false);
  });
});
