/** Reads the configuration folder of the engine's command line, `~/.docker`: the current context, and contexts. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { InputError } from '../error/index.js';
import type { TlsOptions } from './connect-options.js';

/** The engine of a context. */
export interface Context {
  /** The address of the engine; empty for the default of the platform. */
  readonly host: string;
  readonly tls: TlsOptions | undefined;
}

/** Returns the folder with `config.json`, `contexts` and the default certificates. */
export function configFolder(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  const { DOCKER_CONFIG: folder } = env;
  if (isSet(folder)) return folder;
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return (platform === 'win32' ? win32 : posix).join(isSet(home) ? home : homedir(), '.docker');
}

/**
 * Returns the name of the current context in `config.json`; without the file or the property, `undefined`.
 *
 * @throws InputError when the file exists but cannot be read: another engine might be changed by mistake
 */
export async function currentContext(folder: string): Promise<string | undefined> {
  const name = member(await readConfig(folder), 'currentContext');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/**
 * Returns `HttpHeaders` of `config.json`, with names in lower case. The engine's command line sends them with every
 * request, except `User-Agent`. A file that cannot be read is ignored, as by the command line.
 *
 * @throws InputError when the values are not strings
 */
export async function configHeaders(folder: string): Promise<Readonly<Record<string, string>> | undefined> {
  const config = await readConfig(folder).catch(() => undefined);
  const headers = member(config, 'HttpHeaders');
  if (headers === undefined || headers === null) return undefined;
  const entries = typeof headers === 'object' ? Object.entries(headers) : [['', undefined] as const];
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    const message = `"HttpHeaders" in ${join(folder, 'config.json')} must map names to strings.`;
    throw new InputError('CONFIG_INVALID', message);
  }
  const sent = entries.map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(sent.filter(([name]) => name !== 'user-agent'));
}

async function readConfig(folder: string): Promise<unknown> {
  const path = join(folder, 'config.json');
  const text = await textOf(path);
  return text === undefined || text.trim() === '' ? undefined : parsed(text, path);
}

/**
 * Reads a context.
 *
 * @param origin where the name is from, for the message
 * @throws InputError when there is no such context, or when it has no engine
 */
export async function readContext(folder: string, name: string, origin: string): Promise<Context> {
  const id = createHash('sha256').update(name).digest('hex');
  const path = join(folder, 'contexts', 'meta', id, 'meta.json');
  const text = await textOf(path);
  if (text === undefined) {
    throw new InputError(
      'CONTEXT_NOT_FOUND',
      `There is no context ${JSON.stringify(name)}, which ${origin} names: ${path} does not exist.`,
    );
  }
  const endpoint = member(member(parsed(text, path), 'Endpoints'), 'docker');
  if (typeof endpoint !== 'object' || endpoint === null) {
    throw new InputError('CONTEXT_INVALID', `The context ${JSON.stringify(name)} has no docker endpoint in ${path}.`);
  }
  const host = member(endpoint, 'Host');
  const certificates = join(folder, 'contexts', 'tls', id, 'docker');
  const skipVerify = member(endpoint, 'SkipTLSVerify') === true;
  const hasTls = skipVerify || (await unlessMissing(readdir(certificates), certificates)) !== undefined;
  const tls = hasTls
    ? { ...(await certificatesIn(certificates)), ...(skipVerify && { rejectUnauthorized: false }) }
    : undefined;
  return { host: typeof host === 'string' ? host : '', tls };
}

/**
 * Returns the certificates and the key that a folder has.
 *
 * @throws InputError when a file exists but cannot be read
 */
export async function certificatesIn(folder: string): Promise<TlsOptions> {
  const found: { ca?: string; cert?: string; key?: string } = {};
  for (const name of ['ca', 'cert', 'key'] as const) {
    const text = await textOf(join(folder, `${name}.pem`));
    if (text !== undefined) found[name] = text;
  }
  return found;
}

async function textOf(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(path, 'utf8'), path);
}

async function unlessMissing<T>(work: Promise<T>, path: string): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = member(error, 'code');
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new InputError('CONFIG_UNREADABLE', `${path} cannot be read: ${String(code)}.`, { cause: error });
  }
}

// The error of JSON.parse quotes the text, which may contain passwords, so it is not used as message or cause.
function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError('CONFIG_INVALID', `${path} is not valid JSON.`);
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Tells whether a variable of the environment has a value: an empty one counts as missing. */
export function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
