/** Finds the socket of an engine that is not at the default place: rootless, desktop, Colima, Podman. */
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { configFolder, ConnectionError, currentContext, type ConnectOptions } from '@lading/runtime-client';

const defaultSocket = '/var/run/docker.sock';

type Options = Pick<ConnectOptions, 'host' | 'context' | 'env' | 'tls'>;

/** Where sockets were looked for. */
export interface SocketSearch {
  /** The address of the first socket that exists. */
  readonly host: string | undefined;
  /** The paths, in their order. */
  readonly looked: readonly string[];
}

/**
 * Looks for a socket, unless options, environment or the current context say where the engine is: first at the default
 * place, then at those of rootless engines, of desktop applications, of Colima and of Podman.
 *
 * @returns undefined if there is nothing to look for
 */
export async function findSocket(
  { host, context, env = process.env, tls }: Options,
  standard = defaultSocket,
): Promise<SocketSearch | undefined> {
  const isGiven = [host, context, env['DOCKER_HOST'], env['DOCKER_CONTEXT']].some(
    (one) => one !== undefined && one !== '',
  );
  const isTls =
    tls !== undefined || [env['DOCKER_TLS_VERIFY'], env['DOCKER_TLS']].some((one) => one !== undefined && one !== '');
  if (isGiven || isTls || process.platform === 'win32') return undefined;
  const current = await currentContext(configFolder(env, process.platform));
  if (current !== undefined && current !== 'default') return undefined;
  const looked = [standard, ...otherSockets(env)];
  for (const path of looked) if (await exists(path)) return { host: `unix://${path}`, looked };
  return { host: undefined, looked };
}

/** Returns the error with the places where a socket was looked for. */
export function withPlaces(error: unknown, search: SocketSearch | undefined): unknown {
  if (search === undefined || search.host !== undefined || !(error instanceof ConnectionError)) return error;
  const message = `There is no engine: no socket at ${search.looked.join(', ')}. Is it running, or is it elsewhere (DOCKER_HOST, context)?`;
  return new ConnectionError(error.code, message, error.address, { cause: error });
}

function otherSockets(env: NonNullable<ConnectOptions['env']>): readonly string[] {
  const home = env['HOME'] || homedir();
  const ofUser = `/run/user/${process.getuid?.() ?? 1000}`;
  const runtime = env['XDG_RUNTIME_DIR'] || ofUser;
  const paths = [
    join(runtime, 'docker.sock'),
    join(home, '.docker/run/docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
    join(ofUser, 'docker.sock'),
    join(home, '.colima/default/docker.sock'),
    join(home, '.colima/docker.sock'),
    join(runtime, 'podman/podman.sock'),
    '/run/podman/podman.sock',
  ];
  return [...new Set(paths)];
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
