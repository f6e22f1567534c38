/** Where the client and its peers lie. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peers, repository } from '../places.mjs';

const runtime = process.env['LADING_BENCH_RUNTIME'] ?? join(repository, 'packages', 'runtime', 'client');
const generated = join(repository, 'packages', 'v1.44', 'client', 'dist', 'index.js');

/** The door of generated code into the run time. */
export const codegen = join(runtime, 'dist', 'codegen.js');
/** The generated client, once it is built and installed. */
export const client =
  existsSync(generated) && process.env['LADING_BENCH_RUNTIME'] === undefined ? generated : undefined;

const fromRuntime = createRequire(join(runtime, 'package.json'));
const fromPeers = createRequire(join(peers, 'package.json'));

export const undici = fromRuntime.resolve('undici');

/**
 * A file of a peer, or nothing where it is not installed.
 * @param {string} name
 */
export function peer(name) {
  try {
    return fromPeers.resolve(name);
  } catch {
    return undefined;
  }
}

/** @param {string} file */
export const urlOf = (file) => pathToFileURL(file).href;
