/** A process that runs tasks of one subject: `node worker.mjs SUBJECT SOCKET`. It receives tasks and sends results as messages. */
import { demultiplex, parseEvents } from './streams.mjs';
import { subjects } from './subjects.mjs';

/**
 * @typedef {{ readonly kind: 'requests', readonly call: 'list' | 'ping', readonly inFlight: number, readonly seconds: number }
 *   | { readonly kind: 'pass', readonly what: 'logs' | 'archive', readonly bytes: number }
 *   | { readonly kind: 'demux', readonly frame: number, readonly bytes: number }
 *   | { readonly kind: 'events', readonly bytes: number }} Task
 */

const [, , name = '', socket = ''] = process.argv;
const base = name.split(' ')[0] ?? '';
const make = subjects[base];
/** @type {import('./subjects.mjs').Subject | undefined} */
let subject;

process.on('message', async (/** @type {Task} */ task) => {
  try {
    process.send?.({ result: await run(task) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on('disconnect', () => process.exit());

/** @param {Task} task */
async function run(task) {
  if (task.kind === 'demux') return demultiplex(name, task.frame, task.bytes);
  if (task.kind === 'events') return parseEvents(name, task.bytes);
  if (make === undefined) throw new Error(`there is no subject ${name}`);
  subject ??= await make(socket);
  return task.kind === 'requests' ? requests(subject, task) : passed(subject, task);
}

/**
 * @param {import('./subjects.mjs').Subject} subject
 * @param {{ readonly call: 'list' | 'ping', readonly inFlight: number, readonly seconds: number }} task
 */
async function requests(subject, { call, inFlight, seconds }) {
  /** @type {number[]} */
  const latencies = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const cpu = process.cpuUsage();
  const one = async () => {
    for (let start = performance.now(); start < end;) {
      await subject[call]();
      const now = performance.now();
      latencies.push(now - start);
      start = now;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  const took = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / took,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    cpu: (user + system) / latencies.length,
  };
}

/**
 * The warm-up before a process counts as idle: requests and one short stream of the kind. Until then V8 compiles, and
 * optimizing undici's parser, which is WebAssembly, temporarily takes 30 MB, once.
 */
const warmUp = { requests: 2000, bytes: 1e6, milliseconds: 500 };

/**
 * The peak memory while a stream is read, above that of the idle process, in bytes.
 * @param {import('./subjects.mjs').Subject} subject
 * @param {{ readonly what: 'logs' | 'archive', readonly bytes: number }} task
 */
async function passed({ list, pass }, { what, bytes }) {
  for (let i = 0; i < warmUp.requests; i++) await list();
  await pass(what, warmUp.bytes);
  await new Promise((resolve) => setTimeout(resolve, warmUp.milliseconds));
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const begin = performance.now();
  await pass(what, bytes);
  clearInterval(timer);
  const seconds = (performance.now() - begin) / 1000;
  return { above: Math.max(peak, process.memoryUsage.rss()) - idle, perSecond: bytes / 1e6 / seconds };
}
