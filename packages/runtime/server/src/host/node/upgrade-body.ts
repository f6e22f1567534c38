/** The bodies of upgrade requests, which Node leaves unread on the socket. */
import type { IncomingMessage } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { HttpError } from '../../error/index.js';
import { ChunkDecoder } from './chunk-decoder.js';

/** Returns the body as a stream, or null if there is none. Bytes after the body are put back on the socket. */
export function upgradeBody({ headers }: IncomingMessage, socket: Duplex): Readable | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding === undefined && (length === undefined || length === '0')) return null;
  let isFull = false;
  const emit = (data: Buffer): void => {
    if (!body.push(data)) isFull = true;
  };
  const push = encoding === undefined ? lengthDecoder(Number(length), emit) : chunkedDecoder(encoding, emit);
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
    body.destroy(new HttpError(400, 'the request body is incomplete'));
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
  // A reader receives the error itself. Without a reader, a client that disconnects must not end the process.
  body.on('error', () => undefined);
  return body;
}

type BodyDecoder = (bytes: Buffer) => Buffer | undefined;

/** Returns a decoder of chunks. It throws for every other encoding, since the end of such a body is unknown. */
function chunkedDecoder(encoding: string, emit: (data: Buffer) => void): BodyDecoder {
  const decoder = new ChunkDecoder(emit);
  return (bytes) => {
    if (encoding.toLowerCase() !== 'chunked') throw new Error('the encoding is not supported');
    return decoder.push(bytes);
  };
}

function lengthDecoder(length: number, emit: (data: Buffer) => void): BodyDecoder {
  let rest = length;
  return (bytes) => {
    const taken = Math.min(rest, bytes.length);
    emit(bytes.subarray(0, taken));
    rest -= taken;
    return rest === 0 ? bytes.subarray(taken) : undefined;
  };
}

/**
 * Tells whether the body contains options. Engines discard it, since it arrives with the head, and it must not become
 * input of the process.
 */
export function hasOptionsBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined && /^application\/json\b/i.test(headers['content-type'] ?? '');
}
