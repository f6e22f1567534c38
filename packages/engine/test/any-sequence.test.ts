/** Property test: no sequence of requests makes the engine fail, and its objects always fit together. */
import { createServerV144 } from '@lading/server';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { createEngine, RecordingDriver, type Engine } from '../src/index.js';

const [containers, networks, volumes] = [
  ['c1', 'c2', 'c3'],
  ['bridge', 'n1', 'n2'],
  ['v1', 'v2'],
];
const container = fc.constantFrom(...containers);
const network = fc.constantFrom(...networks);
const volume = fc.constantFrom(...volumes);
const flag = fc.boolean();

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const newContainer = fc.record({
  Image: fc.constantFrom('alpine', 'missing'),
  Cmd: fc.constantFrom(['sleep', '60'], ['true'], ['false'], ['nothing'], ['sh', '-c', 'trap "" TERM; sleep 60']),
  HostConfig: fc.record({
    AutoRemove: flag,
    NetworkMode: fc.constantFrom('bridge', 'n1', 'none', 'container:c1'),
    Binds: fc.constantFrom([], ['v1:/data'], ['v2:/data:ro', '/:/host']),
    RestartPolicy: fc.record({ Name: fc.constantFrom('no', 'no', 'always', 'on-failure') }),
    PortBindings: fc.constantFrom({}, { '80/tcp': [{ HostPort: '8080' }] }),
  }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(container, newContainer).map(([name, body]) => post(`/containers/create?name=${name}`, body)) },
  { weight: 8, arbitrary: fc.tuple(container, fc.constantFrom('start', 'stop?t=0', 'kill', 'kill?signal=HUP', 'pause', 'unpause', 'restart?t=0', 'resize?h=1&w=1', 'update')).map(([name, action]) => post(`/containers/${name}/${action}`, {})) },
  { weight: 3, arbitrary: fc.tuple(container, flag, flag).map(([name, force, v]) => ({ method: 'DELETE', path: `/containers/${name}?force=${force}&v=${v}` })) },
  { weight: 2, arbitrary: fc.tuple(container, fc.constantFrom('json', 'json?size=1', 'logs?stdout=1', 'top', 'changes', 'stats?stream=0&one-shot=1', 'archive?path=/data')).map(([name, what]) => get(`/containers/${name}/${what}`)) },
  fc.tuple(container, container).map(([name, other]) => post(`/containers/${name}/rename?name=${other}`)),
  container.map((name) => post(`/containers/${name}/exec`, { Cmd: ['true'] })),
  network.map((Name) => post('/networks/create', { Name })),
  fc.tuple(network, container, fc.constantFrom('connect', 'disconnect')).map(([name, Container, action]) => post(`/networks/${name}/${action}`, { Container })),
  network.map((name) => ({ method: 'DELETE', path: `/networks/${name}` })),
  volume.map((Name) => post('/volumes/create', { Name })),
  volume.map((name) => ({ method: 'DELETE', path: `/volumes/${name}` })),
  fc.constantFrom('containers', 'networks', 'volumes', 'images').map((group) => post(`/${group}/prune`)),
  fc.constantFrom('/containers/json?all=1', '/networks', '/volumes', '/images/json', '/info', '/system/df').map(get),
  container.map((name) => post(`/commit?container=${name}&repo=made`)),
); // prettier-ignore

function post(path: string, body?: object): Step {
  return { method: 'POST', path, ...(body && { body }) };
}

function get(path: string): Step {
  return { method: 'GET', path };
}

/** Errors that engines respond with 500, too. */
const expectedFailures =
  /port is already allocated|is not running|is not paused|is not connected|no available IPv4|failed to join|Cannot restart container/;

const timeout = 600_000;

it('responds to every request, and keeps its objects consistent', { timeout }, async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const sequence = fc.array(step, { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const errors: unknown[] = [];
      const engine = createEngine({ networkDriver: new RecordingDriver() });
      const server = createServerV144(engine.handlers, { onError: (error) => void errors.push(error) });
      await engine.pull('alpine');
      for (const { method, path, body } of steps) {
        const headers = { 'Content-Type': 'application/json' };
        const init = { method, ...(body && { headers, body: JSON.stringify(body) }) };
        const response = await server.fetch(new Request(`http://engine${path}`, init));
        const text = await response.text();
        if (response.status >= 500) expect(text, `${method} ${path}`).toMatch(expectedFailures);
        expectConsistent(engine);
      }
      await new Promise((resolve) => setImmediate(resolve));
      await engine.close();
      expect(errors).toEqual([]);
    }),
    { numRuns: inject('isFullRun') ? 150 : 12, seed: inject('seed') },
  );
  process.off('unhandledRejection', onRejection);
  expect(rejections).toEqual([]);
});

function expectConsistent({ containers: all, networks: allNetworks, volumes: allVolumes }: Engine): void {
  const names = all.all().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const each of all.all()) {
    expect(each.process !== undefined, `${each.name} is ${each.status}`).toBe(
      ['running', 'paused'].includes(each.status),
    );
    for (const { volume: name } of each.record.mounts)
      if (name !== undefined) expect(allVolumes.usersOf(name)).toContain(each.id);
    for (const [name, { joined }] of Object.entries(each.endpoints)) {
      if (joined === undefined) continue;
      expect(each.process).toBeDefined();
      expect(allNetworks.members(joined.networkId).has(each.id), `${each.name} on ${name}`).toBe(true);
    }
  }
  const addresses = allNetworks.all().flatMap(({ id }) => [...allNetworks.members(id).values()].map(({ ipv4 }) => ipv4)).filter(Boolean); // prettier-ignore
  expect(new Set(addresses).size).toBe(addresses.length);
}
