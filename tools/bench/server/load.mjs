/** The process that asks: bare sockets, so that the server has most of the work. */
import { connect } from 'node:net';

/** @typedef {{ readonly socket: string, readonly bytes: string, readonly status: number, readonly connections: number, readonly seconds: number }} Load */

process.on('message', async (/** @type {Load} */ load) => {
  try {
    process.send?.({ result: await ask(load) });
  } catch (error) {
    process.send?.({ failed: String(error) });
  }
});
process.on('disconnect', () => process.exit());

/** Requests that were answered, and the seconds they took. @param {Load} load */
async function ask({ socket, bytes, status, connections, seconds }) {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const counts = await Promise.all(Array.from({ length: connections }, () => one(socket, bytes, status, end)));
  return { answered: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - begin) / 1000 };
}

/**
 * One connection, one request at a time.
 * @param {string} path @param {string} bytes @param {number} status @param {number} end
 * @returns {Promise<number>}
 */
function one(path, bytes, status, end) {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(bytes));
    const line = `HTTP/1.1 ${status} `;
    let answered = 0;
    let begun = '';
    /** How long an answer is; all have the same length. */
    let whole = 0;
    let rest = 0;
    socket.on('data', (chunk) => {
      if (whole === 0) {
        begun += chunk.toString('latin1');
        const head = begun.indexOf('\r\n\r\n');
        if (head < 0) return;
        if (!begun.startsWith(line)) return fail(begun);
        whole = head + 4 + Number(/^content-length: *(\d+)/im.exec(begun.slice(0, head))?.[1] ?? 0);
        rest = whole - begun.length;
      } else {
        if (rest === whole && chunk.toString('latin1', 0, line.length) !== line)
          return fail(chunk.toString('latin1', 0, 500));
        rest -= chunk.length;
      }
      if (rest > 0) return;
      if (rest < 0) return fail('an answer is longer than the first');
      rest = whole;
      answered += 1;
      if (performance.now() < end) socket.write(bytes);
      else {
        socket.destroy();
        resolve(answered);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    /** @param {string} text */
    const fail = (text) => {
      socket.destroy();
      reject(new Error(`another answer than ${status}: ${text.slice(0, 800)}`));
    };
  });
}
