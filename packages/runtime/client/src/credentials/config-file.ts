/** Reads the credentials in the user's configuration: `config.json` and `DOCKER_AUTH_CONFIG`. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CredentialError } from '../error/index.js';
import type { Environment } from '../connect/connect-options.js';
import { jsonProperties, type JsonProperties } from './auth-entry.js';
import { jsonErrorPosition } from './json-error-position.js';

/** A configuration of credentials. */
export interface CredentialConfig {
  /** The path of the file or the name of the variable, for messages. */
  readonly source: string;
  readonly auths: JsonProperties;
  readonly credHelpers: JsonProperties;
  readonly credsStore: string;
}

/**
 * Reads `config.json` in the given folder, else in `DOCKER_CONFIG`, else in `~/.docker`. No file, or an empty one, is a
 * configuration without credentials.
 *
 * @throws CredentialError CONFIG_UNREADABLE, CONFIG_INVALID: with the file's path and the position, never its content
 */
export async function readConfigFile(env: Environment, folder: string | undefined): Promise<CredentialConfig> {
  const home = env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir();
  const file = join(folder || env['DOCKER_CONFIG'] || join(home, '.docker'), 'config.json');
  return parseConfig(file, await contentOf(file));
}

/** Reads the variable `DOCKER_AUTH_CONFIG`, which takes precedence over the file. */
export function environmentConfig(env: Environment): CredentialConfig {
  return parseConfig('DOCKER_AUTH_CONFIG', env['DOCKER_AUTH_CONFIG'] ?? '');
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw new CredentialError('CONFIG_UNREADABLE', `${file} cannot be read (${code}).`, { cause: error });
  }
}

function parseConfig(source: string, text: string): CredentialConfig {
  const config = jsonProperties(text.trim() === '' ? {} : parse(source, text));
  if (!config) throw new CredentialError('CONFIG_INVALID', `${source} is not an object.`);
  const propertiesOf = (name: string): JsonProperties => {
    const found = jsonProperties(config.get(name) ?? {});
    if (!found) throw new CredentialError('CONFIG_INVALID', `${source}: "${name}" is not an object.`);
    return found;
  };
  const credsStore = config.get('credsStore') ?? '';
  if (typeof credsStore !== 'string') {
    throw new CredentialError('CONFIG_INVALID', `${source}: "credsStore" is not a string.`);
  }
  return { source, auths: propertiesOf('auths'), credHelpers: propertiesOf('credHelpers'), credsStore };
}

function parse(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without a cause: the parser's message quotes the text.
    throw new CredentialError(
      'CONFIG_INVALID',
      `${source} is not JSON (${jsonErrorPosition(text) ?? 'unknown position'}).`,
    );
  }
}
