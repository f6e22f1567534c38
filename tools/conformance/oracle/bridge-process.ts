// Starts the command of a bridge in front of an engine and waits until it listens.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { pause } from '../drivers/scene.js';

const startSeconds = 30;

/**
 * @param command a command line in which `{engine}` and `{listen}` stand for the paths of two unix sockets
 * @param sockets the engine's, and the one that the bridge listens on
 * @returns what stops it
 */
export async function startBridge(
  command: string,
  { socket: engine, listen: socket }: Readonly<Record<'socket' | 'listen', string>>,
): Promise<{ readonly socket: string; readonly stop: () => Promise<void> }> {
  rmSync(socket, { force: true });
  const line = command.replaceAll('{engine}', engine).replaceAll('{listen}', socket);
  // The shell becomes the bridge, so that signals reach it.
  const child = spawn(`exec ${line}`, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const until = Date.now() + startSeconds * 1000;
  while (!existsSync(socket)) {
    const code = child.exitCode ?? child.signalCode;
    if (code !== null) throw new Error(`The bridge \`${command}\` ended with ${code}`);
    if (Date.now() > until) {
      await stop();
      throw new Error(`The bridge \`${command}\` does not listen on ${socket} after ${startSeconds} s`);
    }
    await pause(100);
  }
  return { socket, stop };
}
