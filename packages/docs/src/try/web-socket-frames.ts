/** The frames of a WebSocket, as its client reads and writes them. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';

/** The kinds of frames: those below 8 have data. */
const opcodes = { binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** The longest frame that is read. */
const maxFrame = 16 * 1024 * 1024;

/** Returns the headers that ask for a WebSocket. */
export function webSocketHeaders(): IncomingHttpHeaders {
  const key = randomBytes(16).toString('base64');
  return { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': key };
}

/** Returns a frame of data; without data, the frame that ends the connection. */
export function frameOf(data: Buffer): Buffer {
  return data.length === 0 ? maskedFrame(opcodes.close, Buffer.from([0x03, 0xe8])) : maskedFrame(opcodes.binary, data);
}

/**
 * Returns a stream of the data in frames, which ends with the frame that ends the connection.
 *
 * @param respond writes the frame with which a ping or the end is answered
 */
export function frameReader(respond: (frame: Buffer) => void): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let frame = frameIn(rest); frame !== undefined; frame = frameIn(rest)) {
        const { opcode, data, end } = frame;
        if (data === undefined) return done(new Error('A frame is too long.'));
        rest = rest.subarray(end);
        if (opcode < opcodes.close) this.push(data);
        else if (opcode === opcodes.ping) respond(maskedFrame(opcodes.pong, data));
        else if (opcode === opcodes.close) {
          respond(maskedFrame(opcodes.close, data.subarray(0, 2)));
          this.push(null);
          return done();
        }
      }
      done();
    },
  });
}

/** Returns the first frame, without its data if it is too long; undefined if it is not complete. */
function frameIn(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < head) return undefined;
  const opcode = bytes.readUInt8(0) & 0x0f;
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const end = head + length;
  if (length > maxFrame) return { opcode, data: undefined, end };
  return bytes.length < end ? undefined : { opcode, data: bytes.subarray(head, end), end };
}

function maskedFrame(opcode: number, data: Buffer): Buffer {
  const mask = randomBytes(4);
  const head = [0x80 | opcode];
  if (data.length < 126) head.push(0x80 | data.length);
  else if (data.length < 65_536) head.push(0xfe, data.length >> 8, data.length & 0xff);
  else head.push(0xff, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (data.length >> shift) & 0xff));
  return Buffer.concat([Buffer.from(head), mask, data.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}
