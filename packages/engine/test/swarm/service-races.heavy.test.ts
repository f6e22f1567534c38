/** Services and networks that clients create, change and remove in quick succession, over HTTP and in real time. */
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startEngine, type RunningEngine } from '../../src/index.js';

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ images: ['alpine'], publishPorts: false, checkResponses: true });
  expect((await send('POST /swarm/init', { ListenAddr: '127.0.0.1' })).status).toBe(200);
});
afterAll(() => engine.close());

async function send(line: string, body?: object) {
  const [method, path] = line.split(' ');
  const socketPath = engine.address.replace('unix://', '');
  const call = request({ socketPath, method, path: `/v1.44${path}`, headers: { 'content-type': 'application/json' } });
  call.end(body && JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  return { status: response.statusCode ?? 0, text: (await buffer(response)).toString() };
}

const services = ['s1', 's2', 's3'];
const networks = ['n1', 'n2'];

function specOf(Name: string, Replicas: number, network: string | undefined) {
  const Networks = network === undefined ? [] : [{ Target: network }];
  const ContainerSpec = { Image: 'alpine', Args: ['sleep', '1000'], StopGracePeriod: 1e7 };
  return { Name, TaskTemplate: { ContainerSpec, Networks }, Mode: { Replicated: { Replicas } } };
}

async function update(name: string, replicas: number, network: string | undefined, force: number) {
  const current = await send(`GET /services/${name}`);
  if (current.status !== 200) return current;
  const { Version } = JSON.parse(current.text) as { readonly Version: { readonly Index: number } };
  const spec = specOf(name, replicas, network);
  const TaskTemplate = { ...spec.TaskTemplate, ForceUpdate: force };
  return send(`POST /services/${name}/update?version=${Version.Index}`, { ...spec, TaskTemplate });
}

const service = fc.constantFrom(...services);
const network = fc.constantFrom(...networks);
const attached = fc.constantFrom(undefined, ...networks);
const replicas = fc.integer({ min: 0, max: 3 });
type ClientAction = () => Promise<{ readonly status: number; readonly text: string }>;

const action: fc.Arbitrary<ClientAction> = fc.oneof(
  fc.tuple(service, replicas, attached).map(([name, count, on]): ClientAction => () => send('POST /services/create', specOf(name, count, on))),
  fc.tuple(service, replicas, attached, fc.nat(3)).map(([name, count, on, force]): ClientAction => () => update(name, count, on, force)),
  service.map((name): ClientAction => () => send(`DELETE /services/${name}`)),
  network.map((Name): ClientAction => () => send('POST /networks/create', { Name, Driver: 'overlay', Attachable: true })),
  network.map((name): ClientAction => () => send(`DELETE /networks/${name}`)),
  fc.constantFrom('/services?status=1', '/tasks', '/networks', '/containers/json?all=1', '/nodes').map((path): ClientAction => () => send(`GET ${path}`)),
  fc.integer({ max: 40, min: 1 }).map((milliseconds): ClientAction => async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return { status: 200, text: '' };
  }),
); // prettier-ignore

/** What engines respond with 500, too: a missing network of a service, and an update of an older version of it. */
const usual = /update out of sequence|network n\d not found/;

async function removed(lines: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const line of lines) {
    let last = await send(line);
    for (let turn = 0; turn < 100 && last.status >= 400 && last.status < 404; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      last = await send(line);
    }
    if (last.status >= 400 && last.status !== 404) left.push(`${line}: ${last.status} ${last.text}`);
  }
  return left;
}

it('leave no request failing, and nothing that cannot be removed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
      const failures: string[] = [];
      // The actions of one round run at the same time.
      for (const round of rounds)
        for (const { status, text } of await Promise.all(round.map((run) => run())))
          if (status === 0 || (status >= 500 && !usual.test(text))) failures.push(`${status} ${text}`);
      const left = [
        ...(await removed(services.map((name) => `DELETE /services/${name}`))),
        ...(await removed(networks.map((name) => `DELETE /networks/${name}`))),
      ];
      const tasks = await send('GET /tasks');
      expect({ failures, left, tasks: tasks.status }).toEqual({ failures: [], left: [], tasks: 200 });
      const containers = async () => JSON.parse((await send('GET /containers/json?all=1')).text) as unknown[];
      await expect.poll(containers, { timeout: 5000 }).toEqual([]);
    }),
    { numRuns: inject('isFullRun') ? 200 : 50, seed: inject('seed') },
  );
}, 120_000);
