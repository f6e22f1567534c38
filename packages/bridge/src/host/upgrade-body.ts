/** Reads the body of an upgrade request. */
import type { IncomingMessage } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { HttpError } from '../message/http-error.js';

/** The maximum length of a body before an upgrade, which has the options of a command. */
const maxUpgradeBody = 1024 * 1024;

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
