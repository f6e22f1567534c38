/** Reads whole bodies, with limits. */
import type { IncomingMessage } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { jsonProblem } from '@lading/runtime-wire';
import { HttpError } from './send.js';

/** The maximum length of a body that is converted, in bytes. */
const maxJson = 64 * 1024 * 1024;
/** The maximum length of a body before an upgrade, which has the options of a command. */
const maxUpgradeBody = 1024 * 1024;

/**
 * Reads a JSON body.
 *
 * @param status of the error for a body that is too long
 * @throws HttpError for a body that is too long, or not JSON
 */
export async function readJson(body: Readable, status: 413 | 502): Promise<unknown> {
  const pieces: Buffer[] = [];
  let length = 0;
  // The stream stays open, so that a client gets the response of a rejected request.
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxJson) throw new HttpError(status, `the body is longer than ${maxJson} bytes`);
    pieces.push(piece);
  }
  if (length === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown;
  } catch (error) {
    if (status === 502) throw new HttpError(502, 'the engine sent a body that is not JSON');
    throw new HttpError(400, jsonProblem(error));
  }
}

/**
 * Reads the body of an upgrade request; bytes after it stay on the socket.
 *
 * @throws HttpError for a body that is too long or incomplete
 */
export async function readUpgradeBody({ headers }: IncomingMessage, socket: Duplex): Promise<Readable> {
  if (headers['transfer-encoding'] !== undefined) {
    skipLastChunk(socket);
    return Readable.from([]);
  }
  const length = Number(headers['content-length'] ?? 0);
  if (length > maxUpgradeBody) throw new HttpError(413, `the body is longer than ${maxUpgradeBody} bytes`);
  if (length === 0) return Readable.from([]);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let missing = length;
    const settle = (result: () => void): void => {
      socket.off('readable', onReadable).off('end', onCutOff).off('close', onCutOff);
      result();
    };
    // Reads piece by piece, since a stream with unread bytes does not emit its end.
    const onReadable = (): void => {
      let piece: Buffer | null;
      while (missing > 0 && (piece = socket.read() as Buffer | null) !== null) {
        if (piece.length > missing) socket.unshift(piece.subarray(missing));
        pieces.push(piece.subarray(0, missing));
        missing -= Math.min(missing, piece.length);
      }
      if (missing === 0) settle(() => resolve(Readable.from(pieces)));
    };
    const onCutOff = (): void => settle(() => reject(new HttpError(400, 'the body is cut off')));
    socket.on('readable', onReadable).on('end', onCutOff).on('close', onCutOff);
    onReadable();
  });
}

/** Some clients announce a chunked body, send only the last chunk, and then send raw bytes. */
function skipLastChunk(socket: Duplex): void {
  const begin = socket.read() as Buffer | null;
  if (begin === null) return;
  const isLastChunk = begin.subarray(0, 5).toString('latin1') === '0\r\n\r\n';
  socket.unshift(isLastChunk ? begin.subarray(5) : begin);
}
