// One installed engine: its tree, its sockets, and the scripts of `engines/` that start and stop it.

import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Session } from '../recorder/exchange.js';
import { caller, type CallerLimits } from './caller.js';
import type { Scene } from './scene.js';

const scripts = join(dirname(fileURLToPath(import.meta.url)), '../../engines');

/** One installed engine. @throws Error when it is not installed in `home` */
export function engineTree(home: string, engine: string) {
  const root = join(home, engine);
  if (!existsSync(join(root, '.installed')))
    throw new Error(
      `Engine ${engine}: not installed in ${home}; run LADING_ENGINES=${home} engines/install.sh ${engine}`,
    );
  const script = async (name: string, ...words: readonly string[]): Promise<void> => {
    const env = { ...process.env, LADING_ENGINES: home };
    await promisify(execFile)(join(scripts, name), [...words, engine], { env });
  };
  const own = join(root, 'dk/docker.sock');
  return {
    root,
    socket: own,
    /** Starts the engine without any state of an earlier run. */
    startEmpty: async (): Promise<void> => {
      await script('stop.sh', '--reset');
      await script('start.sh');
    },
    /** Stops the engine and deletes its state. */
    stop: (): Promise<void> => script('stop.sh', '--reset'),
    /** The context of drivers at an API version. @param socket the one that they call, if it is not the engine's */
    scene: (version: string, socket = own, limits: CallerLimits = {}): Scene => ({
      engine,
      version,
      socket,
      tree: root,
      call: caller(socket, `/v${version}`, limits),
      unrecorded: caller(own, `/v${version}`),
      peer: caller(join(root, 'dk/peer.sock'), ''),
      address: `10.199.${engine.split('.')[0] ?? ''}.1`,
      restart: async () => {
        await script('stop.sh');
        await script('start.sh');
      },
    }),
    /** What recordings of a client say of the engine. @throws Error if the engine does not respond */
    session: async (client: string): Promise<Session> => {
      const { status, json } = await caller(own, '')('GET', '/version');
      if (status !== 200)
        throw new Error(`Engine ${engine}: does not respond on ${own}; start it with engines/start.sh ${engine}`);
      const { Version, ApiVersion } = json as Readonly<Record<'Version' | 'ApiVersion', string>>;
      return { engine: Version.replace(/\+.*/, ''), client, newest: ApiVersion };
    },
  };
}

/** The installation of the engines that commands use. */
export const defaultHome = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';

const ping = `require('node:http').get({ socketPath: process.argv[1], path: '/_ping', timeout: 5000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1)).on('timeout', () => process.exit(1))`;

/** Tells whether an engine responds on a socket, whose file may outlive it: by a program without a client, which might be broken. */
const isReachable = (socket: string): boolean => spawnSync(process.execPath, ['-e', ping, socket]).status === 0;

/** An engine that a suite needs. */
export interface NeededEngine {
  /** Its name in the scripts of `engines/`. */
  readonly name: string;
  /** The root of its tree. */
  readonly tree: string;
  readonly socket: string;
  /** Whether the suite runs: if engines are required, it does in any case. */
  readonly isAvailable: boolean;
  /** What the title of the suite adds if it is skipped, which is printed too. */
  readonly note: string;
}

export function neededEngine(name: string): NeededEngine {
  const tree = join(defaultHome, name);
  const socket = join(tree, 'dk/docker.sock');
  const isAvailable = process.env['LADING_ENGINES_REQUIRED'] === '1' || isReachable(socket);
  if (!isAvailable) console.warn(`SKIPPED: no engine responds on ${socket}; start engine ${name} first`);
  return { name, tree, socket, isAvailable, note: isAvailable ? '' : ` (SKIPPED: no engine responds on ${socket})` };
}

/** The command of a program of an installed engine, to be followed by its arguments. @param path its path in the tree: `usr/bin/docker` */
export function treeProgram(root: string, path: string): readonly [string, ...string[]] {
  const libraries = join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');
  const loader = join(libraries, process.arch === 'arm64' ? 'ld-linux-aarch64.so.1' : 'ld-linux-x86-64.so.2');
  const program = join(root, path);
  return existsSync(loader) ? [loader, '--library-path', libraries, program] : [program];
}
