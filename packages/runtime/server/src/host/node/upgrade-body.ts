/** The body of a request that asks for an upgrade: Node hands such a request over with the body still unread. */
import type { IncomingMessage } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { HttpError } from '../../error/index.js';
import { ChunkDecoder } from './chunk-decoder.js';

/** Ends where the body ends; what stands behind goes back to the socket. Null where there is no body. */
export function upgradeBody({ headers }: IncomingMessage, socket: Duplex): Readable | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding === undefined && (length === undefined || length === '0')) return null;
  let isFull = false;
  const emit = (data: Buffer): void => {
    if (!body.push(data)) isFull = true;
  };
  const push = encoding === undefined ? counted(Number(length), emit) : chunked(encoding, emit);
  const stop = (): void => {
    socket.off('data', onData).off('end', onCut).off('close', onCut);
    socket.pause();
  };
  const onData = (bytes: Buffer): void => {
    try {
      const rest = push(bytes);
      if (rest === undefined) {
        if (isFull) socket.pause();
        return;
      }
      stop();
      if (rest.length > 0) socket.unshift(rest);
      body.push(null);
    } catch {
      stop();
      body.destroy(new HttpError(400, 'the request body cannot be read'));
    }
  };
  const onCut = (): void => {
    stop();
    body.destroy(new HttpError(400, 'the request body is cut off'));
  };
  let begun = false;
  const body = new Readable({
    read: () => {
      if (!begun) socket.on('data', onData).on('end', onCut).on('close', onCut);
      else if (!isFull) return;
      begun = true;
      isFull = false;
      socket.resume();
    },
  });
  // Whoever reads is told; where nobody does, a client that goes must not end the process.
  body.on('error', () => undefined);
  return body;
}

type Push = (bytes: Buffer) => Buffer | undefined;

/** The returned function throws for every other encoding: nobody can tell where such a body ends. */
function chunked(encoding: string, emit: (data: Buffer) => void): Push {
  const decoder = new ChunkDecoder(emit);
  return (bytes) => {
    if (encoding.toLowerCase() !== 'chunked') throw new Error('the encoding is none that can be read');
    return decoder.push(bytes);
  };
}

function counted(length: number, emit: (data: Buffer) => void): Push {
  let rest = length;
  return (bytes) => {
    const taken = Math.min(rest, bytes.length);
    emit(bytes.subarray(0, taken));
    rest -= taken;
    return rest === 0 ? bytes.subarray(taken) : undefined;
  };
}
