/** Measures the reference engine: start, lists and life cycles beside a real engine, memory, many engines, events. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEngine } from '@lading/engine';
import { inFolder } from '@lading/run/commands';
import { median } from 'simple-statistics';
import { repository } from '../places.mjs';
import { alone, comparedRows } from '../report/comparison.mjs';
import { create, liveThrough, perSecond, send } from './requests.mjs';

/**
 * @typedef {{ socket: string, image: string }} Engine
 * @typedef {{ rounds: number, seconds: number, engines: number, real?: Engine, progress: (text: string) => void }} Settings
 * @typedef {import('../report/comparison.mjs').Row} Row
 */

const launcher = join(repository, 'packages', 'engine', 'bin', 'lading-engine.mjs');
const listed = 100;

/** @param {Settings} settings @returns {Promise<Row[]>} */
export function measureEngine({ rounds, seconds, engines, real, progress }) {
  return inFolder(async (folder) => {
    progress('start');
    /** @type {Record<'process' | 'inProcess', number[]>} */
    const starts = { process: [], inProcess: [] };
    for (let round = 0; round < rounds; round += 1) {
      const { milliseconds, stop } = await startProcess(join(folder, `start-${round}.sock`));
      await stop();
      starts.process.push(milliseconds);
      starts.inProcess.push(await startInProcess());
    }
    const own = await startProcess(join(folder, 'engine.sock'));
    /** @type {Readonly<Record<string, Engine>>} */
    const subjects = { lading: { socket: own.socket, image: 'base' }, ...(real && { real }) };
    /** Measures all engines in turns, so that a disturbance of the machine hits each. */
    const compared = (what, least, measure) => {
      progress(what);
      /** @type {import('../report/comparison.mjs').Ratio[]} */
      const ratios = real === undefined ? [] : [['÷ real engine', 'lading', 'real', { least }]];
      const own = (name) => measure(subjects[name]);
      return comparedRows(what, Object.keys(subjects), rounds, own, [{ unit: '1/s', ratios }]);
    };
    const lists = await compared(`\`GET /containers/json\`, ${listed} containers`, 10, async ({ socket, image }) => {
      const ids = [];
      for (let index = 0; index < listed; index += 1) ids.push(await create(socket, image));
      const rate = await perSecond(() => send(socket, '/containers/json?all=1'), seconds);
      for (const id of ids) await send(socket, `/containers/${id}`, 'DELETE');
      return rate;
    });
    const lives = await compared('create, start, wait and remove a container', 20, ({ socket, image }) =>
      perSecond(() => liveThrough(socket, image), seconds),
    );
    progress('memory');
    const memory = [];
    for (const count of [1000, 9000]) {
      for (let index = 0; index < count; index += 1) await create(own.socket, 'base');
      memory.push(own.megabytes());
    }
    await own.stop();
    progress(`${engines} engines in one process`);
    const growth = await manyEngines(engines);
    progress('events');
    const { lost, disordered } = await listen({ listeners: 1000, seconds: 10 });
    return [
      alone('start to first response, as a process', 'ms', median(starts.process), 250),
      alone('start to first response, in a process', 'ms', median(starts.inProcess), 40),
      ...lists,
      ...lives,
      alone('memory with 1,000 containers', 'MB', memory[0], 150),
      alone('memory with 10,000 containers', 'MB', memory[1]),
      alone(`heap growth of ${engines} engines, one after the other`, 'MB', growth, 5),
      alone('events lost in 10000 listener-seconds', '', lost, 0),
      alone('events out of order', '', disordered, 0),
    ];
  });
}

/** @param {string} socket */
async function startProcess(socket) {
  const begin = performance.now();
  const options = ['--host', `unix://${socket}`, '--image', 'base', '--no-ports'];
  const child = spawn(process.execPath, [launcher, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await send(socket, '/_ping');
  const milliseconds = performance.now() - begin;
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return {
    socket,
    milliseconds,
    megabytes: () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1]) / 1024,
    stop: () => {
      child.kill('SIGTERM');
      return once(child, 'exit');
    },
  };
}

/** Starts an engine without ports. @param {object} [options] */
async function started(options = {}) {
  const engine = await startEngine({ publishPorts: false, ...options });
  return Object.assign(engine, { socketPath: engine.address.replace('unix://', '') });
}

async function startInProcess() {
  const begin = performance.now();
  const engine = await started();
  await send(engine.socketPath, '/_ping');
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
  let before = 0;
  for (let index = 0; index < count; index += 1) {
    // What the first engines load stays.
    if (index === Math.floor(count / 10)) before = heap();
    await (await started()).close();
  }
  return Math.max(0, heap() - before);
}

/** Each listener has to get every event once, in the order of the others. @param {{ listeners: number, seconds: number }} settings */
async function listen({ listeners, seconds }) {
  const engine = await started({ images: ['base'] });
  const open = [];
  // A socket queues a few hundred connections.
  while (open.length < listeners)
    open.push(...(await Promise.all(Array.from({ length: 100 }, () => listener(engine.socketPath)))));
  let sent = 0;
  engine.events.listen(() => void (sent += 1));
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await liveThrough(engine.socketPath, 'base');
  const heard = await Promise.all(open.map((each) => each.until(sent)));
  await engine.close();
  return {
    lost: heard.reduce((sum, events) => sum + (sent - events.length), 0),
    disordered: heard.filter((events) => events.some((event, index) => event !== heard[0][index])).length,
  };
}

/** @param {string} socketPath */
async function listener(socketPath) {
  const events = [];
  const asked = request({ socketPath, path: '/v1.44/events', agent: false }).end();
  const [response] = await once(asked, 'response');
  response.on('error', () => undefined);
  createInterface(response)
    .on('line', (line) => events.push(line))
    .on('error', () => undefined);
  return {
    /** Waits for a number of events, ten seconds at most. @param {number} count */
    async until(count) {
      for (let tries = 0; events.length < count && tries < 100; tries += 1) await sleep(100);
      asked.destroy();
      return events;
    },
  };
}
