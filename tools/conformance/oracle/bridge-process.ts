// Starts the command of a bridge in front of an engine and waits until it listens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { pause } from '../drivers/scene.js';

export interface BridgeProcess {
  readonly socket: string;
  stop(): Promise<void>;
}

const startSeconds = 30;

interface BridgeSockets {
  /** The engine's. */
  readonly socket: string;
  /** The one that the bridge listens on. */
  readonly listen: string;
}

/** @param command a command line in which `{engine}` and `{listen}` stand for the paths of two unix sockets */
export async function startBridge(command: string, sockets: BridgeSockets): Promise<BridgeProcess> {
  const { socket: engine, listen: socket } = sockets;
  rmSync(socket, { force: true });
  const [program = '', ...words] = command
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('{engine}', engine).replaceAll('{listen}', socket));
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
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
    if (existsSync(socket)) return { socket, stop };
    await pause(100);
  }
  await stop();
  throw new Error(`The bridge \`${command}\` does not listen on ${socket} after ${startSeconds} s`);
}
