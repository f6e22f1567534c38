/** Rules of a swarm of a manager and two workers: sequences of requests, with the properties of each response. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, startEngine, type RunningEngine } from '../../src/index.js';
import { swarmLines } from '../../src/cli/swarm-lines.js';
import { readExchanges, sendExchange, shownResponse, type Exchange } from '../exchanges.js';

/**
 * In a request, `{name}` is an id that has been stored, and `{version}` the version of the object of the path. Other lines are
 * `STOP alpha`, `START alpha`, `LEAVE alpha`, and `WATCH`, which shows the swarm as the terminal does.
 */
interface SwarmExchange extends Exchange {
  /** The name under which the id in the response, or in its first item, is stored. */
  readonly as?: string;
}

let engine: RunningEngine;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
  // Lists are in the order of ids.
  let count = 0;
  const next = (): string => (count += 1).toString(16).padStart(4, '0').padEnd(64, '0');
  const ids = { next, name: () => `container_${count}` };
  engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true, clock, ports: { ids } });
  engine.swarm.init();
});
afterEach(() => engine.close());

/** Waits until everything that needs no time has happened, and lets time pass in between. */
async function settle(seconds: number): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await clock.advance((seconds * 1000) / 30);
}

function addWorkers(): Map<string, string> {
  const resources = { nanoCpus: 2e9, memory: 2 ** 31, engineVersion: '26.1.5', os: 'linux', architecture: 'x86_64' };
  const alpha = engine.swarm.addNode({
    hostname: 'alpha',
    labels: { zone: 'a', rack: '1' },
    properties: { ...resources, engineLabels: { disk: 'ssd' }, genericResources: { gpu: 2 } },
  });
  const beta = engine.swarm.addNode({ hostname: 'beta', labels: { zone: 'b' }, properties: resources });
  return new Map(Object.entries({ manager: engine.swarm.nodeId, alpha: alpha.id, beta: beta.id }));
}

async function respond(exchange: SwarmExchange, ids: Map<string, string>): Promise<string> {
  let line = exchange.send;
  for (const [name, id] of ids) line = line.replaceAll(`{${name}}`, id);
  if (line.includes('{version}')) {
    const [, path = ''] = /^POST (.*)\/update\?/.exec(line) ?? [];
    const { text } = await sendExchange(engine, { send: `GET ${path}`, gives: '' });
    line = line.replace('{version}', String((JSON.parse(text) as { Version: { Index: number } }).Version.Index));
  }
  const [command, hostname] = line.split(' ');
  const node = engine.swarm.nodes.find((each) => each.hostname === hostname);
  if (command === 'STOP') await node?.stop();
  else if (command === 'START') await node?.start();
  else if (command === 'LEAVE') await node?.leave();
  else if (command === 'WATCH') {
    const display = swarmLines(engine.swarm.state, clock.now(), 200).join('\n');
    return shownResponse(display, undefined).replaceAll(/ {2,}/g, '  ');
  }
  if (!/^[A-Z]+ \//.test(line)) return '';
  const { status, text } = await sendExchange(engine, { ...exchange, send: line });
  if (exchange.as !== undefined) {
    const [first] = [JSON.parse(text) as unknown].flat() as { readonly ID: string }[];
    ids.set(exchange.as, first?.ID ?? '');
  }
  const shown = [...ids].reduce((result, [name, id]) => result.replaceAll(id, `{${name}}`), text);
  const lines = shown.replaceAll(/([\x01\x02])\0{3}[^]{4}/g, (_header, stream) =>
    stream === '\x01' ? 'stdout: ' : 'stderr: ',
  );
  return `${status} ${shownResponse(lines, exchange.shows?.split(' '))}`.trim();
}

describe.each(readExchanges(new URL('responses', import.meta.url)))('%s', (_name, sequences) => {
  it.each(Object.entries(sequences))('%s', async (_title, exchanges) => {
    const ids = addWorkers();
    await settle(0);
    const responses: SwarmExchange[] = [];
    for (const exchange of exchanges) {
      if (exchange.after !== undefined) await settle(exchange.after);
      responses.push({ ...exchange, gives: await respond(exchange, ids) });
      if (!exchange.send.startsWith('GET')) await settle(0);
    }
    expect(responses).toEqual(exchanges);
  });
});
