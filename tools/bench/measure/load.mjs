/** The process that sends requests, over plain sockets, so that the server does most of the work. */
import { connect } from 'node:net';

/** @typedef {{ readonly socket: string, readonly bytes: string, readonly status: number, readonly connections: number, readonly seconds: number }} Load */

export const subjects = { load: async () => ({ send: sendRequests }) };

/** Sends requests; returns the number of completed ones and the seconds they took. @param {Load} load */
async function sendRequests({ socket, bytes, status, connections, seconds }) {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const counts = await Promise.all(Array.from({ length: connections }, () => one(socket, bytes, status, end)));
  return { completed: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - begin) / 1000 };
}

/**
 * Sends requests on one connection, one at a time.
 * @param {string} path @param {string} bytes @param {number} status @param {number} end
 * @returns {Promise<number>}
 */
function one(path, bytes, status, end) {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(bytes));
    const line = `HTTP/1.1 ${status} `;
    let completed = 0;
    let begun = '';
    /** The length of a response; all have the same length. */
    let length = 0;
    let remaining = 0;
    socket.on('data', (chunk) => {
      if (length === 0) {
        begun += chunk.toString('latin1');
        const head = begun.indexOf('\r\n\r\n');
        if (head < 0) return;
        if (!begun.startsWith(line)) return fail(begun);
        length = head + 4 + Number(/^content-length: *(\d+)/im.exec(begun.slice(0, head))?.[1] ?? 0);
        remaining = length - begun.length;
      } else {
        if (remaining === length && chunk.toString('latin1', 0, line.length) !== line)
          return fail(chunk.toString('latin1', 0, 500));
        remaining -= chunk.length;
      }
      if (remaining > 0) return;
      if (remaining < 0) return fail('a response is longer than the first');
      remaining = length;
      completed += 1;
      if (performance.now() < end) socket.write(bytes);
      else {
        socket.destroy();
        resolve(completed);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    /** @param {string} text */
    const fail = (text) => {
      socket.destroy();
      reject(new Error(`unexpected response instead of ${status}: ${text.slice(0, 800)}`));
    };
  });
}
