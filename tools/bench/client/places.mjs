/** Where the client and its peers lie. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peers, repository } from '../places.mjs';

const runtime = process.env['LADING_BENCH_RUNTIME'] ?? join(repository, 'packages', 'runtime', 'client');
const generated = door(join(repository, 'packages', 'v1.44', 'client'), '.');

/** The door of generated code into the run time. */
export const codegen = door(runtime, './codegen');
/** The generated client, once it is built and installed. */
export const client =
  existsSync(generated) && process.env['LADING_BENCH_RUNTIME'] === undefined ? generated : undefined;

const fromRuntime = createRequire(join(runtime, 'package.json'));
const fromPeers = createRequire(join(peers, 'package.json'));

export const undici = fromRuntime.resolve('undici');

/** A file of a peer. @param {string} name */
export const peer = (name) => fromPeers.resolve(name);

/**
 * The file that a package gives to whoever imports it.
 * @param {string} folder @param {string} name
 */
function door(folder, name) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, exports[name].default);
}

/** @param {string} file */
export const urlOf = (file) => pathToFileURL(file).href;
