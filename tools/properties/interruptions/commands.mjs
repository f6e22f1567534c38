// The commands that write, each with the folder in which it begins.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..', '..');
const { document, program, commands } = parse(readFileSync(join(import.meta.dirname, 'commands.yaml'), 'utf8'));

/** @typedef {(...args: readonly string[]) => Promise<unknown>} Run runs this Node with a program in the folder */

/**
 * @typedef {object} Command
 * @property {readonly string[]} args the program, and its arguments
 * @property {(folder: string, run: Run) => Promise<unknown>} prepare
 * @property {boolean} [isStepwise] whether it writes several files one after the other, each of them whole
 * @property {RegExp} [isDone] what it prints where it refuses to do again what is done
 * @property {readonly string[]} [rest] what completes it after that
 */

/** Replaces the variables of texts within a value. */
function filled(value, values) {
  if (typeof value === 'string') return value.replace(/\$(\w+)/g, (whole, name) => values[name] ?? whole);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, filled(item, values)]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

const name = 'name: { type: string, description: Its name. }';
const ours = (version, properties) => filled(document, { version, properties });
const first = ours('1.0', name);
const programs = {
  lading: join(root, 'generators/cli/lading.mjs'),
  migrate: join(root, 'packages/migrate/bin/lading-migrate.mjs'),
  release: join(root, 'tools/release/release.mjs'),
};
const texts = {
  first,
  sized: ours('1.0', 'size: { type: integer }'),
  second: ours('1.1', `${name}, size: { type: integer }`),
  ping: filled(program, { call: 'ping' }),
  info: filled(program, { call: 'info' }),
};

/** Writes files by their paths, of which one with an asterisk means all that are there. */
function put(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const [parent, ending] = path.split('*');
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    mkdirSync(join(folder, ending === undefined ? dirname(path) : parent), { recursive: true });
    const all = ending === undefined ? [] : readdirSync(join(folder, parent), { recursive: true, encoding: 'utf8' });
    const paths =
      ending === undefined ? [path] : all.filter((file) => file.endsWith(ending)).map((file) => join(parent, file));
    for (const each of paths) writeFileSync(join(folder, each), text);
  }
}

/**
 * @param {string} registry the URL of the registry that releases go to @param {string} documents that of the server of documents
 * @returns {Readonly<Record<string, Command>>}
 */
export function commandsWith(registry, documents) {
  const all = filled(commands, { ...programs, ...texts, registry, documents });
  const entries = Object.entries(all).map(([key, { files, ran, removed = [], then = {}, isDone, ...command }]) => {
    const prepare = async (folder, run) => {
      put(folder, files);
      if (ran !== undefined) await run(...ran);
      for (const path of removed) rmSync(join(folder, path), { recursive: true });
      put(folder, then);
    };
    return [key, { ...command, prepare, ...(isDone !== undefined && { isDone: new RegExp(isDone) }) }];
  });
  return Object.fromEntries(entries);
}

/** Serves a document of two files. */
export async function serveDocuments() {
  const paths = {
    '/things.yaml': first.replace("'#/components/schemas/Thing'", "'parts.yaml#/Thing'"),
    '/parts.yaml': `Thing: { type: object, properties: { ${name}, size: { type: integer } } }\n`,
  };
  const server = createServer((request, response) => response.end(paths[request.url ?? ''] ?? ''));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, stop };
}
