/** Requests to an engine by its socket, without a client whose cost would be measured too. */
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let created = 0;

/**
 * @param {string} socketPath
 * @param {string} path
 * @param {string} [method]
 * @param {unknown} [body]
 * @returns {Promise<string>} the text of the response
 */
export function send(socketPath, path, method = 'GET', body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ socketPath, path: `/v1.44${path}`, method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 400) resolve(text);
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.trim()}`));
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** @param {string} socketPath @param {string} image @returns {Promise<string>} the ID of a new container that runs `true` */
export async function create(socketPath, image) {
  created += 1;
  const body = { Image: image, Cmd: ['true'] };
  return JSON.parse(await send(socketPath, `/containers/create?name=bench-${process.pid}-${created}`, 'POST', body)).Id;
}

/** Creates a container, starts it, waits for its end and removes it. @param {string} socketPath @param {string} image */
export async function liveThrough(socketPath, image) {
  const id = await create(socketPath, image);
  await send(socketPath, `/containers/${id}/start`, 'POST');
  await send(socketPath, `/containers/${id}/wait`, 'POST');
  await send(socketPath, `/containers/${id}`, 'DELETE');
}

/** @param {() => Promise<unknown>} action @param {number} seconds @returns {Promise<number>} actions per second, one after the other */
export async function perSecond(action, seconds) {
  const begin = performance.now();
  let count = 0;
  for (; performance.now() < begin + seconds * 1000; count += 1) await action();
  return (count * 1000) / (performance.now() - begin);
}
