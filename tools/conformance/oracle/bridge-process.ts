// Starts the command of a bridge in front of an engine and waits until it listens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pause } from '../drivers/scene.js';
import type { EngineTree } from './engine-tree.js';

export interface BridgeProcess {
  readonly socket: string;
  stop(): Promise<void>;
}

const startSeconds = 30;

/** @param command a command line in which `{engine}` and `{listen}` stand for the paths of two unix sockets */
export async function startBridge(command: string, tree: EngineTree): Promise<BridgeProcess> {
  const socket = join(tree.root, 'dk/bridge.sock');
  rmSync(socket, { force: true });
  const [program = '', ...words] = command
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('{engine}', tree.socket).replaceAll('{listen}', socket));
  const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] });
  let failure: string | undefined;
  child.on('error', (error) => (failure ??= error.message));
  child.on('exit', (code, signal) => (failure ??= `it ended with ${code ?? signal ?? 'no status'}`));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    child.kill();
    await once(child, 'exit');
  };
  for (let tries = 0; tries < startSeconds * 10; tries += 1) {
    if (failure !== undefined) throw new Error(`The bridge \`${command}\` does not run: ${failure}`);
    if (await accepts(socket)) return { socket, stop };
    await pause(100);
  }
  await stop();
  throw new Error(`The bridge \`${command}\` does not listen on ${socket} after ${startSeconds} s`);
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
