/**
 * Tests that connections which are dropped in any state leave nothing open, and that the bridge serves the next client. `npm test`
 * drops a few in each state, a full run 100, an exhaustive run 10,000 in all, and prints what was left.
 */
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, expect, inject, it } from 'vitest';
import { openBridge, until as untilWithin, type BridgeScene } from './bridge-scene.js';

const isExhaustiveRun = inject('isExhaustiveRun');
const upgrade = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n';
const json = 'Content-Type: application/json\r\n';

/** What a client sends, and whether the engine begins a response before the client is gone. */
const states: Readonly<Record<string, readonly [bytes: string, begins: boolean]>> = {
  'within the head': ['GET /v1.41/containers/json HTTP/1.1\r\nHo', false],
  'waiting for a list': ['GET /v1.41/containers/json HTTP/1.1\r\nHost: a\r\n\r\n', false],
  'within a list that is converted': ['GET /v1.41/images/json?slow HTTP/1.1\r\nHost: a\r\n\r\n', false],
  'within bytes that are forwarded': ['GET /v1.41/containers/a/export?slow HTTP/1.1\r\nHost: a\r\n\r\n', true],
  'within events': ['GET /v1.41/events?slow HTTP/1.1\r\nHost: a\r\n\r\n', true],
  'within a converted body': [
    `POST /v1.41/containers/create HTTP/1.1\r\nHost: a\r\n${json}Content-Length: 99\r\n\r\n{`,
    false,
  ],
  'within an upload': [
    'PUT /v1.41/containers/a/archive?path=/ HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\nx',
    false,
  ],
  'waiting for a wait': ['POST /v1.41/containers/a/wait?slow HTTP/1.1\r\nHost: a\r\n\r\n', true],
  'before an upgrade': [`POST /v1.41/containers/a/attach?never HTTP/1.1\r\n${upgrade}\r\n`, false],
  'after an upgrade': [`POST /v1.41/containers/a/attach HTTP/1.1\r\n${upgrade}\r\n`, true],
};
const perState = isExhaustiveRun ? 10_000 / Object.keys(states).length : inject('isFullRun') ? 100 : 5;

/** Begins slow responses, and answers nothing else. Its upgraded connections send what they get. */
const slow: RequestListener = (request, response) => {
  request.on('error', () => undefined).resume();
  if (request.url === '/v1.44/_ping') return void response.end('OK');
  if (request.url?.includes('slow') !== true) return;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('[{"Id":"');
};

async function open(): Promise<BridgeScene> {
  return openBridge(slow, (socket, _head, url) => {
    socket.on('error', () => undefined).on('end', () => socket.end());
    if (!url.includes('never')) socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    socket.resume();
  });
}

const left: string[] = [];
afterAll(() => {
  if (isExhaustiveRun) process.stdout.write(`${left.join('\n')}\n`);
});

/** Opens connections that are at a state. */
async function connectionsIn(scene: BridgeScene, state: string, count: number): Promise<readonly Socket[]> {
  const [bytes, begins] = states[state] ?? ['', false];
  const clients = Array.from({ length: count }, () => scene.raw(bytes));
  const arrived = clients.map((client) => new Promise((resolve) => client.once('data', resolve)));
  if (begins) await Promise.all(arrived);
  // What the engine has not begun to answer has reached it, or stays in the bridge.
  else await new Promise((resolve) => setTimeout(resolve, 30));
  return clients;
}

// Many connections on a busy machine take their time.
const until = (holds: () => boolean) => untilWithin(holds, 40);

/** What is open in this process, which is that of the bridge and of its engine. */
const resources = () => process.getActiveResourcesInfo().filter((name) => /Pipe|TCP|Socket/.test(name)).length;

it.each(Object.keys(states))('a client that is gone %s leaves nothing open', async (state) => {
  const scene = await open();
  await scene.ask({ path: '/v1.41/_ping' });
  await until(() => scene.connections() <= 1);
  const [before, memory] = [resources(), process.memoryUsage().heapUsed];
  for (let done = 0; done < perState; done += 50) {
    const clients = await connectionsIn(scene, state, Math.min(50, perState - done));
    // Half of those with an upgrade have ended one half before they are gone.
    for (const [index, client] of clients.entries()) {
      if (index % 2 === 0 && state.includes('upgrade')) client.end();
      else client.destroy();
    }
    await until(() => clients.every((client) => client.resume().destroyed) && scene.connections() <= 1);
  }
  await until(() => resources() <= before);
  expect((await scene.ask({ path: '/v1.41/_ping' })).body).toBe('OK');
  const megabytes = ((process.memoryUsage().heapUsed - memory) / 1e6).toFixed(0);
  left.push(`${state}: ${perState} dropped, ${resources() - before} left, heap ${megabytes} MB`);
  await scene.close();
});

it.each(Object.keys(states))('an engine that is killed while a client is %s ends its request', async (state) => {
  const scene = await open();
  const clients = await connectionsIn(scene, state, Math.ceil(perState / 10));
  const ended = clients.map((client) => {
    let text = '';
    client.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return () => client.readableEnded || client.destroyed || text.includes(' 502 ');
  });
  // A request that changes nothing is sent once more, on a connection that is dropped as well.
  const areAllEnded = () => {
    scene.dropEngineConnections();
    return ended.every((hasEnded) => hasEnded());
  };
  const isSent = state !== 'within the head' && state !== 'within a converted body';
  if (isSent) await until(areAllEnded);
  for (const client of clients) client.destroy();
  expect((await scene.ask({ path: '/v1.41/_ping' })).body).toBe('OK');
  await until(() => scene.connections() <= 1);
  await scene.close();
});
