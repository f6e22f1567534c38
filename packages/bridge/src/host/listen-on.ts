/** Listens on an address, and replaces a socket file that a process left which was killed. */
import { stat, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { ParsedListenAddress } from '@lading/runtime-wire';

/** @throws the errors of `net.Server.listen`: EADDRINUSE if another process listens on the address, EACCES … */
export async function listenOn(server: Server, address: ParsedListenAddress): Promise<void> {
  if ('path' in address) await removeStaleSocket(address.path);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
}

async function removeStaleSocket(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (file?.isSocket() === true && (await isStale(path))) await unlink(path);
}

function isStale(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    }).once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });
}
