/** Where tasks are placed: resources, nodes that come and go, nodes of global services. */
import type { ServiceModeInput, ServiceSpecInput } from '@lading/types-v1.44';
import { expect, it } from 'vitest';
import { useSwarmScene } from './swarm-scene.js';

const scene = useSwarmScene();
const gigabyte = 1e9;

/** A service whose tasks reserve memory. */
function reserving(memory: number, Mode: ServiceModeInput): Partial<ServiceSpecInput> {
  const Resources = { Reservations: { MemoryBytes: memory } };
  return {
    Mode,
    TaskTemplate: { Resources, RestartPolicy: { Condition: 'none' } } as ServiceSpecInput['TaskTemplate'],
  };
}

const replicas = (Replicas: number): ServiceModeInput => ({ Replicated: { Replicas } });
/** Node properties of a machine that has room for two tasks of a gigabyte. */
const small = { properties: { memory: 2.5 * gigabyte } };

/** Lets only further nodes run tasks. */
async function pauseManager(): Promise<void> {
  const { engine, client } = scene();
  const { Version } = await client.node.inspect({ id: engine.swarm.nodeId });
  const body = { Role: 'manager' as const, Availability: 'pause' as const };
  await client.node.update({ id: engine.swarm.nodeId, version: Version.Index, body });
}

async function statesOf(service: string): Promise<string[]> {
  const tasks = await scene().tasks(service);
  return tasks.filter(({ DesiredState }) => DesiredState === 'running').map(({ Status }) => Status.State);
}

it('a task without a place says why, and gets one when another task has ended', async () => {
  const { engine, client, create, settle } = scene();
  engine.swarm.addNode(small);
  await pauseManager();
  await create('first', reserving(gigabyte, replicas(2)));
  await create('second', reserving(gigabyte, replicas(1)));
  expect(await statesOf('second')).toEqual(['pending']);
  const [waiting] = await scene().tasks('second');
  expect(waiting?.Status.Err).toBe(
    'no suitable node (1 node not available for new tasks; insufficient resources on 1 node)',
  );
  await client.service.delete({ id: 'first' });
  await settle(15_000);
  expect(await statesOf('second')).toEqual(['running']);
});

it('a task without a place gets one on a node that joins', async () => {
  const { engine, create, settle } = scene();
  engine.swarm.addNode(small);
  await pauseManager();
  await create('first', reserving(gigabyte, replicas(3)));
  expect((await statesOf('first')).sort()).toEqual(['pending', 'running', 'running']);
  const joined = engine.swarm.addNode(small);
  await settle();
  expect(await statesOf('first')).toEqual(['running', 'running', 'running']);
  expect((await scene().tasks('first')).filter(({ NodeID }) => NodeID === joined.id)).toHaveLength(1);
});

it('a task of a global service waits for its own node', async () => {
  const { engine, create } = scene();
  await pauseManager();
  const [full, free] = [engine.swarm.addNode(small), engine.swarm.addNode(small)];
  const Placement = { Constraints: [`node.id == ${full.id}`] };
  const spec = reserving(2 * gigabyte, replicas(1));
  await create('filler', {
    ...spec,
    TaskTemplate: { ...spec.TaskTemplate, Placement } as ServiceSpecInput['TaskTemplate'],
  });
  await create('everywhere', reserving(gigabyte, { Global: {} }));
  const states = (await scene().tasks('everywhere')).map(({ NodeID, Status }) => [NodeID, Status.State]);
  expect(Object.fromEntries(states)).toEqual({ [full.id]: 'pending', [free.id]: 'running' });
});
