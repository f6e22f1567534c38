/** The requests to every contender, and its responses: a list of 100 containers, and a container as the command line creates it. */
import { container, createBody, listOf } from '../bodies.mjs';

/** The engine's state: live objects that a response refers to. */
export const containers = listOf(container, 100);
export const created = { Id: 'a'.repeat(64), Warnings: [] };

/** The headers of every response of every contender; the server's name has the same length too. */
export const headers = {
  'Api-Version': '1.44',
  'Docker-Experimental': 'false',
  Ostype: 'linux',
  Server: 'Lading/0.1.0 (linux)',
};

/** An invalid request, which every server that validates rejects. */
const wrongBody = JSON.stringify({ Image: 'x', HostConfig: { BlkioWeight: 1001, ShmSize: -1 } });

const requests = {
  list: { status: 200, line: 'GET /containers/json?all=true&limit=100' },
  create: { status: 201, line: 'POST /containers/create?name=web', body: createBody },
  start: { status: 204, line: 'POST /containers/web/start', body: '' },
  wrong: { status: 400, line: 'POST /containers/create', body: wrongBody },
};

/** The bytes of a request, and the status that is wanted. @param {string} task one of `requests` @param {string} version */
export function requestOf(task, version) {
  const { status, line, body } = requests[task];
  const type = body ? 'Content-Type: application/json\r\n' : '';
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${line.replace(' ', ` /v${version}`)} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n`;
  return { status, bytes: `${head}${type}${length}\r\n${body ?? ''}` };
}
