/** Tests the pages: every example compiles, the table of dockerode is complete, and no link is broken. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { compileErrors } from './compile.js';
import { examplesOf, otherPages, pages, root } from './examples.js';

const table = 'packages/client/docs/from-dockerode.md';
const otherClients = 'packages/client/docs/from-other-clients.md';
const here = join(root, 'packages/client');

/** The declarations that the cells of the table use. */
const before = `
import { connect, buildContext, copyFrom, copyTo, encodeData, exec, extract, follow, pack, pull, push, run, waitFor } from '@lading/client';
import type { ConnectOptions, Engine, Output, RegistryAuth } from '@lading/client';
import { containerList } from '@lading/client-v1.44';
import type { PluginPullInput, ServiceCreateInput as Create144, SwarmUpdateInput as Update144 } from '@lading/client-v1.44';
import type { ServiceCreateInput as Create141, SwarmUpdateInput as Update141 } from '@lading/client-v1.41';
import type { Readable, Writable } from 'node:stream';
declare const engine: Engine, options: ConnectOptions, output: Output, credentials: RegistryAuth;
declare const id: string, name: string, address: string, token: string, base64: string, version: number;
declare const username: string, password: string, serveraddress: string;
declare const archive: Readable, file: Writable & NodeJS.WritableStream;
declare const serviceSpec: Create144['body'] & Create141['body'], swarmSpec: Update144['body'] & Update141['body'];
declare const privileges: NonNullable<PluginPullInput['body']>;
`;

/** Returns the code snippets in each cell of each row. */
function rowsOf(page: string): string[][][] {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .filter((line) => /^\| .*`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)),
    );
}

const rows = rowsOf(table);

function problems(sources: ReadonlyMap<string, string>, noUnusedLocals = true): string {
  return compileErrors(here, new Map([...sources].map(([name, code]) => [`${name}.ts`, code])), { noUnusedLocals });
}

it.each([
  { whose: 'of these pages', paths: pages, strict: true },
  // These pages show types without declaring the values they use.
  { whose: 'of other pages', paths: otherPages, strict: false },
])('every example $whose compiles', ({ paths, strict }) => {
  const examples = paths.flatMap(examplesOf);
  expect(examples.length).toBeGreaterThan(strict ? 40 : 4);
  const sources = new Map(examples.map(({ title, code }) => [title.replace(/\W+/g, '-'), code]));
  expect(sources.size).toBe(examples.length);
  expect(problems(sources, strict)).toBe('');
});

it('every cell of the tables of dockerode, docker-py and Go compiles', () => {
  const others = rowsOf(otherClients).map((row) => row.at(-1)?.[0] ?? '');
  expect(others.length).toBeGreaterThan(80);
  const cells = rows.flatMap((row) => row.filter(([first]) => first !== undefined && !isTheirs(first)).flat());
  cells.push(...others);
  expect(cells.length).toBeGreaterThan(100);
  const functions = cells.map((code, index) => `export async function row${index}() { ${code} }`);
  expect(problems(new Map([['table', `${before}${functions.join('\n')}`]]))).toBe('');
});

it('the table has exactly the methods of dockerode', () => {
  const require = createRequire(import.meta.url);
  const kinds = 'container exec image network volume plugin service task node secret config'.split(' ');
  const prototypes: readonly (readonly [string, string])[] = [
    ['docker', 'dockerode/lib/docker'],
    ['docker.modem', 'docker-modem'],
    ...kinds.map((kind) => [kind, `dockerode/lib/${kind}`] as const),
  ];
  const methods = prototypes.flatMap(([subject, path]) =>
    Object.getOwnPropertyNames((require(path) as { readonly prototype: object }).prototype)
      .filter((method) => method !== 'constructor')
      .map((method) => `${subject}.${method}`),
  );
  const listed = rows.flatMap(([first = []]) => first.filter(isTheirs)).map((code) => code.replace(/\(.*/, ''));
  expect(listed.filter((name) => name !== 'new Docker').sort()).toEqual(methods.sort());
});

test.each(['nodenext', 'node20'])('CommonJS with "module": "%s" compiles, as the page says', (module) => {
  const program =
    "import { connect } from '@lading/client';\nconst close = async () => (await connect()).close();\nvoid close();";
  const options = { module, moduleResolution: undefined, verbatimModuleSyntax: false };
  expect(compileErrors(here, new Map([['program.cts', program]]), options)).toBe('');
});

it('links between the pages lead to existing pages', () => {
  const dead = [...pages, table, otherClients].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((link) => !existsSync(join(root, link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

/** Whether a snippet is code for dockerode, not for this package. */
function isTheirs(code: string): boolean {
  return /^(new Docker|(docker|docker\.modem|container|exec|image|network|volume|plugin|service|task|node|secret|config)\.\w+)\(/.test(
    code,
  );
}
