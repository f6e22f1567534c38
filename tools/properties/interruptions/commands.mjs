// The commands that write, each with the folder in which it begins.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const lading = join(root, 'generators/cli/lading.mjs');
const migrate = join(root, 'packages/migrate/bin/lading-migrate.mjs');
const release = join(root, 'tools/release/release.mjs');

/** @typedef {(...args: readonly string[]) => Promise<unknown>} Run runs this Node with a program in the folder */

/**
 * @typedef {object} Command
 * @property {readonly string[]} args the program, and its arguments
 * @property {(folder: string, run: Run) => void | Promise<unknown>} prepare
 * @property {boolean} [isStepwise] whether it writes several files one after the other, each of them whole
 * @property {RegExp} [isDone] what it prints where it refuses to do again what is done
 * @property {readonly string[]} [rest] what completes it after that
 */

/** @param {string} folder @param {Readonly<Record<string, string>>} files */
function put(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** @param {string} version @param {string} properties */
const ours = (version, properties) => `openapi: 3.1.0
info: { title: Things, version: '${version}' }
servers: [{ url: http://localhost/v${version} }]
paths:
  /things:
    get:
      operationId: ThingList
      summary: List things
      tags: [Thing]
      responses:
        '200':
          description: The things.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } }
components:
  schemas:
    Thing: { description: A thing., type: object, properties: { ${properties} } }
`;
const name = 'name: { type: string, description: Its name. }';
const first = ours('1.0', name);
const second = ours('1.1', `${name}, size: { type: integer }`);
const specification = {
  'spec/versions.yaml': 'product: Acme\nroot: v1.0/openapi.yaml\n',
  'spec/v1.0/openapi.yaml': first,
  'acme-1.0.yaml': first,
  'acme-1.1.yaml': second,
};
const generate = [lading, 'generate', '--document', 'acme.yaml', '--out', 'out', '--no-paths', '--quiet'];
const bump = [lading, 'bump', 'acme-1.1.yaml', '--spec', 'spec', '--out', 'out'];
const record = [lading, 'check-released', '--record', '1.1', '--spec', 'spec', '--packages', 'packages'];
const docs = [lading, 'docs', '--document', 'acme.yaml', '--out', 'site', '--quiet'];

const program = (/** @type {string} */ call) => `import Docker from 'dockerode';
const docker = new Docker();
await docker.${call};
`;

/** @param {string} kind @param {object} more */
const manifest = (kind, more) =>
  JSON.stringify({ name: `@lading/${kind}`, version: '1.0.0', type: 'module', exports: './index.js', ...more });
const ofVersion = { nx: { tags: ['version:1.0'] } };

/** @param {string} registry the URL of the registry that releases go to @param {string} documents that of the server of documents */
export function commandsWith(registry, documents) {
  /** @type {Readonly<Record<string, Command>>} */
  const commands = {
    init: {
      args: [lading, 'init', '--document', 'acme.yaml'],
      prepare: (folder) => put(folder, { 'acme.yaml': first }),
      isDone: /^CONFIG_EXISTS/,
    },
    generate: {
      args: generate,
      async prepare(folder, run) {
        put(folder, { 'acme.yaml': first });
        await run(...generate);
        put(folder, { 'acme.yaml': ours('1.0', 'size: { type: integer }') });
      },
    },
    fetch: {
      args: [lading, 'fetch'],
      async prepare(folder, run) {
        put(folder, { 'lading.config.json': JSON.stringify({ documents: [`${documents}/things.yaml`] }) });
        await run(lading, 'fetch');
        const copies = join(folder, '.lading/documents');
        for (const path of /** @type {string[]} */ (readdirSync(copies, { recursive: true })))
          if (path.endsWith('.yaml')) writeFileSync(join(copies, path), first);
      },
    },
    bump: {
      args: bump,
      prepare: (folder) => put(folder, specification),
      isDone: /^VERSION_DUPLICATE/,
      rest: [lading, 'generate', '--spec', 'spec', '--out', 'out'],
    },
    rebase: {
      args: [lading, 'rebase', '1.1', '--spec', 'spec'],
      async prepare(folder, run) {
        put(folder, specification);
        await run(...bump);
        rmSync(join(folder, 'out'), { recursive: true });
      },
      isDone: /^USAGE/,
    },
    'check-released': {
      args: record,
      async prepare(folder, run) {
        put(folder, { 'packages/v1.1/types/package.json': manifest('types-v1.1', {}), 'spec/versions.yaml': '' });
        await run(...record);
        put(folder, { 'packages/v1.1/types/gen/thing.ts': 'export interface Thing {}\n' });
      },
    },
    docs: {
      args: docs,
      isStepwise: true,
      async prepare(folder, run) {
        put(folder, { 'acme.yaml': first });
        await run(...docs);
        put(folder, { 'acme.yaml': second });
      },
    },
    migrate: {
      args: [migrate, '--write', 'one.mjs', 'two.mjs'],
      isStepwise: true,
      prepare: (folder) => put(folder, { 'one.mjs': program('ping()'), 'two.mjs': program('info()') }),
    },
    release: {
      args: [release, '--root', '.', '--registry', registry],
      isStepwise: true,
      prepare: (folder) =>
        put(folder, {
          'package.json': JSON.stringify({ private: true, workspaces: ['packages/*/*', 'packages/all'] }),
          LICENSE: 'None.\n',
          'spec/versions.yaml': '',
          'generators/cli/lading.mjs': `process.argv.push('--spec', 'spec', '--packages', 'packages');\nawait import('${lading}');\n`,
          'packages/v1.0/types/package.json': manifest('types-v1.0', ofVersion),
          'packages/v1.0/types/index.js': 'export {};\n',
          'packages/v1.0/client/package.json': manifest('client-v1.0', {
            ...ofVersion,
            dependencies: { '@lading/types-v1.0': '^1.0.0' },
          }),
          'packages/v1.0/client/index.js': 'export {};\n',
          'packages/all/package.json': manifest('all', { dependencies: { '@lading/client-v1.0': '^1.0.0' } }),
          'packages/all/index.js': 'export {};\n',
        }),
    },
  };
  return commands;
}

/** Serves a document of two files. */
export async function serveDocuments() {
  const part = `Thing: { type: object, properties: { ${name}, size: { type: integer } } }\n`;
  /** @type {Readonly<Record<string, string>>} */
  const paths = {
    '/things.yaml': first.replace("'#/components/schemas/Thing'", "'parts.yaml#/Thing'"),
    '/parts.yaml': part,
  };
  const server = createServer((request, response) => response.end(paths[request.url ?? ''] ?? ''));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, stop };
}
