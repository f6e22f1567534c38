/** From a service to its tasks: their records, reports, places, and what remains of them. */
import type { ServiceSpecInput } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { readClusterSettings } from '../../src/swarm/manager/cluster-spec.js';
import { newTask } from '../../src/swarm/manager/new-task.js';
import type { TaskRecord } from '../../src/swarm/cluster/task-record.js';
import { apiOf } from './swarm-api.js';
import { Model } from './swarm-model.js';

const create = (model: Model, Name: string, Args: string[], more: Partial<ServiceSpecInput> = {}) =>
  model.swarm.services.create(model.settings(Args, { Name, ...more }));
const tasksOf = (model: Model, name: string) =>
  model.swarm.orchestrator.tasksOf(model.swarm.cluster.tables.service.named(name)?.id ?? '');
const allTasks = (model: Model) => [...model.swarm.cluster.tables.task.values()];
const port = (PublishMode: 'host' | 'ingress', PublishedPort: number, TargetPort = 80) => ({
  Protocol: 'tcp' as const,
  PublishMode,
  PublishedPort,
  TargetPort,
});

describe('a task', () => {
  it('has the name of its slot or node, the networks of its service, and its host ports', async () => {
    const model = new Model();
    const { engine, swarm, clock } = model;
    await apiOf(engine)('POST /networks/create', { Name: 'net', Driver: 'overlay' });
    const network = swarm.networks.find('net');
    const Networks = [{ Target: 'net', Aliases: ['alias'] }, { Target: 'host' }];
    const TaskTemplate = { Networks } as ServiceSpecInput['TaskTemplate'];
    const Ports = [port('host', 8080), port('ingress', 8081)];
    create(model, 'web', ['top'], { Mode: { Replicated: { Replicas: 1 } }, TaskTemplate, EndpointSpec: { Ports } });
    create(model, 'each', ['top'], { Mode: { Global: {} }, EndpointSpec: { Ports: [port('host', 9090)] } });
    await model.settle();
      const [[web], [each]] = [tasksOf(model, 'web'), tasksOf(model, 'each')];
      expect(web).toMatchObject({ slot: 1, name: `web.1.${web?.id}`, state: 'running', error: '', created: clock.now(), iteration: 0 });
      expect(each).toMatchObject({ slot: 0, name: `each.${engine.swarm.nodeId}.${each?.id}`, nodeId: engine.swarm.nodeId, networks: [] });
      expect(web?.hostPorts.map(({ published }) => published)).toEqual([8080]);
      expect(web?.networks.map(({ networkId, aliases, address }) => [networkId, aliases, address === ''])).toEqual([
        [network?.id, ['alias'], false],
        ['host', [], true],
        [swarm.networks.ingress?.id, [], false],
      ]);
      expect(web).not.toHaveProperty('waitsFor');
      expect(web).not.toHaveProperty('startAfter');
      await engine.close();
  }); // prettier-ignore

  it('stores when it starts, and after which other one', () => {
    const model = new Model();
    const service = create(model, 's', ['top'], { Mode: { GlobalJob: {} } });
    const action = { kind: 'create', task: 't', slot: 0, nodeId: 'n', desired: 'ready' } as const;
    const plain = newTask(service, action, 9, model.swarm.networks);
    expect(plain).toMatchObject({ name: 's.n.t', desired: 'ready', created: 9, since: 9, state: 'new', error: '' });
    const conditions = { startAfter: 5, waitsFor: 'other', restarts: [1] };
    const waiting = newTask(service, { ...action, ...conditions }, 9, model.swarm.networks);
    expect(waiting).toStrictEqual({ ...plain, ...conditions });
    for (const property of Object.keys(conditions)) expect(plain).not.toHaveProperty(property);
    return model.engine.close();
  });

  it('shares no host port that it names, and any that it does not', async () => {
    const model = new Model();
    const EndpointSpec = { Ports: [port('host', 0)] };
    create(model, 's', ['top'], { Mode: { Replicated: { Replicas: 2 } }, EndpointSpec });
    await model.settle();
    expect(tasksOf(model, 's').map(({ state }) => state)).toEqual(['running', 'running']);
    await model.engine.close();
  });

  it('takes reports that lead on, and no others', async () => {
    const model = new Model();
    create(model, 's', ['top'], { Mode: { Replicated: { Replicas: 1 } } });
    await model.settle();
    const { orchestrator, cluster } = model.swarm;
    const [task] = tasksOf(model, 's') as [TaskRecord];
    const current = () => cluster.tables.task.get(task.id);
    await model.clock.advance(10);
    orchestrator.report('none', { state: 'failed' });
    orchestrator.report(task.id, { state: 'starting' });
    expect(current()).toBe(task);
    orchestrator.report(task.id, { error: 'noted' });
    expect(current()).toMatchObject({ state: 'running', error: 'noted', since: task.since });
    orchestrator.report(task.id, { state: 'failed', message: 'ended' });
    const ended = current();
    expect(ended).toMatchObject({ state: 'failed', error: '', message: 'ended', since: task.since + 10 });
    orchestrator.report(task.id, { state: 'orphaned' });
    orchestrator.report(task.id, { error: 'late' });
    expect(current()).toBe(ended);
    await model.engine.close();
  });

  it('whose node has no free port waits for another node', async () => {
    const model = new Model();
    const EndpointSpec = { Ports: [port('host', 8080)] };
    const Mode = { Replicated: { Replicas: 1 } };
    create(model, 'first', ['top'], { Mode, EndpointSpec });
    await model.settle();
    create(model, 'second', ['top'], { Mode, EndpointSpec });
    create(model, 'udp', ['top'], { Mode, EndpointSpec: { Ports: [{ ...port('host', 8080), Protocol: 'udp' }] } });
    await model.settle();
    expect(tasksOf(model, 'second')).toMatchObject([{ state: 'pending', nodeId: '', error: expect.stringContaining('no suitable node (') as string }]);
    expect(tasksOf(model, 'udp')).toMatchObject([{ state: 'running' }]);
    const node = model.engine.swarm.addNode();
    await model.settle();
    expect(tasksOf(model, 'second')).toMatchObject([{ state: 'running', nodeId: node.id, error: '' }]);
    await model.engine.close();
  }); // prettier-ignore
});

describe('services', () => {
  it('keep as many old tasks as the swarm says, and none after their removal', async () => {
    const model = new Model();
    const { cluster } = model.swarm;
    const limitTo = (TaskHistoryRetentionLimit: number): void => {
      const settings = readClusterSettings({ Orchestration: { TaskHistoryRetentionLimit } });
      cluster.put('cluster', { ...cluster.record, settings });
    };
    limitTo(3);
    const RestartPolicy = { Delay: 1_000_000_000 };
    const TaskTemplate = { RestartPolicy } as ServiceSpecInput['TaskTemplate'];
    create(model, 's', ['soon'], { Mode: { Replicated: { Replicas: 1 } }, TaskTemplate });
    await model.settle(20_000, 40);
    expect(tasksOf(model, 's')).toHaveLength(3);
    limitTo(1);
    await model.settle();
    expect(tasksOf(model, 's').length).toBeLessThan(3);
    model.swarm.services.remove(model.swarm.services.find('s'));
    await model.settle(15_000);
    expect(allTasks(model)).toEqual([]);
    expect(model.engine.containers.all()).toEqual([]);
    await model.engine.close();
  });

  it('are all reconciled, however many they are', async () => {
    const model = new Model();
    const TaskTemplate = { Placement: { Constraints: ['node.role == none'] } } as ServiceSpecInput['TaskTemplate'];
    for (let index = 0; index < 205; index += 1)
      create(model, `s${index}`, ['top'], { Mode: { Replicated: { Replicas: 1 } }, TaskTemplate });
    await model.settle();
    expect(allTasks(model)).toHaveLength(205);
    expect(allTasks(model).every(({ state }) => state === 'pending')).toBe(true);
    model.engine.swarm.addNode();
    await model.settle();
    expect(new Set(allTasks(model).map(({ error }) => error))).toEqual(
      new Set(['no suitable node (scheduling constraints not satisfied on 2 nodes)']),
    );
    await model.engine.close();
  });

  it('wait while there are too few managers, and end with the swarm', async () => {
    const model = new Model();
    const other = model.engine.swarm.addNode({ role: 'manager', availability: 'drain' });
    create(model, 's', ['fragile'], { Mode: { Replicated: { Replicas: 1 } } });
    await model.settle();
    const [task] = tasksOf(model, 's') as [TaskRecord];
    await other.stop();
    model.swarm.orchestrator.report(task.id, { state: 'failed' });
    await model.settle(20_000);
    expect(tasksOf(model, 's')).toHaveLength(1);
    await other.start();
    await model.settle(20_000);
    expect(tasksOf(model, 's').map(({ state }) => state).sort()).toEqual(['failed', 'running']);
    const { swarm } = model;
    await other.leave();
    swarm.nodes.forceSingleManager(model.engine.swarm.nodeId);
    await model.engine.swarm.member.leave(true);
    const before = [...swarm.cluster.tables.task.values()];
    await model.settle(60_000);
    expect([...swarm.cluster.tables.task.values()]).toEqual(before);
    await model.engine.close();
  }); // prettier-ignore

  it('lose the tasks of a node that stays away, unless it returns', async () => {
    const model = new Model();
    const day = 24 * 3_600_000;
    const [absent, back] = [model.engine.swarm.addNode(), model.engine.swarm.addNode()];
    create(model, 's', ['top'], { Mode: { Global: {} } });
    await model.settle();
    await Promise.all([absent.stop(), back.stop()]);
    await model.settle(16_000);
    const lost = allTasks(model).filter(({ nodeId }) => nodeId === absent.id || nodeId === back.id);
    await model.clock.advance(day - 20_000);
    await back.start();
    await model.settle(10_000);
    const stateOf = (node: string) => lost.filter(({ nodeId }) => nodeId === node).map(({ id }) => model.swarm.cluster.tables.task.get(id)?.state);
    expect([stateOf(absent.id), stateOf(back.id)]).toEqual([['running'], ['shutdown']]);
    await model.settle(30_000);
    expect(stateOf(absent.id)).toEqual(['orphaned']);
    await model.engine.close();
  }); // prettier-ignore
});
