// Starts the command of a bridge in front of an engine and waits until it listens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { pause } from '../drivers/scene.js';

interface BridgeProcess {
  readonly socket: string;
  stop(): Promise<void>;
}

const startSeconds = 30;

/**
 * @param command a command line in which `{engine}` and `{listen}` stand for the paths of two unix sockets
 * @param sockets the engine's, and the one that the bridge listens on
 */
export async function startBridge(
  command: string,
  { socket: engine, listen: socket }: Readonly<Record<'socket' | 'listen', string>>,
): Promise<BridgeProcess> {
  rmSync(socket, { force: true });
  const line = command.replaceAll('{engine}', engine).replaceAll('{listen}', socket);
  // The shell becomes the bridge, so that signals reach it.
  const child = spawn(`exec ${line}`, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  for (let tries = 0; tries < startSeconds * 10; tries += 1) {
    if (existsSync(socket)) return { socket, stop };
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The bridge \`${command}\` ended with ${child.exitCode ?? child.signalCode}`);
    await pause(100);
  }
  await stop();
  throw new Error(`The bridge \`${command}\` does not listen on ${socket} after ${startSeconds} s`);
}
