/** Measures the reference engine: start, lists and life cycles beside a real engine, memory, many engines, events. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from '@lading/engine';
import { median } from '../measure/median.mjs';
import { create, liveThrough, perSecond, send } from './requests.mjs';
import { request } from 'node:http';

const launcher = fileURLToPath(new URL('../../../packages/engine/bin/lading-engine.mjs', import.meta.url));
const listed = 100;

/**
 * @typedef {{ readonly socket: string, readonly image: string }} RealEngine
 * @typedef {{ readonly what: string, readonly unit: string, readonly lading: number, readonly real?: number,
 *   readonly most?: number, readonly leastRatio?: number }} Row
 * @typedef {{ readonly rounds: number, readonly seconds: number, readonly engines: number, readonly real?: RealEngine | undefined,
 *   readonly progress: (text: string) => void }} Settings
 */

/** @param {Settings} settings @returns {Promise<Row[]>} */
export async function measureEngine({ rounds, seconds, engines, real, progress }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-engine-'));
  try {
    progress('start');
    const starts = { process: /** @type {number[]} */ ([]), inProcess: /** @type {number[]} */ ([]) };
    for (let round = 0; round < rounds; round += 1) {
      const { milliseconds, stop } = await startProcess(join(folder, `start-${round}.sock`));
      await stop();
      starts.process.push(milliseconds);
      starts.inProcess.push(await startInProcess());
    }
    const own = await startProcess(join(folder, 'engine.sock'));
    const subjects = { lading: { socket: own.socket, image: 'base' }, ...(real && { real }) };
    const lists = await compare(subjects, 'lists', { rounds, progress }, async ({ socket, image }) => {
      const ids = [];
      for (let index = 0; index < listed; index += 1) ids.push(await create(socket, image));
      const rate = await perSecond(() => send(socket, '/containers/json?all=1'), seconds);
      for (const id of ids) await send(socket, `/containers/${id}`, 'DELETE');
      return rate;
    });
    const lives = await compare(subjects, 'life cycles', { rounds, progress }, ({ socket, image }) =>
      perSecond(() => liveThrough(socket, image), seconds),
    );
    progress('memory');
    for (let index = 0; index < 1000; index += 1) await create(own.socket, 'base');
    const thousand = own.megabytes();
    for (let index = 0; index < 9000; index += 1) await create(own.socket, 'base');
    const tenThousand = own.megabytes();
    await own.stop();
    progress(`${engines} engines in one process`);
    const { growth, handles } = await manyEngines(engines);
    progress('events');
    const { listenerSeconds, lost, disordered } = await listen({ listeners: 1000, seconds: 10 });
    return [
      { what: 'start to first response, as a process', unit: 'ms', lading: median(starts.process), most: 250 },
      { what: 'start to first response, in a process', unit: 'ms', lading: median(starts.inProcess), most: 40 },
      { what: `\`GET /containers/json\`, ${listed} containers`, unit: '1/s', ...lists, leastRatio: 10 },
      { what: 'create, start, wait and remove a container', unit: '1/s', ...lives, leastRatio: 20 },
      { what: 'memory with 1,000 containers', unit: 'MB', lading: thousand, most: 150 },
      { what: 'memory with 10,000 containers', unit: 'MB', lading: tenThousand },
      { what: `heap growth of ${engines} engines, one after the other`, unit: 'MB', lading: growth, most: 5 },
      { what: 'open handles after them', unit: '', lading: handles, most: 0 },
      { what: `events lost in ${listenerSeconds} listener-seconds`, unit: '', lading: lost, most: 0 },
      { what: 'events out of order', unit: '', lading: disordered, most: 0 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures all subjects in turns, so that a disturbance of the machine hits each.
 * @param {{ readonly lading: RealEngine, readonly real?: RealEngine }} subjects
 * @param {string} what
 * @param {Pick<Settings, 'rounds' | 'progress'>} settings
 * @param {(subject: RealEngine) => Promise<number>} measure
 * @returns {Promise<{ lading: number, real?: number }>}
 */
async function compare(subjects, what, { rounds, progress }, measure) {
  const names = /** @type {const} */ (['lading', 'real']);
  /** @type {Record<string, number[]>} */
  const rates = {};
  for (let round = 0; round < rounds; round += 1) {
    progress(`${what}, round ${round + 1} of ${rounds}`);
    for (const name of names) {
      const subject = subjects[name];
      if (subject) (rates[name] ??= []).push(await measure(subject));
    }
  }
  return {
    lading: median(rates['lading'] ?? []),
    ...(rates['real'] && { real: median(rates['real']) }),
  };
}

/** @param {string} socket */
async function startProcess(socket) {
  const begin = performance.now();
  const options = ['--host', `unix://${socket}`, '--image', 'base', '--no-ports'];
  const child = spawn(process.execPath, [launcher, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await send(socket, '/_ping');
  const milliseconds = performance.now() - begin;
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return {
    socket,
    milliseconds,
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1]) / 1024,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function startInProcess() {
  const begin = performance.now();
  const engine = await startEngine({ publishPorts: false });
  await send(engine.address.replace('unix://', ''), '/_ping');
  const milliseconds = performance.now() - begin;
  await engine.close();
  return milliseconds;
}

/** @param {number} count */
async function manyEngines(count) {
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const open = () => process.getActiveResourcesInfo().filter((name) => /Wrap|Timeout|Immediate/.test(name)).length;
  let before = 0;
  const handles = open();
  for (let index = 0; index < count; index += 1) {
    // What the first engines load stays.
    if (index === Math.floor(count / 10)) before = heap();
    await (await startEngine({ publishPorts: false })).close();
  }
  return { growth: Math.max(0, heap() - before), handles: Math.max(0, open() - handles) };
}

/**
 * Each listener has to get every event once, in the order of the others.
 * @param {{ readonly listeners: number, readonly seconds: number }} settings
 */
async function listen({ listeners, seconds }) {
  const engine = await startEngine({ publishPorts: false, images: ['base'] });
  const socketPath = engine.address.replace('unix://', '');
  const open = [];
  // A socket queues a few hundred connections.
  while (open.length < listeners)
    open.push(...(await Promise.all(Array.from({ length: 100 }, () => listener(socketPath)))));
  let sent = 0;
  engine.events.listen(() => void (sent += 1));
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await liveThrough(socketPath, 'base');
  const heard = await Promise.all(open.map((each) => each.until(sent)));
  await engine.close();
  const expected = heard[0] ?? [];
  return {
    listenerSeconds: listeners * seconds,
    lost: heard.reduce((sum, events) => sum + (sent - events.length), 0),
    disordered: heard.filter((events) => events.some((event, index) => event !== expected[index])).length,
  };
}

/** @param {string} socketPath @returns {Promise<{ readonly until: (count: number) => Promise<string[]> }>} */
function listener(socketPath) {
  /** @type {string[]} */
  const events = [];
  let rest = '';
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path: '/v1.44/events', agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        events.push(...lines.filter((line) => line !== ''));
      });
      response.on('error', () => undefined);
      resolve({
        /** Waits for a number of events, ten seconds at most. @param {number} count */
        async until(count) {
          for (let tries = 0; events.length < count && tries < 100; tries += 1)
            await new Promise((next) => setTimeout(next, 100));
          sent.destroy();
          return events;
        },
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
