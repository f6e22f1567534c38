#!/usr/bin/env node
/**
 * Compares the refusals of a real engine 26.1 with those of the reference engine: the status and the message of each response
 * to the requests of `compared.txt`.
 *
 *     node tools/conformance/refusals/compare.mjs SOCKET [--only PATTERN]
 *
 * Both have to be built: npx nx run-many -t build -p @lading/engine @lading/conformance. The real engine needs a statically linked
 * busybox as `busybox:latest`. Its containers `run`, `idle`, `paused` and `ended`, its network `net1`, its volume `vol1` and its swarm
 * are replaced. Exit code 1: a request differs that does not stand below a `# differs: REASON`, or one that stands there does not.
 */
import { readFileSync } from 'node:fs';
import { startEngine } from '@lading/engine';
import { caller } from '../dist/drivers/caller.js';

const [socket, option, pattern = ''] = process.argv.slice(2);
if (socket === undefined || (option !== undefined && option !== '--only')) {
  console.error(
    'Usage: compare.mjs SOCKET [--only PATTERN] (tools/conformance/engines/start.sh 26.1 prints the socket)',
  );
  process.exit(2);
}
/** The requests, and the reasons for which some of them differ. */
const lines = [];
const reasons = new Map();
let reason;
for (const line of readFileSync(new URL('compared.txt', import.meta.url), 'utf8').split('\n')) {
  reason = /^# differs: (.*)/.exec(line)?.[1] ?? reason;
  if (line.trim() === '' || line.startsWith('#') || !new RegExp(pattern).test(line)) continue;
  if (reason === undefined) lines.push(line);
  else reasons.set(line, reason);
}
const isOfSwarm = (line) => /^\S+ \/(swarm|services|nodes|tasks|secrets|configs)/.test(line);

const engine = await startEngine({ images: ['busybox:latest'], publishPorts: false });
const subjects = [socket, engine.address.replace('unix://', '')];
for (const subject of subjects) await send(subject, 'POST', '/swarm/leave?force=1');
const differences = [];
for (const group of [lines.filter((line) => !isOfSwarm(line)), lines.filter(isOfSwarm)]) {
  const prepare = async () => {
    for (const subject of subjects) await createObjects(subject, group.some(isOfSwarm));
  };
  if (group.length > 0) await prepare();
  for (const line of group) {
    const [real, own] = [await perform(subjects[0], line), await perform(subjects[1], line)];
    if (real.isChange || own.isChange) await prepare();
    if (real.text !== own.text) differences.push({ line, real: real.text, own: own.text });
  }
}
const unexpected = differences.filter(({ line }) => !reasons.has(line));
for (const { line, real, own } of unexpected)
  console.log(`${line.slice(0, 300)}\n   real ${real.slice(0, 400)}\n   here ${own.slice(0, 400)}`);
const equal = [...reasons.keys()].filter((line) => !differences.some((difference) => difference.line === line));
for (const line of equal)
  console.log(`${line.slice(0, 300)}\n   does not differ any more: remove it from the differences`);
console.log(
  `${lines.length} requests: ${lines.length - differences.length} with the same status and message, ${differences.length - unexpected.length} differ for a reason`,
);
await engine.close();
process.exit(unexpected.length + equal.length > 0 ? 1 : 0);

/** Sends a line, and removes what it created. */
async function perform(subject, line) {
  const [, method, target, body] = /^(\S+) (.*?)(?: ([{["].*|\d+|null|true|-))?$/s.exec(line);
  const path = target.split('?')[0];
  const response = await send(
    subject,
    method,
    await named(subject, target),
    await named(subject, body === '-' ? '' : body),
  );
  const isAccepted = response.status > 0 && response.status < 300;
  const id = response.body?.Id ?? response.body?.ID ?? response.body?.Name;
  const isCreation = /^\/(containers|networks|volumes|services|secrets|configs)\/create$/.test(path);
  if (isAccepted && isCreation && id) await send(subject, 'DELETE', `/${path.split('/')[1]}/${id}?force=1`);
  return {
    text: `${response.status} ${response.status >= 400 || response.status === 0 ? masked(response) : ''}`,
    isChange: isAccepted && !isCreation && method !== 'GET' && method !== 'HEAD' && !path.endsWith('/exec'),
  };
}

function masked({ body, text }) {
  return (
    String(body?.message ?? text)
      .replace(/\b[0-9a-f]{64}\b/g, 'ID')
      .replace(/\b[0-9a-f]{12}\b/g, 'SHORT')
      .replace(/\b[0-9a-z]{25}\b/g, 'ID')
      // Engines list the values of filters in no order.
      .replace(/\[([^[\]]*)\]/g, (_, words) => `[${words.split(' ').sort().join(' ')}]`)
      .trim()
  );
}

async function createObjects(subject, isInSwarm) {
  const post = (path, body) => send(subject, 'POST', path, body === undefined ? undefined : JSON.stringify(body));
  await post('/containers/paused/unpause');
  const commands = { run: 'sleep 100000', idle: 'sleep 1000', paused: 'sleep 100000', ended: 'true' };
  for (const [name, command] of Object.entries(commands)) {
    await send(subject, 'DELETE', `/containers/${name}?force=1`);
    await post(`/containers/create?name=${name}`, { Image: 'busybox', Cmd: command.split(' ') });
    if (name !== 'idle') await post(`/containers/${name}/start`);
  }
  await post('/containers/paused/pause');
  await post('/containers/ended/wait');
  await send(subject, 'DELETE', '/networks/net1');
  await post('/networks/create', { Name: 'net1', IPAM: { Config: [{ Subnet: '10.77.0.0/24' }] } });
  await send(subject, 'DELETE', '/volumes/vol1?force=1');
  await post('/volumes/create', { Name: 'vol1' });
  if (!isInSwarm) return;
  await post('/swarm/init', { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' });
  for (const path of ['/services/svc', '/secrets/sec', '/configs/cfg']) await send(subject, 'DELETE', path);
  const ContainerSpec = { Image: 'busybox:latest', Command: ['sleep', '1000'] };
  await post('/services/create', {
    Name: 'svc',
    TaskTemplate: { ContainerSpec },
    Mode: { Replicated: { Replicas: 0 } },
  });
  await post('/secrets/create', { Name: 'sec', Data: 'eA==' });
  await post('/configs/create', { Name: 'cfg', Data: 'eA==' });
}

/** Replaces the names of objects by their identifiers: `$SVC`, and `$SVCV` for its version. */
async function named(subject, text) {
  const objects = { SVC: '/services/svc', SEC: '/secrets/sec', CFG: '/configs/cfg', SWARM: '/swarm', NODE: '/nodes' };
  let result = text;
  for (const [name, path] of Object.entries(objects)) {
    if (!result?.includes(`$${name}`)) continue;
    const { body } = await send(subject, 'GET', path);
    const object = Array.isArray(body) ? body[0] : body;
    result = result.replaceAll(`$${name}V`, object?.Version?.Index).replaceAll(`$${name}`, object?.ID);
  }
  if (result?.includes('$EXEC')) {
    const { body } = await send(subject, 'POST', '/containers/run/exec', '{"Cmd":["true"]}');
    result = result.replaceAll('$EXEC', body.Id);
  }
  return result?.includes('$IMGID')
    ? result.replaceAll('$IMGID', (await send(subject, 'GET', '/images/busybox/json')).body.Id)
    : result;
}

/** Sends a request; a stream is left after 4 seconds. */
async function send(socket, method, path, raw) {
  const call = caller(socket, '/v1.44', { idle: 8000 });
  const options = { ...(raw !== undefined && { raw, type: 'application/json' }), leaveAfter: 4000 };
  const { status, json, bytes } = await call(method, encodeURI(path).replaceAll('+', '%2B'), options);
  return { status, body: json, text: bytes.toString() };
}
