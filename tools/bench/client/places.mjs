/** The paths of the client and its peers. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peers, repository } from '../places.mjs';

const runtime = join(repository, 'packages', 'runtime', 'client');

/** The entry point of the runtime for generated code. */
export const codegen = entryPoint(runtime, './codegen');
/** The generated client. */
export const client = entryPoint(join(repository, 'packages', 'v1.44', 'client'), '.');

const fromRuntime = createRequire(join(runtime, 'package.json'));

export const undici = fromRuntime.resolve('undici');

/** The part of undici that the client imports. */
export const undiciClient = fromRuntime.resolve('undici/lib/dispatcher/client.js');

/** The path of a peer's module. @param {string} name */
export const peer = (name) => peers.require.resolve(name);

/**
 * The file of an entry point of a package.
 * @param {string} folder @param {string} name
 */
function entryPoint(folder, name) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, exports[name].default);
}

/** @param {string} file */
export const urlOf = (file) => pathToFileURL(file).href;
