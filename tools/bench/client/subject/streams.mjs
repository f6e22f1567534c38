/** Measures how fast a subject demultiplexes output and parses events, from memory. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codegen, peer, urlOf } from '../places.mjs';

const chunk = 65_536;
const head = { headers: {}, headersDistinct: {} };
const context = { operation: 'Bench', method: 'GET', path: '/', version: '1.44', response: head, parse: JSON.parse };

/** The throughput in megabytes of payload per second. @param {string} subject @param {number} frame @param {number} bytes */
export async function demultiplex(subject, frame, bytes) {
  const count = Math.max(1, Math.floor((bytes < chunk * 16 ? bytes : chunk * 16) / (frame + 8)));
  const frames = Buffer.concat(Array.from({ length: count }, (_, index) => framed(1 + (index % 2), frame)));
  const times = Math.max(1, Math.round(bytes / frames.length));
  const expected = count * frame * times;
  const read = await reader(subject);
  const begin = performance.now();
  const got = await read(source(frames, times));
  const seconds = (performance.now() - begin) / 1000;
  if (got !== expected) throw new Error(`${subject}: received ${got} bytes instead of ${expected}`);
  return expected / 1e6 / seconds;
}

/** The throughput in megabytes of text per second. @param {string} subject @param {number} bytes */
export async function parseEvents(subject, bytes) {
  const lines = Buffer.from(Array.from({ length: 2000 }, (_, index) => `${JSON.stringify(event(index))}\n`).join(''));
  const times = Math.max(1, Math.round(bytes / lines.length));
  const read = await parser(subject);
  const begin = performance.now();
  const got = await read(source(lines, times));
  const seconds = (performance.now() - begin) / 1000;
  if (got !== 2000 * times) throw new Error(`${subject}: received ${got} events instead of ${2000 * times}`);
  return (lines.length * times) / 1e6 / seconds;
}

/** @param {string} subject @returns {Promise<(body: Readable) => Promise<number>>} */
async function reader(subject) {
  if (subject === 'dockerode') {
    const Docker = await dockerode();
    const { modem } = new Docker({ socketPath: '/nowhere' });
    return async (body) => {
      const out = counter();
      modem.demuxStream(body, out.stream, out.stream);
      await new Promise((resolve) => body.once('end', resolve));
      return out.bytes();
    };
  }
  const { Output } = await import(urlOf(codegen));
  if (subject === 'lading iterator') {
    return async (body) => {
      let bytes = 0;
      for await (const { data } of new Output(body, context, { tty: false })) bytes += data.length;
      return bytes;
    };
  }
  return async (body) => {
    const output = new Output(body, context, { tty: false });
    const [out, error] = [counter(), counter()];
    await Promise.all([pipeline(output.stdout, out.stream), pipeline(output.stderr, error.stream)]);
    return out.bytes() + error.bytes();
  };
}

/** @param {string} subject @returns {Promise<(body: Readable) => Promise<number>>} */
async function parser(subject) {
  if (subject === 'dockerode') {
    const Docker = await dockerode();
    const { modem } = new Docker({ socketPath: '/nowhere' });
    return (body) =>
      new Promise((resolve, reject) => {
        let count = 0;
        modem.followProgress(
          body,
          (/** @type {unknown} */ error) => (error ? reject(error) : resolve(count)),
          () => count++,
        );
      });
  }
  if (subject === 'split') {
    return async (body) => {
      let count = 0;
      let rest = '';
      body.setEncoding('utf8');
      for await (const text of body) {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (JSON.parse(line) !== null) count++;
      }
      return count;
    };
  }
  const { JsonStream } = await import(urlOf(codegen));
  return async (body) => {
    let count = 0;
    for await (const item of new JsonStream(body, context)) if (item !== null) count++;
    return count;
  };
}

async function dockerode() {
  return (await import(urlOf(peer('dockerode')))).default;
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
  bytes[0] = type;
  bytes.writeUInt32BE(length, 4);
  for (let at = 1; at < 4; at++) bytes[at] = 0;
  return bytes;
}

/** @param {number} index */
function event(index) {
  const ID = `${index}`.padStart(64, 'a');
  const Attributes = { image: 'alpine:3.20', name: `web-${index}`, exitCode: '0', 'com.example.service': 'web' };
  return {
    status: 'die',
    id: ID,
    from: 'alpine:3.20',
    Type: 'container',
    Action: 'die',
    Actor: { ID, Attributes },
    scope: 'local',
    time: 1_700_000_000 + index,
    timeNano: 1_700_000_000_000 * 1000,
  };
}
