/** A session of a server that is an attachment of a client. */
import type { Writable } from 'node:stream';
import type { Connection } from '@lading/runtime-server';
import { itemsOf } from './items-of.js';
import type { ClientAttachment } from './client-results.js';

/** Forwards input and output. Settles when the process's output has ended, and ends the attachment with the connection. */
export async function runAttachment(attachment: ClientAttachment, connection: Connection): Promise<void> {
  const { stdin, stdout, stderr, signal } = connection;
  const close = (): void => attachment.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  stdin.pipe(attachment.stdin);
  try {
    for await (const { stream, data } of itemsOf(attachment))
      await written(stream === 'stderr' ? stderr : stdout, data);
  } finally {
    signal.removeEventListener('abort', close);
    stdin.unpipe(attachment.stdin);
    close();
  }
}

/** Waits while the connection is full, so that a client that does not read holds back the process. */
function written(output: Writable, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
