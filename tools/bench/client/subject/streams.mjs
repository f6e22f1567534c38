/** Measures how fast a subject demultiplexes output and parses events, from memory. */
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { event } from '../../bodies.mjs';
import { codegen, peer, urlOf } from '../../places.mjs';

const chunk = 65_536;
const head = { headers: {}, headersDistinct: {} };
const context = { operation: 'Bench', method: 'GET', path: '/', version: '1.44', response: head, parse: JSON.parse };

/** The throughput in megabytes of payload per second. @param {string} subject @param {number} frame @param {number} bytes */
export async function demultiplex(subject, frame, bytes) {
  const count = Math.max(1, Math.floor(Math.min(bytes, chunk * 16) / (frame + 8)));
  const frames = Buffer.concat(Array.from({ length: count }, (_, index) => framed(1 + (index % 2), frame)));
  const times = Math.max(1, Math.round(bytes / frames.length));
  const expected = count * frame * times;
  return (expected / 1e6) * (await perSecond(await readers[subject](), frames, times, expected, subject));
}

/** The throughput in megabytes of text per second. @param {string} subject @param {number} bytes */
export async function parseEvents(subject, bytes) {
  const lines = Buffer.from(Array.from({ length: 2000 }, (_, index) => `${JSON.stringify(event(index))}\n`).join(''));
  const times = Math.max(1, Math.round(bytes / lines.length));
  const rate = await perSecond(await parsers[subject](), lines, times, 2000 * times, subject);
  return ((lines.length * times) / 1e6) * rate;
}

/** How often per second a whole stream is read, which gives what is expected. @param {(body: Readable) => Promise<number>} read */
async function perSecond(read, bytes, times, expected, subject) {
  const begin = performance.now();
  const got = await read(source(bytes, times));
  const seconds = (performance.now() - begin) / 1000;
  if (got !== expected) throw new Error(`${subject}: received ${got} instead of ${expected}`);
  return 1 / seconds;
}

/** The ways to demultiplex output, each of which counts the bytes. */
const readers = {
  async dockerode() {
    const modem = await modemOf();
    return async (body) => {
      const out = counter();
      modem.demuxStream(body, out.stream, out.stream);
      await once(body, 'end');
      return out.bytes();
    };
  },
  async 'lading iterator'() {
    const { Output } = await import(urlOf(codegen));
    return async (body) => {
      let bytes = 0;
      for await (const { data } of new Output(body, context, { tty: false })) bytes += data.length;
      return bytes;
    };
  },
  async 'lading streams'() {
    const { Output } = await import(urlOf(codegen));
    return async (body) => {
      const output = new Output(body, context, { tty: false });
      const [out, error] = [counter(), counter()];
      await Promise.all([pipeline(output.stdout, out.stream), pipeline(output.stderr, error.stream)]);
      return out.bytes() + error.bytes();
    };
  },
};

/** The ways to parse events, each of which counts them. */
const parsers = {
  async dockerode() {
    const modem = await modemOf();
    return (body) =>
      new Promise((resolve, reject) => {
        let count = 0;
        const ended = (error) => (error ? reject(error) : resolve(count));
        modem.followProgress(body, ended, () => count++);
      });
  },
  async lading() {
    const { JsonStream } = await import(urlOf(codegen));
    return async (body) => {
      let count = 0;
      for await (const item of new JsonStream(body, context)) if (item !== null) count++;
      return count;
    };
  },
};

async function modemOf() {
  const { default: Docker } = await import(urlOf(peer('dockerode')));
  return new Docker({ socketPath: '/nowhere' }).modem;
}

/** A stream as from a socket: the bytes repeatedly, in chunks of 64 KiB. @param {Buffer} bytes @param {number} times */
function source(bytes, times) {
  let at = 0;
  let round = 0;
  return new Readable({
    highWaterMark: chunk,
    read() {
      if (round === times) return void this.push(null);
      const to = Math.min(bytes.length, at + chunk);
      this.push(bytes.subarray(at, to));
      at = to === bytes.length ? 0 : to;
      if (at === 0) round++;
    },
  });
}

function counter() {
  let bytes = 0;
  const stream = new Writable({
    write(piece, _encoding, done) {
      bytes += piece.length;
      done();
    },
  });
  return { stream, bytes: () => bytes };
}

/** @param {number} type @param {number} length */
function framed(type, length) {
  const bytes = Buffer.alloc(8 + length, 'x');
  bytes.writeUInt32BE(type << 24, 0);
  bytes.writeUInt32BE(length, 4);
  return bytes;
}
