/** Invalid output of custom emitters: each error names the emitter, the place in its output, and the remedy. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(
    join(folder, 'api.yaml'),
    'openapi: 3.1.0\ninfo: { title: Box, version: "1.0" }\npaths: {}\ncomponents: { schemas: { Box: { type: object } } }\n',
  );
  writeFileSync(
    join(folder, 'lading.config.json'),
    JSON.stringify({ documents: ['api.yaml'], emitters: ['./own.ts'] }),
  );
});

/** Generates with an emitter that returns a value. @returns the error */
async function errorOf(returned: string, needs = ''): Promise<string> {
  const source = `import { mention } from 'lading/emitter';
export default {
  name: 'own',
  ${needs}
  emit(request) {
    const { symbol, from } = request;
    const one = (name, text, module = 'a', kind = 'value') => ({ symbols: [symbol(name, module, kind)], statements: [text] });
    const all = (...declarations) => ({ manifest: { description: 'Own' }, declarations });
    return ${returned};
  },
};
`;
  writeFileSync(join(folder, 'own.ts'), source);
  const { status, stderr } = await ladingIn(folder, 'generate', '--quiet');
  expect(existsSync(join(folder, 'generated/package.json'))).toBe(status === 0);
  rmSync(join(folder, 'generated'), { recursive: true, force: true });
  return stderr.trim();
}

const about = 'EMITTER_STRUCTURE: The output of the emitter "own" for version 1.0 is invalid: ';
const inA = 'the declaration "a" in gen/a.ts';

describe('the error for an emitter', () => {
  it.each<[string, string, string]>([
    [
      'that returns invalid TypeScript',
      `all(one('a', 'export const = 1;'))`,
      `${inA} is not valid TypeScript: Variable declaration expected, at \`export const = 1;\` (own.ts). Correct the statements of this declaration.`,
    ],
    [
      'whose declaration is not closed',
      `all(one('a', 'export function a() {'), one('b', 'export const b = 1;'))`,
      `${inA} is not valid TypeScript: '}' expected, at \`export function a() {\` (own.ts). Correct the statements of this declaration.`,
    ],
    [
      'that mentions a package without depending on it',
      `all(one('a', 'export const a = ' + mention(from('msw', 'http')) + ';'))`,
      `${inA} imports "msw", which the package does not depend on (own.ts). Add "msw" with its version range to "dependencies" of the manifest; packages of the version need \`needs: ['types']\`.`,
    ],
    [
      'that imports a package in its text',
      `all(one('a', 'export type a = import("@acme/msw/node").Handler;', 'a', 'type'))`,
      `${inA} imports "@acme/msw", which the package does not depend on (own.ts). Add "@acme/msw" with its version range to "dependencies" of the manifest; packages of the version need \`needs: ['types']\`.`,
    ],
    [
      'that does not declare a symbol',
      `all(one('a', 'export const b = 1;'))`,
      `${inA} does not declare its symbol "a" (own.ts). Use the name of the symbol in the statements.`,
    ],
    [
      'that does not export a symbol',
      `all(one('a', 'const a = 1;'))`,
      `${inA} does not export "a" (own.ts). Write "export" before its declaration.`,
    ],
    [
      'that declares a value only as a type',
      `all(one('a', 'export type a = 1;'))`,
      `${inA} declares "a" only as a type (own.ts). Create the symbol with the kind 'type'.`,
    ],
    [
      'with two declarations of one name in two modules',
      `all(one('a', 'export const a = 1;'), one('a', 'export const a = 2;', 'b'))`,
      `the declaration "a" in gen/b.ts has the name of another declaration, in gen/a.ts (own.ts). The package exports all names from its index: give each declaration another one, for example with "identifiersFor".`,
    ],
    [
      'with two declarations of one internal name',
      `all(one('a', 'const x = 1; export const a = x;'), one('b', 'const x = 2; export const b = x;'))`,
      `the declaration "b" in gen/a.ts declares "x" a second time in this module (own.ts). Declare each name once, or in another module.`,
    ],
    [
      'with a name that one declaration has twice',
      `all(one('a', 'export const { a, c: [a] } = x;'))`,
      `${inA} declares "a" a second time in this module (own.ts). Declare each name once, or in another module.`,
    ],
    [
      'that mentions an own name without declaring it',
      `all(one('a', 'export const a = ' + mention(symbol('b', 'b')) + ';'))`,
      `${inA} mentions "b" of gen/b.ts, which no declaration declares (own.ts). Add the declaration, or correct the symbol.`,
    ],
    [
      'that imports a module of its own that does not exist',
      `all(one('a', 'import { b } from "./b.js"; export const a = b;'))`,
      `${inA} imports "./b.js", but no declaration is in gen/b.ts (own.ts). Correct the import.`,
    ],
    [
      'with a symbol of another package',
      `all({ symbols: [from('msw', 'a')].map((one) => ({ ...one, home: { ...one.home, path: 'gen/a.ts' } })), statements: ['export const a = 1;'] })`,
      `${inA} has a symbol of "msw" (own.ts). Create the symbols of declarations with "symbol" of the request.`,
    ],
    [
      'with a declaration of two modules',
      `all({ symbols: [symbol('a', 'a'), symbol('b', 'b')], statements: ['export const a = 1, b = 2;'] })`,
      `${inA} has symbols of several modules, gen/a.ts and gen/b.ts (own.ts). Split the declaration.`,
    ],
    ...Object.entries({
      'a function': ['() => {}', 'a function is no data'],
      'a symbol': ['Symbol()', 'a symbol is no data'],
      'a bigint': ['1n', 'a bigint is no data'],
      itself: ['(() => { const a = []; a.push(a); return a; })()', 'an object contains itself'],
    }).map(([name, [value, reason]]): [string, string, string] => [
      `with ${name} in a structure`,
      `all({ symbols: [symbol('a', 'a')], statements: [{ kind: 12, name: 'a', isExported: true, statements: ${value} }] })`,
      `${inA} has statements that cannot be printed: ${reason} (own.ts). Write each statement as a string, or as a structure of ts-morph without functions.`,
    ]),
    [
      'with a statement of another kind',
      `all(one('a', 12))`,
      `12 is not allowed here (own.ts#/declarations/0/statements/0). Expected: a string, or a structure of ts-morph.`,
    ],
    [
      'with a name that is no identifier',
      `all(one('a b', 'export const a = 1;'))`,
      `"a b" is not allowed here (own.ts#/declarations/0/symbols/0/name). Expected: an identifier; the functions "identifier", "camelCase" and "pascalCase" make one of any text.`,
    ],
    [
      'with a module outside the package',
      `all(one('a', 'export const a = 1;', '../../a'))`,
      `"gen/../../a.ts" is not allowed here (own.ts#/declarations/0/symbols/0/home/path). Expected: a module of lower-case letters, digits and - that is not called index.`,
    ],
    [
      'with a file outside the package',
      `({ files: [{ path: '../../x.json', text: '{}' }] })`,
      `the path "../../x.json" has a segment of dots (own.ts#/files/0/path). Name a path in the folder of the package, such as gen/schemas.json.`,
    ],
    [
      'with two files of one path',
      `({ files: [{ path: 'x.json', text: '1' }, { path: 'X.json', text: '2' }] })`,
      `two files have one path, x.json and X.json (own.ts#/files/1/path). Give each another path.`,
    ],
    [
      'with a file in the place of a module',
      `({ ...all(one('a', 'export const a = 1;')), files: [{ path: 'gen/a.ts', text: '' }] })`,
      `two files have one path, gen/a.ts of a module and gen/a.ts (own.ts#/files/0/path). Give each another path.`,
    ],
    [
      'with a README beside that of the manifest',
      `({ ...all(one('a', 'export const a = 1;')), files: [{ path: 'README.md', text: '' }] })`,
      `two files have one path, README.md of the manifest and README.md (own.ts#/files/0/path). Give each another path.`,
    ],
    [
      'with a file without text',
      `({ files: [{ path: 'x.json' }] })`,
      `"text" is missing (own.ts#/files/0). Add "text".`,
    ],
    [
      'with bytes that are no text',
      `({ files: [{ path: 'x.png', text: Buffer.from('x') }] })`,
      `{"type":"Buffer","data":[120]} is not a string (own.ts#/files/0/text). Expected: a string; bytes are in base64, with "encoding": "base64".`,
    ],
    [
      'with text that is not base64',
      `({ files: [{ path: 'x.png', text: 'a b', encoding: 'base64' }] })`,
      `the text is not base64 (own.ts#/files/0/text). Write the bytes with buffer.toString("base64"), or leave out "encoding".`,
    ],
    [
      'with another encoding',
      `({ files: [{ path: 'x.txt', text: 'a', encoding: 'utf8' }] })`,
      `"utf8" is not allowed here (own.ts#/files/0/encoding). Expected: "base64", or none for text.`,
    ],
    [
      'whose declarations are promises',
      `({ declarations: [1, 2].map(async () => one('a', 'export const a = 1;')) })`,
      `a promise is not its value (own.ts#/declarations/0). Await all of them in "emit": await Promise.all(…).`,
    ],
    [
      'that does not await its files',
      `({ files: (async () => [])() })`,
      `"files" is a promise (own.ts). Await it in "emit".`,
    ],
    [
      'with a module of another package',
      `({ modules: [{ package: 'other', path: 'gen/a.ts', about: 'A.', declarations: [], reexports: [] }] })`,
      `the module gen/a.ts is of "other" (own.ts). Create modules with "package" of the request.`,
    ],
    [
      'with a module that re-exports a package without depending on it',
      `({ modules: [{ package: request.package, path: 'gen/index.ts', about: 'A.', declarations: [], reexports: [from('msw', 'http')] }] })`,
      `the module gen/index.ts imports "msw", which the package does not depend on (own.ts). Add "msw" with its version range to "dependencies" of the manifest; packages of the version need \`needs: ['types']\`.`,
    ],
    [
      'with an invalid name of a dependency',
      `({ manifest: { description: 'Own', dependencies: { 'A B': '1' } } })`,
      `"A B" is not allowed here (own.ts#/manifest/dependencies). Expected: the names of npm packages.`,
    ],
    [
      'that returns nothing',
      `undefined`,
      `"emit" returned nothing (own.ts). Return an object such as { "manifest": { "description" }, "declarations" } or { "files" }.`,
    ],
    [
      'that returns text',
      `'x'`,
      `"emit" returned a value of type string (own.ts). Return an object such as { "manifest": { "description" }, "declarations" } or { "files" }.`,
    ],
    [
      'with code, but without a manifest',
      `({ declarations: [one('a', 'export const a = 1;')] })`,
      `it has declarations, but no manifest, so that their package would have no package.json (own.ts). Add "manifest": { "description" }, or return "files".`,
    ],
    ['without a description', `({ manifest: {} })`, `"description" is missing (own.ts#/manifest). Add "description".`],
    [
      'with an unknown key',
      `({ declaration: [] })`,
      `Unknown key "declaration" (own.ts#/declaration). Write "declarations".`,
    ],
  ])('%s', async (_title, returned, error) => {
    expect(await errorOf(returned)).toBe(about + error);
  });

  it.each([
    ['that throws no error', `(() => { throw undefined; })()`, 'undefined'],
    ['whose promise rejects', `Promise.reject('no')`, 'no'],
    [
      'that uses symbols without naming them',
      `request.needs.types.names`,
      `it uses the symbols of "types", but does not declare \`needs: ['types']\``,
      ':9:26',
    ],
  ])('%s', async (_title, returned, reason, line = '') => {
    expect(await errorOf(returned)).toBe(
      `EMITTER_FAILED: The emitter "own" failed on version 1.0: ${reason} (own.ts${line}). Correct the emitter.`,
    );
  });

  it('whose files or code cannot be formatted', async () => {
    const unformatted = (path: string) =>
      new RegExp(
        `^EMITTER_STRUCTURE: The output of the emitter "own" is invalid: v1.0/own/gen/${path} cannot be formatted: .* \\(own.ts\\)\\. Correct the text of this file\\.$`,
      );
    expect(await errorOf(`({ files: [{ path: 'gen/x.json', text: '{' }] })`)).toMatch(unformatted('x.json'));
    expect(await errorOf(`all(one('a', 'export class a extends B, C {}'))`)).toMatch(unformatted('a.ts'));
  });

  it('that mentions a type which does not exist', async () => {
    const declared = `all(one('a', 'export type a = ' + mention(from(request.needs.types.package, 'Bax', 'type')) + ';', 'a', 'type'))`;
    expect(await errorOf(declared, `needs: ['types'],`)).toBe(
      `${about}${inA} mentions "Bax", which "@lading/types-v1.0" does not export (own.ts). Use the names that "types" returns.`,
    );
  });
});

describe('valid output', () => {
  it.each([
    [
      'overloads',
      `all(one('a', 'export function a(x: 1): 1; export function a(x: 2): 2; export function a(x: any) { return x; }'))`,
    ],
    ['an interface and a class of one name', `all(one('a', 'export interface a { x: 1 } export class a {}'))`],
    ['a name of the module beside the exported one', `all(one('a', 'const x = 1; export { x as a };'))`],
    ['modules of Node', `all(one('a', 'export const a = ' + mention(from('node:fs', 'readFileSync')) + ';'))`],
    [
      'a name of another module',
      `all(one('a', 'export const a = 1;'), one('b', 'export const b = ' + mention(symbol('a', 'a')) + ';', 'b'))`,
    ],
    [
      'a dependency',
      `({ ...all(one('a', 'export { http as a } from "msw/core";')), manifest: { description: 'Own', dependencies: { msw: '^2.0.0' } } })`,
    ],
  ])('has %s', async (_title, returned) => {
    expect(await errorOf(returned)).toBe('');
  });
});

it('tells of a promise that never settles', async () => {
  writeFileSync(join(folder, 'own.ts'), `export default { name: 'own', emit: () => new Promise(() => {}) };\n`);
  const { spawnSync } = await import('node:child_process');
  const { fileURLToPath } = await import('node:url');
  const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [command, 'generate', '--quiet'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr: stderr.replace('Building the generator …\n', '') }).toEqual({
    status: 1,
    stderr:
      'EMITTER_FAILED: The emitter "own" failed on version 1.0: its promise never settles (own.ts). Correct the emitter.\n',
  });
});
