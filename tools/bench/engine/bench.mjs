// Measures the reference engine: start, lists, life cycles, memory, many engines. With --real, beside a real engine.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEngine } from '@lading/engine';

const { values } = parseArgs({ options: { real: { type: 'string' }, engines: { type: 'string', default: '1000' } } });
const launcher = fileURLToPath(new URL('../../../packages/engine/bin/lading-engine.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lading-bench-'));
const socket = join(folder, 'engine.sock');

function send(path, socketPath, method = 'GET', body = undefined) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ socketPath, path: `/v1.44${path}`, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(text === '' ? undefined : text));
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

function report(name, value) {
  process.stdout.write(`${name}: ${value}\n`);
}

async function create(socketPath, name, Cmd) {
  return JSON.parse(await send(`/containers/create?name=${name}`, socketPath, 'POST', { Image: 'base', Cmd })).Id;
}

async function perSecond(action, milliseconds = 2000) {
  const end = performance.now() + milliseconds;
  const begin = performance.now();
  let count = 0;
  for (; performance.now() < end; count += 1) await action();
  return (count * 1000) / (performance.now() - begin);
}

async function cycle(socketPath) {
  const Id = await create(socketPath, `cycle-${Math.random().toString(36).slice(2)}`, ['true']);
  await send(`/containers/${Id}/start`, socketPath, 'POST');
  await send(`/containers/${Id}/wait`, socketPath, 'POST');
  await send(`/containers/${Id}`, socketPath, 'DELETE');
}

const begin = performance.now();
const child = spawn(process.execPath, [launcher, '--host', `unix://${socket}`, '--image', 'base', '--no-ports'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise((resolve) => child.stdout.once('data', resolve));
await send('/_ping', socket);
report('start to first response as a process, ms', Math.round(performance.now() - begin));

const inProcess = performance.now();
const engine = await startEngine({ publishPorts: false });
await send('/_ping', engine.address.replace('unix://', ''));
report('start to first response in a process, ms', Math.round(performance.now() - inProcess));
await engine.close();

const sockets = { own: socket, ...(values.real && { real: values.real.replace('unix://', '') }) };
const rates = {};
for (const [name, path] of Object.entries(sockets)) {
  const ids = [];
  for (let index = 0; index < 100; index += 1) ids.push(await create(path, `bench-${index}`, ['true']));
  rates[name] = {
    list: await perSecond(() => send('/containers/json?all=1', path)),
    cycle: await perSecond(() => cycle(path), 4000),
  };
  report(`${name}: lists of 100 containers per second`, Math.round(rates[name].list));
  report(`${name}: create, start, wait, remove per second`, rates[name].cycle.toFixed(1));
  for (const id of ids) await send(`/containers/${id}`, path, 'DELETE');
}
if (rates.real) {
  report('list, own ÷ real', (rates.own.list / rates.real.list).toFixed(1));
  report('cycle, own ÷ real', (rates.own.cycle / rates.real.cycle).toFixed(1));
}
for (let index = 0; index < 1000; index += 1) await create(socket, `many-${index}`, ['true']);
const { readFileSync } = await import('node:fs');
const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
report('memory of the process with 1,000 containers, MB', Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024));
child.kill('SIGTERM');

const memory = [];
for (let index = 0; index < Number(values.engines); index += 1) {
  await (await startEngine({ publishPorts: false })).close();
  if (index % 100 === 99) {
    globalThis.gc?.();
    memory.push(Math.round(process.memoryUsage().heapUsed / 1e6));
  }
}
report(`heap after each 100 of ${values.engines} engines, MB`, memory.join(' '));
report(
  'open handles at the end',
  process
    .getActiveResourcesInfo()
    .filter((name) => !/TTY|Pipe/.test(name))
    .join(' ') || 'none',
);
rmSync(folder, { recursive: true, force: true });
