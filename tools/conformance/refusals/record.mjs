#!/usr/bin/env node
/**
 * Records which requests of `requests.json` engines reject, into `responses.json`.
 *
 *     node tools/conformance/refusals/record.mjs 20.10=SOCKET 26.1=SOCKET 28.5=SOCKET
 *
 * It has to be built: npx nx run @lading/conformance:build. Every engine receives the requests at each supported version of the
 * specification. What a request creates is removed
 * again. An engine outside a swarm creates one for the requests that need it, and leaves it at the end.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { caller } from '../dist/drivers/caller.js';

const here = new URL('.', import.meta.url);
const requests = JSON.parse(readFileSync(new URL('requests.json', here), 'utf8'));
const engines = process.argv.slice(2).map((argument) => argument.split('='));
if (engines.length === 0 || engines.some(([, socket]) => socket === undefined)) {
  console.error('Usage: record.mjs NAME=SOCKET… (tools/conformance/engines/start.sh prints names and sockets)');
  process.exit(2);
}
const image = 'lading-refusals:1';

const responses = requests.map(() => ({}));
for (const [name, socketPath] of engines) {
  const call = caller(socketPath, '');
  const ask = async (method, path, json, options) => {
    const { status, json: body, bytes } = await call(method, path, { ...(json !== undefined && { json }), ...options });
    return { status, body: body ?? bytes.toString() };
  };
  const { ApiVersion: highest } = (await ask('GET', '/version')).body;
  const empty = { raw: Buffer.alloc(1024), type: 'application/x-tar' };
  await ask('POST', '/images/create?fromSrc=-&repo=lading-refusals&tag=1', undefined, empty);
  await ask('POST', '/networks/create', { Name: 'pnet', IPAM: { Config: [{ Subnet: '10.199.77.0/24' }] } });
  for (const swarm of [false, true]) {
    if (swarm) await ask('POST', '/swarm/init', { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' });
    const ids = swarm ? await objects(ask) : {};
    for (const [index, one] of requests.entries()) {
      if (needsSwarm(one) !== swarm) continue;
      const { method, path, body, headers } = complete(one, index, ids);
      for (const version of ['1.41', '1.44'].filter((own) => Number(own.slice(2)) <= Number(highest.slice(2)))) {
        const { status, body: response } = await ask(method, `/v${version}${path}`, body, { headers });
        responses[index][`${name} at ${version}`] = status < 400 ? status : `${status} ${firstLine(response)}`;
        if (status < 300) await remove(ask, path, response);
      }
    }
  }
  await ask('POST', '/swarm/leave?force=1');
  await ask('DELETE', '/networks/pnet');
  await ask('DELETE', `/images/${image}?force=1`);
}
const rows = responses.map((response) => `  ${JSON.stringify(response)}`);
writeFileSync(new URL('responses.json', here), `[\n${rows.join(',\n')}\n]\n`);
console.log(`${requests.length} requests, ${engines.map(([name]) => name).join(', ')}: responses.json is written`);

function needsSwarm({ create, needs }) {
  return create === 'service' || needs === 'swarm';
}

/** The complete request: `requests.json` lists only the relevant parts. */
function complete({ create, method = 'POST', path, body, headers }, index, ids) {
  const text = JSON.stringify(body)
    ?.replaceAll('$CONFIG', ids.config ?? '')
    .replaceAll('$SECRET', ids.secret ?? '');
  const own = text === undefined ? undefined : JSON.parse(text);
  switch (create) {
    case 'container':
      return { method, path: `/containers/create?name=refusal-${index}`, body: { Image: image, Cmd: ['x'], ...own } };
    case 'network':
      return { method, path: '/networks/create', body: { Name: `refusal-${index}`, ...own } };
    case 'volume':
      return { method, path: '/volumes/create', body: { Name: `refusal-${index}`, ...own } };
    case 'service': {
      const { ContainerSpec, ...task } = own.TaskTemplate ?? {};
      const TaskTemplate = { ContainerSpec: { Image: image, Command: ['x'], ...ContainerSpec }, ...task };
      return {
        method,
        path: '/services/create',
        body: { Mode: { Replicated: { Replicas: 0 } }, ...own, TaskTemplate },
      };
    }
    default:
      return { method, path, body: own, headers };
  }
}

async function objects(ask) {
  const create = async (kind) => {
    await ask('POST', `/${kind}/create`, { Name: 'refusal', Data: 'eA==' });
    return (await ask('GET', `/${kind}`)).body.find(({ Spec }) => Spec.Name === 'refusal')?.ID;
  };
  return { config: await create('configs'), secret: await create('secrets') };
}

async function remove(ask, path, { Id, ID, Name } = {}) {
  const [, kind] = path.split(/[/?]/);
  if (path.includes('/create')) await ask('DELETE', `/${kind}/${Id ?? ID ?? Name}?force=1`);
  if (path === '/swarm/init') await ask('POST', '/swarm/leave?force=1');
}

function firstLine(body) {
  return String(body?.message ?? body)
    .replace(/\s+/g, ' ')
    .slice(0, 160);
}
