/** The connections of processes, which end with them. */
import type { Duplex } from 'node:stream';
import type { ContainerNetwork } from '../ports/container-runtime.js';
import type { ProcessContext } from './process-context.js';

/** Connects a process to a port, or to a socket file. @throws Error with the code ENOTFOUND, ECONNREFUSED or ENOENT */
export function connectFrom(process: ProcessContext, dial: (network: ContainerNetwork) => Duplex | undefined): Duplex {
  const connection = dial(networkOf(process));
  if (connection === undefined) throw new Error('this process has no socket files');
  return held(process, connection);
}

/** Accepts connections of a process until it ends, or the returned function is called. @throws Error with the code EADDRINUSE */
export function listenFrom(
  process: ProcessContext,
  port: number | string,
  accept: (connection: Duplex) => void,
): () => void {
  const stopListening = networkOf(process).listen(port, (connection) => accept(held(process, connection)));
  const stop = (): void => {
    process.killed.removeEventListener('abort', stop);
    stopListening();
  };
  process.killed.addEventListener('abort', stop);
  return stop;
}

function networkOf({ settings: { network } }: ProcessContext): ContainerNetwork {
  if (network === undefined) throw new Error('this process has no network');
  return network;
}

/** Ends the connection with the process: what it has written still arrives. */
function held({ killed }: ProcessContext, connection: Duplex): Duplex {
  const end = (): void => void connection.end(() => connection.destroy());
  killed.addEventListener('abort', end);
  return connection.once('close', () => killed.removeEventListener('abort', end));
}
