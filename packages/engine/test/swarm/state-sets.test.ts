/** The state sets of swarms: each transition happens in a test, and no other one does. */
import { stateSets, type StateSetName } from '@lading/types-v1.44';
import type { ServiceSpecInput } from '@lading/types-v1.44';
import fc from 'fast-check';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { Model, seen } from './swarm-model.js';

const transitionsOf = (set: StateSetName): string[] =>
  [...new Set(stateSets[set].transitions.flatMap(({ from, to }) => (from && to ? [`${from}>${to}`] : [])))].sort();

const second = 1_000_000_000;
const quick = { Monitor: second, Delay: 0 };

describe('random histories', () => {
  type ModelStep = (model: Model) => unknown;
  const command = fc.constantFrom(['top'], ['top', '-b'], ['soon'], ['false'], ['true'], ['nothing']);
  const action = fc.constantFrom('pause' as const, 'rollback' as const, 'continue' as const);
  const node = fc.nat(2);
  const nodeOf = (model: Model, index: number) => model.engine.swarm.nodes[index % model.engine.swarm.nodes.length];
  const attempt =
    (step: ModelStep): ModelStep =>
    async (model) => {
      try {
        await step(model);
      } catch (error) {
        // Only requests are rejected: a fault of the engine is no HttpError.
        if (!(error instanceof Error) || !('status' in error)) throw error;
      }
    };
  const step: fc.Arbitrary<ModelStep> = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(command, action).map(([args, FailureAction]) => attempt((model) => model.update([...args], { UpdateConfig: { ...quick, FailureAction }, RollbackConfig: quick }))) },
    { weight: 1, arbitrary: fc.constant(attempt((model) => model.update(['top'], {}, true))) },
    { weight: 2, arbitrary: fc.tuple(node, fc.constantFrom('active' as const, 'pause' as const, 'drain' as const)).map(([index, availability]) => attempt((model) => model.setNode(nodeOf(model, index)?.id ?? '', { availability }))) },
    { weight: 2, arbitrary: fc.tuple(node, fc.constantFrom('worker' as const, 'manager' as const)).map(([index, role]) => attempt((model) => model.setNode(nodeOf(model, index)?.id ?? '', { role }))) },
    { weight: 1, arbitrary: node.map((index) => attempt((model) => nodeOf(model, index)?.stop())) },
    { weight: 2, arbitrary: node.map((index) => attempt((model) => nodeOf(model, index)?.start())) },
    { weight: 6, arbitrary: fc.constantFrom(0, 500, 5_000, 20_000).map((time) => (model: Model) => model.settle(time, 4)) },
  ); // prettier-ignore

  it('contain no other transitions', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const model = new Model();
        model.engine.swarm.addNode({ role: 'manager' });
        model.engine.swarm.addNode();
        model.swarm.services.create(model.settings(['top']));
        for (const run of steps) await run(model);
        await model.settle(1000);
        await model.engine.close();
      }),
      { numRuns: inject('isExhaustiveRun') ? 2000 : inject('isFullRun') ? 200 : 12, seed: inject('seed') },
    );
    for (const [set, transitions] of seen) expect(transitionsOf(set)).toEqual(expect.arrayContaining([...transitions]));
  });
});

describe('each transition', () => {
  it('of tasks on their way, and of their ends', async () => {
    const model = new Model();
    model.swarm.services.create(
      model.settings(['true'], {
        TaskTemplate: { RestartPolicy: { Condition: 'none' } } as ServiceSpecInput['TaskTemplate'],
      }),
    );
    await model.settle();
    model.update(['soon']);
    await model.settle(10_000);
    model.update(['nothing']);
    await model.settle(10_000);
    model.update(['top']);
    await model.settle(10_000);
    model.swarm.services.remove(model.swarm.services.find('s'));
    await model.settle(20_000);
    await model.engine.close();
  });

  it.each(['shutdown', 'rejected', 'orphaned'] as const)('of tasks to %s, from each state', async (end) => {
    const model = new Model();
    for (const state of ['assigned', 'accepted', 'preparing', 'ready', 'starting', 'running'] as const) {
      const node = model.engine.swarm.addNode({ labels: { here: 'yes' } });
      let isOver = false;
      const stop = model.swarm.cluster.listen((kind, value) => {
        const task = value as { readonly state?: string } | undefined;
        if (kind !== 'task' || task?.state !== state || isOver) return;
        isOver = true;
        // What happens while a task is in this state.
        if (end === 'shutdown') model.setNode(node.id, { availability: 'drain' });
        if (end === 'rejected') model.setNode(node.id, { labels: {} });
        if (end === 'orphaned') model.swarm.nodes.remove(model.swarm.nodes.find(node.id), true);
      });
      const Placement = { Constraints: ['node.labels.here == yes'] };
      const name = `${end}-${state}`;
      model.swarm.services.create({
        ...model.settings(['top'], {
          Name: name,
          Mode: { Replicated: { Replicas: 1 } },
          TaskTemplate: { Placement } as ServiceSpecInput['TaskTemplate'],
        }),
      });
      // Images are compressed by other threads, which takes real time.
      const hasHappened = async (): Promise<boolean> => {
        await model.settle();
        return isOver;
      };
      await expect.poll(hasHappened).toBe(true);
      stop();
      await model.settle(1000);
      model.swarm.services.remove(model.swarm.services.find(name));
      await model.settle(1000);
      if (end !== 'orphaned') model.setNode(node.id, { availability: 'pause', labels: {} });
    }
    await model.engine.close();
  });

  it('of a task whose image cannot be pulled', async () => {
    const model = new Model();
    model.swarm.services.create(
      model.settings(['top'], {
        TaskTemplate: { LogDriver: { Name: 'json-file' } } as ServiceSpecInput['TaskTemplate'],
      }),
    );
    await model.settle();
    const body = model.settings(['top'], {
      Name: 'other',
      TaskTemplate: { Networks: [{ Target: 'host' }, { Target: 'none' }] } as ServiceSpecInput['TaskTemplate'],
    });
    const spec = {
      ...body.task.spec,
      ContainerSpec: { Image: 'alpine', Mounts: [{ Type: 'bind', Target: 'relative' }] },
    };
    model.swarm.services.create({ ...body, task: { ...body.task, networks: [], spec } });
    await model.settle();
    await model.engine.close();
  });

  it('of nodes and managers', async () => {
    const model = new Model();
    const worker = model.engine.swarm.addNode();
    for (const availability of ['pause', 'drain', 'active', 'drain', 'pause', 'active'] as const)
      model.setNode(worker.id, { availability });
    model.setNode(worker.id, { role: 'manager' });
    const third = model.engine.swarm.addNode({ role: 'manager' });
    await third.stop();
    await model.settle(20_000);
    await third.start();
    await model.settle();
    const [fourth, fifth] = [model.engine.swarm.addNode({ role: 'manager' }), model.engine.swarm.addNode()];
    const { member, nodeId } = model.engine.swarm;
    // The leader is demoted while a worker has just stopped.
    await fifth.stop();
    model.setNode(nodeId, { role: 'worker' });
    await model.settle(20_000);
    expect(model.swarm.nodes.find(fifth.id).state).toBe('down');
    await fifth.start();
    model.setNode(nodeId, { role: 'manager' });
    // The leader stops while a worker has just stopped.
    const leader = model.engine.swarm.nodes.find(({ id }) => model.swarm.nodes.find(id).manager?.isLeader === true);
    await fifth.stop();
    await leader?.stop();
    await model.settle(20_000);
    expect(model.swarm.nodes.find(fifth.id).state).toBe('down');
    expect([member.isManager, fourth.engine.swarm.member.isManager]).toEqual([true, true]);
    await leader?.start();
    await model.settle();
    model.setNode(worker.id, { role: 'worker' });
    await model.engine.close();
  });

  it('of updates', async () => {
    const model = new Model();
    model.swarm.services.create(model.settings(['top']));
    await model.settle();
    const failing = {
      UpdateConfig: { ...quick, FailureAction: 'rollback' as const },
      RollbackConfig: { ...quick, FailureAction: 'pause' as const },
    };
    const pausing = { ...failing, UpdateConfig: { ...quick, FailureAction: 'pause' as const } };
    model.update(['false'], failing);
    await model.settle(15_000, 40);
    model.update(['top', '-d', '7'], pausing);
    await model.settle(15_000, 40);
    model.update(['top'], {}, true);
    await model.settle(15_000, 40);
    model.update(['top'], {}, true);
    await model.settle(200, 4);
    model.update(['false'], pausing);
    await model.settle(15_000, 40);
    model.update(['top'], {}, true);
    await model.settle(15_000, 40);
    model.update(['top', '-b'], pausing);
    await model.settle(200, 4);
    model.update(['top'], {}, true);
    await model.settle(15_000, 40);
    await model.engine.close();
  });
});

it('of rollbacks that pause, and of what follows them', async () => {
  const model = new Model();
  const pausing = { UpdateConfig: quick, RollbackConfig: { ...quick, FailureAction: 'pause' as const } };
  model.swarm.services.create(model.settings(['fragile'], pausing));
  const update = async (Args: string[], rollsBack = false): Promise<string | undefined> => {
    model.update(Args, pausing, rollsBack);
    await model.settle(15_000, 40);
    return model.swarm.services.find('s').updateStatus?.state;
  };
  await model.settle();
  expect(await update(['top'])).toBe('completed');
  expect(await update(['top', '-d', '9'])).toBe('completed');
  expect(await update(['fragile'])).toBe('completed');
  expect(await update(['top'])).toBe('completed');
  model.isBroken = true;
  expect(await update([], true)).toBe('rollback_paused');
  expect(await update([], true)).toBe('rollback_completed');
  expect(await update([], true)).toBe('rollback_paused');
  expect(await update(['top', '-d', '9'])).toBe('completed');
  await model.engine.close();
});

afterAll(() => {
  const missing = (
    [
      'task-state',
      'node-state',
      'manager-reachability',
      'node-availability',
      'node-role',
      'service-update-state',
    ] as const
  ).map((set) => [set, transitionsOf(set).filter((transition) => seen.get(set)?.has(transition) !== true)]);
  expect(Object.fromEntries(missing)).toEqual({
    'task-state': [],
    'node-state': [],
    'manager-reachability': [],
    'node-availability': [],
    'node-role': [],
    'service-update-state': [],
  });
});
