/** A process that responds as an engine does: a long log, a long archive, a list. `node server.mjs SOCKET SMALL` */
import { createServer } from 'node:http';
import { smallResponseServer } from './small-response-server.mjs';

const list = JSON.stringify([
  {
    Id: '8dfafdbc3a40'.repeat(5).slice(0, 64),
    Names: ['/web'],
    Image: 'alpine:3.20',
    ImageID: `sha256:${'91ef0af61f39'.repeat(5).slice(0, 64)}`,
    Command: 'sleep 3600',
    Created: 1_700_000_000,
    Ports: [{ IP: '0.0.0.0', PrivatePort: 80, PublicPort: 8080, Type: 'tcp' }],
    Labels: { 'com.example.service': 'web' },
    State: 'running',
    Status: 'Up 2 hours',
    HostConfig: { NetworkMode: 'default' },
    NetworkSettings: { Networks: { bridge: { NetworkID: 'f'.repeat(64), IPAddress: '172.17.0.2', IPPrefixLen: 16 } } },
    Mounts: [],
  },
]);
const version = JSON.stringify({ ApiVersion: '1.45', MinAPIVersion: '1.24', Version: '26.1.0' });
const json = { 'content-type': 'application/json', 'api-version': '1.45', server: 'Bench/1.0' };

const size = 16_384;
const frame = Buffer.alloc(8 + size, 'x');
frame.writeUInt32BE(0x01000000, 0);
frame.writeUInt32BE(size, 4);
const block = Buffer.alloc(65_536, 'x');

/** @type {Readonly<Record<string, string>>} */
const streams = {
  logs: 'application/vnd.docker.multiplexed-stream',
  archive: 'application/x-tar',
};

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://engine');
  const what = url.pathname.split('/').at(-1) ?? '';
  const type = streams[what];
  if (type === undefined) {
    const text = what === 'version' ? version : what === '_ping' ? 'OK' : list;
    response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(text) });
    response.end(text);
    return;
  }
  response.writeHead(200, { 'content-type': type, 'api-version': '1.45' });
  const piece = what === 'logs' ? frame : block;
  // The container's name is the only parameter that both calls have: it contains the number of bytes.
  const wanted = Number(/(\d+)-bytes/.exec(request.url ?? '')?.[1] ?? 0);
  for (let sent = 0; sent < wanted && !response.destroyed; sent += piece.length) {
    if (!response.write(piece)) await writable(response);
  }
  response.end(what === 'archive' ? Buffer.alloc(1024) : undefined);
})
  .on('error', (error) => {
    throw error;
  })
  .listen(process.argv[2], () =>
    smallResponseServer({ list, version }).listen(process.argv[3], () => process.send?.('listening')),
  );
process.on('disconnect', () => process.exit());

/** @param {import('node:http').ServerResponse} response @returns {Promise<void>} */
function writable(response) {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
