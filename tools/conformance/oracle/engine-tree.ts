// One installed engine: its tree, its sockets, and the scripts of `engines/` that start and stop it.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface EngineTree {
  readonly root: string;
  readonly socket: string;
  /** Starts the engine without any state of an earlier run. */
  startEmpty(): Promise<void>;
  /** Starts the engine again with its state. */
  restart(): Promise<void>;
  /** Stops the engine and deletes its state. */
  stop(): Promise<void>;
}

const scripts = join(dirname(fileURLToPath(import.meta.url)), '../../engines');

/** @throws Error when the engine is not installed in `home` */
export function engineTree(home: string, engine: string): EngineTree {
  const root = join(home, engine);
  if (!existsSync(join(root, '.installed')))
    throw new Error(
      `Engine ${engine}: not installed in ${home}; run LADING_ENGINES=${home} engines/install.sh ${engine}`,
    );
  const script = async (name: string, ...words: readonly string[]): Promise<void> => {
    await promisify(execFile)(join(scripts, name), [...words], { env: { ...process.env, LADING_ENGINES: home } });
  };
  return {
    root,
    socket: join(root, 'dk/docker.sock'),
    startEmpty: async () => {
      await script('stop.sh', '--reset', engine);
      await script('start.sh', engine);
    },
    restart: async () => {
      await script('stop.sh', engine);
      await script('start.sh', engine);
    },
    stop: () => script('stop.sh', '--reset', engine),
  };
}
