// Requests at the limits of what is allowed: what engines refuse, and whether the reference engine refuses it with the same words.
import { readFileSync, writeFileSync } from 'node:fs';
import { runCommands } from '../../run/commands.mjs';

const file = (name) => new URL(name, import.meta.url);
const swarm = { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' };
const bodyOf = (body) => (body === undefined ? {} : { body, type: 'application/json' });
const post = (ask, path, json) => ask('POST', path, json && { json });

/** @type {import('../../run/commands.mjs').Command} */
const record = {
  about: `Records which requests of requests.jsonl engines refuse, into that file, at each supported version of the specification.
What a request creates is removed again. An engine outside a swarm creates one for the requests that need it, and leaves it at the end.
tools/conformance/engines/start.sh prints names and sockets.`,
  names: 'NAME=SOCKET',
  async run({ names }, { refuse }) {
    const engines = names.map((name) => name.split('='));
    if (engines.length === 0 || engines.some(([, socket]) => !socket)) refuse('name engines and their sockets');
    const rows = readFileSync(file('requests.jsonl'), 'utf8').trim().split('\n');
    const requests = rows.map((row) => ({ ...JSON.parse(row), responses: {} }));
    for (const [name, socket] of engines) {
      const ask = await asking(socket);
      const { ApiVersion: newest } = (await ask('GET', '/version')).body;
      const empty = { body: Buffer.alloc(1024), type: 'application/x-tar' };
      await ask('POST', '/images/create?fromSrc=-&repo=lading-refusals&tag=1', empty);
      await post(ask, '/networks/create', { Name: 'pnet', IPAM: { Config: [{ Subnet: '10.199.77.0/24' }] } });
      for (const isInSwarm of [false, true]) {
        if (isInSwarm) await post(ask, '/swarm/init', swarm);
        const ids = isInSwarm ? [await created(ask, 'configs'), await created(ask, 'secrets')] : [];
        for (const { method, path, body, headers, swarm: needsSwarm = false, responses } of requests) {
          if (needsSwarm !== isInSwarm) continue;
          const raw = JSON.stringify(body)?.replaceAll('$CONFIG', ids[0]).replaceAll('$SECRET', ids[1]);
          for (const version of ['1.41', '1.44'].filter((own) => Number(own.slice(2)) <= Number(newest.slice(2)))) {
            const response = await ask(method, `/v${version}${path}`, { ...bodyOf(raw), headers });
            const words = response.text.replace(/\s+/g, ' ').slice(0, 160);
            const refused = `${response.status} ${words}`;
            responses[`${name} at ${version}`] = response.status < 400 ? response.status : refused;
            if (response.status < 300) await remove(ask, path, response.body);
            if (response.status < 300 && path === '/swarm/init') await ask('POST', '/swarm/leave?force=1');
          }
        }
      }
      await ask('POST', '/swarm/leave?force=1');
      for (const path of ['/networks/pnet', '/images/lading-refusals:1?force=1']) await ask('DELETE', path);
    }
    writeFileSync(file('requests.jsonl'), requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
    return {
      text: `${requests.length} requests, ${engines.map(([name]) => name).join(', ')}: requests.jsonl is written`,
    };
  },
};

/** @type {import('../../run/commands.mjs').Command} */
const compare = {
  about: `Compares the refusals of a real engine 26.1 with those of the reference engine: the status and the message of each response to
the requests of compared.txt. The real engine needs a statically linked busybox as busybox:latest. Its containers run, idle, paused and
ended, its network net1, its volume vol1 and its swarm are replaced. Exit code 1: a request differs that does not stand below a
"# differs: REASON", or one that stands there does not.`,
  options: {
    socket: ['FILE', 'that of the real engine, which tools/conformance/engines/start.sh 26.1 prints'],
    only: ['PATTERN', 'only lines that match', ''],
  },
  async run({ socket, only }, { refuse }) {
    if (socket === undefined) refuse('--socket is missing');
    const { startEngine } = await import('@lading/engine');
    const engine = await startEngine({ images: ['busybox:latest'], publishPorts: false });
    const sockets = [socket, engine.address.replace('unix://', '')];
    const subjects = await Promise.all(sockets.map((path) => asking(path, '/v1.44', 4000)));
    const { lines, reasons } = compared(new RegExp(only));
    const isOfSwarm = (line) => /^\S+ \/(swarm|services|nodes|tasks|secrets|configs)/.test(line);
    for (const ask of subjects) await ask('POST', '/swarm/leave?force=1');
    const differences = [];
    for (const group of [lines.filter((line) => !isOfSwarm(line)), lines.filter(isOfSwarm)]) {
      const prepare = async () => {
        for (const ask of subjects) await createObjects(ask, group.some(isOfSwarm));
      };
      if (group.length > 0) await prepare();
      for (const line of group) {
        const [real, own] = [await perform(subjects[0], line), await perform(subjects[1], line)];
        if (real.isChange || own.isChange) await prepare();
        if (real.text !== own.text) differences.push({ line, real: real.text, own: own.text });
      }
    }
    await engine.close();
    const unexpected = differences.filter(({ line }) => !reasons.has(line));
    // On another machine, what the machine decides may be equal.
    const equal = [...reasons]
      .filter(([line, reason]) => !/^the machine decides/.test(reason) && !differences.some((one) => one.line === line))
      .map(([line]) => line);
    const shown = [
      ...unexpected.map(
        ({ line, real, own }) => `${line.slice(0, 300)}\n   real ${real.slice(0, 400)}\n   here ${own.slice(0, 400)}`,
      ),
      ...equal.map((line) => `${line.slice(0, 300)}\n   does not differ any more: remove it from the differences`),
      `${lines.length} requests: ${lines.length - differences.length} with the same status and message, ${differences.length - unexpected.length} differ for a reason`,
    ];
    return { text: shown.join('\n'), failed: unexpected.length + equal.length > 0 };
  },
};

/** Returns the requests of compared.txt, and the reasons for which some of them differ. @param {RegExp} pattern */
function compared(pattern) {
  const lines = [];
  const reasons = new Map();
  let reason;
  for (const line of readFileSync(file('compared.txt'), 'utf8').split('\n')) {
    reason = /^# differs: (.*)/.exec(line)?.[1] ?? reason;
    if (line.trim() === '' || line.startsWith('#') || !pattern.test(line)) continue;
    lines.push(line);
    if (reason !== undefined) reasons.set(line, reason);
  }
  return { lines, reasons };
}

await runCommands('tools/conformance/refusals/refusals.mjs', {
  record: ['records which requests engines refuse', async () => ({ default: record })],
  compare: ['compares an engine with the reference engine', async () => ({ default: compare })],
});

/** Returns a function that sends requests to an engine. @param leaveAfter the milliseconds after which a stream is left */
async function asking(socket, prefix = '', leaveAfter = undefined) {
  // Here, so that --help needs no build.
  const { caller } = await import('../dist/drivers/caller.js');
  const call = caller(socket, prefix, leaveAfter === undefined ? {} : { idle: 2 * leaveAfter });
  return async (method, path, options) => {
    const { status, json, bytes } = await call(method, path, { ...options, leaveAfter });
    return { status, body: json, text: String(json?.message ?? bytes) };
  };
}

/** Creates a config or a secret, and returns its identifier. */
async function created(ask, kind) {
  await post(ask, `/${kind}/create`, { Name: 'refusal', Data: 'eA==' });
  return (await ask('GET', `/${kind}`)).body.find(({ Spec }) => Spec.Name === 'refusal')?.ID;
}

/** Removes what a request created. */
async function remove(ask, path, { Id, ID, Name } = {}) {
  const [, kind] = path.split(/[/?]/);
  const isCreation = /^\/(containers|networks|volumes|services|secrets|configs)\/create(\?|$)/.test(path);
  if (isCreation) await ask('DELETE', `/${kind}/${Id ?? ID ?? Name}?force=1`);
  return isCreation;
}

/** Sends a line, and removes what it created. */
async function perform(ask, line) {
  const [, method, target, body] = /^(\S+) (.*?)(?: ([{["].*|\d+|null|true|-))?$/s.exec(line);
  const sent = bodyOf(await named(ask, body === '-' ? '' : body));
  const path = encodeURI(await named(ask, target)).replaceAll('+', '%2B');
  const response = await ask(method, path, sent);
  const isAccepted = response.status > 0 && response.status < 300;
  const isCreation = isAccepted && (await remove(ask, target, response.body));
  const message = response.text
    .replace(/\b[0-9a-f]{64}\b/g, 'ID')
    .replace(/\b[0-9a-f]{12}\b/g, 'SHORT')
    .replace(/\b[0-9a-z]{25}\b/g, 'ID')
    // Engines list the values of filters in no order.
    .replace(/\[([^[\]]*)\]/g, (_, words) => `[${words.split(' ').sort().join(' ')}]`)
    .trim();
  return {
    text: `${response.status} ${response.status >= 400 || response.status === 0 ? message : ''}`,
    isChange: isAccepted && !isCreation && !['GET', 'HEAD'].includes(method) && !target.endsWith('/exec'),
  };
}

async function createObjects(ask, isInSwarm) {
  await post(ask, '/containers/paused/unpause');
  const commands = { run: 'sleep 100000', idle: 'sleep 1000', paused: 'sleep 100000', ended: 'true' };
  for (const [name, command] of Object.entries(commands)) {
    await ask('DELETE', `/containers/${name}?force=1`);
    await post(ask, `/containers/create?name=${name}`, { Image: 'busybox', Cmd: command.split(' ') });
    if (name !== 'idle') await post(ask, `/containers/${name}/start`);
  }
  await post(ask, '/containers/paused/pause');
  await post(ask, '/containers/ended/wait');
  for (const path of ['/networks/net1', '/volumes/vol1?force=1']) await ask('DELETE', path);
  await post(ask, '/networks/create', { Name: 'net1', IPAM: { Config: [{ Subnet: '10.77.0.0/24' }] } });
  await post(ask, '/volumes/create', { Name: 'vol1' });
  if (!isInSwarm) return;
  await post(ask, '/swarm/init', swarm);
  for (const path of ['/services/svc', '/secrets/sec', '/configs/cfg']) await ask('DELETE', path);
  const ContainerSpec = { Image: 'busybox:latest', Command: ['sleep', '1000'] };
  const Mode = { Replicated: { Replicas: 0 } };
  await post(ask, '/services/create', { Name: 'svc', TaskTemplate: { ContainerSpec }, Mode });
  await post(ask, '/secrets/create', { Name: 'sec', Data: 'eA==' });
  await post(ask, '/configs/create', { Name: 'cfg', Data: 'eA==' });
}

/** Replaces the names of objects by their identifiers: `$SVC`, and `$SVCV` for its version. */
async function named(ask, text) {
  const objects = { SVC: '/services/svc', SEC: '/secrets/sec', CFG: '/configs/cfg', SWARM: '/swarm', NODE: '/nodes' };
  let result = text;
  for (const [name, path] of Object.entries(objects)) {
    if (!result?.includes(`$${name}`)) continue;
    const { body } = await ask('GET', path);
    const object = Array.isArray(body) ? body[0] : body;
    result = result.replaceAll(`$${name}V`, object?.Version?.Index).replaceAll(`$${name}`, object?.ID);
  }
  if (result?.includes('$EXEC')) {
    const { body } = await post(ask, '/containers/run/exec', { Cmd: ['true'] });
    result = result.replaceAll('$EXEC', body.Id);
  }
  return result?.includes('$IMGID')
    ? result.replaceAll('$IMGID', (await ask('GET', '/images/busybox/json')).body.Id)
    : result;
}
