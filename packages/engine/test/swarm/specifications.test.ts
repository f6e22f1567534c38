/** Specifications of services, secrets and nodes: what is rejected, what is shown again, and what lists select. */
import type { Node, Service, ServiceSpecInput, Task } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import type { NewSecret } from '../../src/swarm/manager/secrets.js';
import { readService } from '../../src/swarm/manager/read-service.js';
import { newEngine } from './swarm-api.js';

const container = { Image: 'alpine', Args: ['top'] };
const named = (spec: object, ContainerSpec: object = {}, task: object = {}) => ({
  Name: 's',
  TaskTemplate: { ContainerSpec: { ...container, ...ContainerSpec }, ...task },
  ...spec,
});
const port = (PublishedPort: number, more: object = {}) => ({ PublishedPort, TargetPort: 80, ...more });

function swarmScene() {
  const scene = newEngine();
  scene.engine.swarm.init();
  return scene;
}

describe('a service', () => {
  it.each([
    [named({ Name: 'under_score' }), ''],
    [named({ Name: '' }), 'name must be provided'],
    [named({ UpdateConfig: { Delay: -1 } }), 'update-delay cannot be negative'],
    [named({ RollbackConfig: { Monitor: -1 } }), 'update-monitor cannot be negative'],
    [named({ UpdateConfig: { MaxFailureRatio: -0.1 } }), 'update-maxfailureratio cannot be less than 0'],
    [named({ UpdateConfig: { MaxFailureRatio: 1.1 } }), 'update-maxfailureratio cannot be less than 0'],
    [named({ UpdateConfig: { MaxFailureRatio: 1, Delay: 0 } }), ''],
    [named({ UpdateConfig: { FailureAction: 'none' } }), 'unrecognized update failure action none'],
    [named({ UpdateConfig: { Order: 'none' } }), 'unrecognized update order none'],
    [named({ EndpointSpec: { Mode: 'none' } }), 'invalid resolution mode: "none"'],
    [named({}, {}, { RestartPolicy: { Delay: -1 } }), 'restart-delay cannot be negative'],
    [named({}, {}, { RestartPolicy: { Window: -1 } }), 'restart-window cannot be negative'],
    [named({}, {}, { RestartPolicy: { Condition: 'never' } }), 'invalid RestartCondition: "never"'],
    [named({}, {}, { RestartPolicy: { Condition: 'none', Delay: 0, Window: 0 } }), ''],
    [named({}, {}, { Runtime: 'other' }), 'unsupported runtime'],
    [named({}, {}, { Runtime: 'plugin' }), 'mismatched Runtime and *Spec fields'],
    [named({ Name: '-x' }), 'name must be valid as a DNS name component'],
    [named({ Name: 'x-' }), 'name must be valid as a DNS name component'],
    [named({ Name: 'a'.repeat(63) }), ''],
    [named({ Name: 'a'.repeat(64) }), 'name must be 63 characters or fewer'],
    [named({}, { Image: '' }), 'image reference must be provided'],
    [named({}, { Image: 'Not valid' }), '"Not valid" is not a valid repository/tag'],
    [named({}, { Image: 'registry.test:5000/a/b@sha256' }), ''],
    [named({}, { Hostname: '{{.Nope}}' }), 'expanding hostname failed'],
    [named({}, { Env: ['A={{.Nope}}'] }), 'expanding env failed'],
    [named({}, { Mounts: [{ Type: 'volume', Source: '{{.Nope}}', Target: '/a' }] }), 'expanding mounts failed'],
    [named({}, { Mounts: [{ Type: 'volume', Target: '/a' }, { Type: 'volume', Target: '/a' }] }), 'duplicate mount point: /a'],
    [named({}, { Mounts: [{ Type: 'volume', Target: '/a' }, { Type: 'volume', Target: '/b' }] }), ''],
    [named({}, {}, { Resources: { Limits: { NanoCPUs: 1 } } }), 'invalid cpu value 1e-09: Must be at least 0.001'],
    [named({}, {}, { Resources: { Reservations: { NanoCPUs: 999_999 } } }), 'Must be at least 0.001'],
    [named({}, {}, { Resources: { Reservations: { NanoCPUs: 1_000_000 } } }), ''],
    [named({}, {}, { Resources: { Limits: { NanoCPUs: 0, MemoryBytes: 0 } } }), ''],
    [named({}, {}, { Resources: { Limits: { MemoryBytes: 4_194_303 } } }), 'invalid memory value 4194303: Must be at least 4MiB'],
    [named({}, {}, { Resources: { Limits: { MemoryBytes: 4_194_304 } } }), ''],
    [named({}, {}, { Placement: { Constraints: ['nonsense'] } }), 'rpc error: code = Unknown desc = '],
    [named({ EndpointSpec: { Mode: 'dnsrr', Ports: [port(80)] } }), "ingress mode can't be used with dnsrr mode"],
    [named({ EndpointSpec: { Mode: 'dnsrr', Ports: [port(80, { PublishMode: 'host' })] } }), ''],
    [named({ EndpointSpec: { Ports: [port(80), port(80)] } }), 'duplicate published ports provided'],
    [named({ EndpointSpec: { Ports: [port(0), port(0, { TargetPort: 81 })] } }), ''],
    [named({ EndpointSpec: { Ports: [port(80), port(80, { Protocol: 'udp' })] } }), ''],
    [named({ Mode: { Global: {}, Replicated: {} } }), 'must specify only one service mode'],
    [named({ Mode: { GlobalJob: {} }, UpdateConfig: { Parallelism: 1 } }), 'Jobs may not have an update config'],
    [named({ Mode: { ReplicatedJob: {} }, RollbackConfig: { Parallelism: 1 } }), 'Jobs may not have an rollback config'],
    [named({ Mode: { ReplicatedJob: {} } }), ''],
    [named({}, { Secrets: [{ SecretID: 'none', SecretName: 'none', File: { Name: 'x' } }] }), 'secret not found: none'],
    [named({}, { Configs: [{ ConfigID: 'a', ConfigName: 'one', File: { Name: 'x' } }, { ConfigID: 'b', ConfigName: 'two', File: { Name: 'y' } }] }), 'configs not found: one, two'],
    [named({}, { Secrets: [{ SecretID: 'none' }] }), 'malformed secret reference'],
    [{ ...named({}, {}), Mode: { Replicated: { Replicas: 1e15 } } }, 'more than 100000 tasks'],
    [{ ...named({}, {}), Mode: { ReplicatedJob: { MaxConcurrent: 1e15 } } }, 'more than 100000 tasks'],
    [{ Name: 's', TaskTemplate: {} }, 'mismatched Runtime and *Spec fields'],
    [named({}, {}, { Runtime: 'attachment' }), 'mismatched Runtime and *Spec fields'],
    [named({}, {}, { Runtime: 'plugin', PluginSpec: {} }), 'runtime type "plugin" only supported in experimental'],
  ])('%#: %j is accepted, or not: %s', async (body, message) => {
    const { engine } = swarmScene();
    const { services } = engine.swarm.state ?? {};
    const create = () => services?.create(readService(body as ServiceSpecInput, (target) => target));
    if (message !== '') expect(create).toThrow(message);
    else create();
    expect(services?.all()).toHaveLength(message === '' ? 1 : 0);
    await engine.close();
  }); // prettier-ignore

  it.each([
    [{ Mode: { Replicated: {} } }, { Mode: { Replicated: { Replicas: 1 } } }],
    [{ Mode: { Global: {} } }, { Mode: { Global: {} } }],
    [{ Mode: { GlobalJob: {} } }, { Mode: { GlobalJob: {} } }],
    [
      { Mode: { ReplicatedJob: { MaxConcurrent: 3 } } },
      { Mode: { ReplicatedJob: { MaxConcurrent: 3, TotalCompletions: 3 } } },
    ],
    [
      { UpdateConfig: { Delay: 5, Monitor: 0 }, RollbackConfig: { Parallelism: 3, Order: 'start-first', Monitor: 7 } },
      {
        UpdateConfig: { Parallelism: 0, Delay: 5, FailureAction: 'pause', MaxFailureRatio: 0, Order: 'stop-first' },
        RollbackConfig: {
          Parallelism: 3,
          FailureAction: 'pause',
          Monitor: 7,
          MaxFailureRatio: 0,
          Order: 'start-first',
        },
      },
    ],
    [
      { EndpointSpec: { Ports: [port(80, { Name: 'http' }), port(0)] } },
      {
        EndpointSpec: {
          Mode: 'vip',
          Ports: [
            { Name: 'http', Protocol: 'tcp', TargetPort: 80, PublishedPort: 80, PublishMode: 'ingress' },
            { Protocol: 'tcp', TargetPort: 80, PublishMode: 'ingress' },
          ],
        },
      },
    ],
    [
      { Labels: { a: 'b' }, EndpointSpec: {} },
      { Labels: { a: 'b' }, EndpointSpec: { Mode: 'vip' } },
    ],
  ])('is shown with what it was given and its defaults: %j', async (given, shown) => {
    const { engine, api } = swarmScene();
    expect((await api('POST /services/create', named(given))).status).toBe(201);
    const { Spec } = (await api('GET /services/s')).body as Service;
    const TaskTemplate = {
      ContainerSpec: { ...container, Isolation: 'default' },
      ForceUpdate: 0,
      Runtime: 'container',
    };
    expect(Spec).toEqual({ Name: 's', Labels: {}, TaskTemplate, Mode: { Replicated: { Replicas: 1 } }, ...shown });
    const complete = ((await api('GET /services/s?insertDefaults=1')).body as Service).Spec;
    const isJob = /Job/.test(JSON.stringify(shown));
    expect(complete.TaskTemplate.RestartPolicy?.Condition).toBe(isJob ? 'on-failure' : 'any');
    expect(complete.UpdateConfig === undefined).toBe(isJob);
    await engine.close();
  });

  it('keeps its ports from others, and its assigned ones over updates', async () => {
    const { engine, api } = swarmScene();
    const create = (Name: string, Ports: object[]) => api('POST /services/create', named({ Name, EndpointSpec: { Ports } }));
    const portsOf = async (name: string) => ((await api(`GET /services/${name}`)).body as Service).Endpoint.Ports?.map(({ PublishedPort }) => PublishedPort);
    await create('one', [port(0), port(0, { TargetPort: 81 }), port(8080)]);
    await create('two', [port(0)]);
    expect([await portsOf('one'), await portsOf('two')]).toEqual([[30_000, 30_001, 8080], [30_002]]);
    const taken = await create('three', [port(8080)]);
    expect([taken.status, taken.message]).toEqual([400, expect.stringContaining("port '8080' is already in use by service 'one'")]);
    expect((await create('three', [port(8080, { PublishMode: 'host' })])).status).toBe(201);
    const { Version } = (await api('GET /services/one')).body as Service;
    const body = named({ Name: 'one', EndpointSpec: { Ports: [port(0, { TargetPort: 81 }), port(0, { TargetPort: 82 })] } });
    await api(`POST /services/one/update?version=${Version.Index}`, body);
    expect(await portsOf('one')).toEqual([30_001, 30_000]);
    await engine.close();
  }); // prettier-ignore

  it('without a name gets one', async () => {
    const { engine, api } = swarmScene();
    for (let count = 0; count < 2; count += 1) await api('POST /services/create', named({ Name: undefined }));
    const names = ((await api('GET /services')).body as Service[]).map(({ Spec }) => Spec.Name ?? '');
    expect(names).toEqual([expect.stringMatching(/^[a-z]+_[a-z]+/), expect.stringMatching(/^[a-z]+_[a-z]+/)]);
    expect(new Set(names).size).toBe(2);
    await engine.close();
  });

  it('is updated to what can change', async () => {
    const { engine, api } = swarmScene();
    await api('POST /services/create', named({}));
    const update = async (body: object, query = '') => {
      const { Version } = (await api('GET /services/s')).body as Service;
      const { status, message } = await api(`POST /services/s/update?version=${Version.Index}${query}`, body);
      return [status, message];
    };
    const rejection = (reason: string): unknown => expect.stringContaining(reason);
    expect(await update(named({ Name: 'other' }))).toEqual([501, rejection('renaming services is not supported')]);
    expect(await update(named({ Mode: { Global: {} } }))).toEqual([501, rejection('service mode change')]);
    expect(await update(named({}), '&rollback=previous')).toEqual([400, rejection('does not have a previous spec')]);
    const seen = engine.events.of('service').length;
    expect(await update(named({ Mode: { Replicated: { Replicas: 2 } } }, { Image: 'busybox' }))).toEqual([200, '']);
    expect(await update(named({}), '&rollback=previous')).toEqual([200, '']);
    expect(engine.events.of('service').slice(seen).map(({ attributes }) => attributes)).toEqual([
      { name: 's', 'image.new': 'busybox', 'image.old': 'alpine', 'replicas.new': '2', 'replicas.old': '1' },
      { name: 's', 'image.new': 'alpine', 'image.old': 'busybox', 'replicas.new': '1', 'replicas.old': '2', 'updatestate.new': 'rollback_started' },
    ]);
    expect((await api('DELETE /services/s')).status).toBe(200);
    expect((await api('GET /services/s')).status).toBe(404);
    await engine.close();
  }); // prettier-ignore
});

describe.each(['secrets', 'configs'] as const)('%s', (kind) => {
  const data = (size: number): string => Buffer.alloc(size, 'x').toString('base64');
  const limit = kind === 'secrets' ? 512_000 : 1_024_000;

  it('have names and sizes', async () => {
    const { engine } = swarmScene();
    const attempts: readonly (readonly [secret: Partial<NewSecret>, message: string])[] = [
      [{ name: '' }, 'name must be provided'],
      [{ name: '-a' }, 'invalid name'],
      [{ name: 'a-' }, 'invalid name'],
      [{ name: 'a'.repeat(65) }, 'invalid name'],
      [{ name: 'a'.repeat(64) }, ''],
      [{ name: 'a-_.b', data: data(limit - 1) }, ''],
      [{ name: 'big', data: data(limit) }, `data must be larger than 0 and less than ${limit} bytes`],
      [{ name: 'empty', data: '' }, 'data must be larger than 0'],
      [{ name: 'a-_.b' }, 'a-_.b already exists'],
      [{ name: 'driven', driver: { name: 'vault', options: {} } }, 'plugin "vault" not found'],
      [{ name: 'driven', driver: { name: '', options: {} } }, 'secret driver must have a name'],
    ];
    for (const [secret, message] of attempts) {
      const create = () => engine.swarm.state?.[kind].create({ name: 'a', labels: {}, data: data(1), ...secret });
      if (message !== '') expect(create).toThrow(message);
      else expect(create()).toMatchObject({ labels: {}, name: secret.name });
    }
    await engine.close();
  });

  it('change their labels only, and are listed by filters', async () => {
    const { engine, api } = swarmScene();
    for (const Name of ['one', 'other'])
      await api(`POST /${kind}/create`, { Name, Data: data(1), Labels: { name: Name }, Templating: { Name: 'golang' } });
    type Stored = { readonly ID: string; readonly Version: { readonly Index: number }; readonly Spec: object };
    const one = (await api(`GET /${kind}/one`)).body as Stored;
    expect(one.Spec).toEqual({
      Name: 'one', Labels: { name: 'one' }, Templating: { Name: 'golang' },
      ...(kind === 'configs' && { Data: data(1) }),
    });
    const update = (version: number, body: object) => api(`POST /${kind}/one/update?version=${version}`, body);
    expect((await update(one.Version.Index, { Name: 'two' })).message).toContain('only updates to Labels are allowed');
    expect((await update(one.Version.Index, { Name: 'one', Data: data(2) })).status).toBe(400);
    expect((await update(one.Version.Index, { Name: 'one', Labels: { new: '' } })).status).toBe(200);
    expect((await update(one.Version.Index, { Name: 'one', Data: data(1) })).message).toContain('update out of sequence');
    const names = async (filters: object) =>
      ((await api(`GET /${kind}?filters=${JSON.stringify(filters)}`)).body as Stored[]).map(({ Spec }) => (Spec as { Name: string }).Name).sort();
    expect(await names({})).toEqual(['one', 'other']);
    expect(await names({ name: ['o'] })).toEqual(['one', 'other']);
    expect(await names({ name: ['on'] })).toEqual(['one']);
    expect(await names({ id: [one.ID] })).toEqual(['one']);
    expect(await names({ label: ['new'] })).toEqual(['one']);
    expect(await names({ label: ['name=other'] })).toEqual(['other']);
    await engine.close();
  }); // prettier-ignore
});

describe('lists', () => {
  it('of nodes and tasks select by filters', async () => {
    const { engine, api, settle } = swarmScene();
    const properties = { engineLabels: { disk: 'ssd' }, genericResources: { gpu: 2 } };
    const worker = engine.swarm.addNode({ hostname: 'worker-1', labels: { zone: 'a' }, properties });
    const nodes = async (filters: object) => (await api(`GET /nodes?filters=${JSON.stringify(filters)}`)).body as Node[];
    const idsOf = async (filters: object) => (await nodes(filters)).map(({ ID }) => ID);
    const [all, onlyWorker] = [[engine.swarm.nodeId, worker.id].sort(), [worker.id]];
    for (const [filters, wanted] of [
      ...[[{}, all], [{ role: ['worker'] }, onlyWorker], [{ name: ['worker'] }, onlyWorker], [{ id: [worker.id] }, onlyWorker]],
      ...[[{ 'node.label': ['zone=a'] }, onlyWorker], [{ label: ['disk'] }, onlyWorker], [{ label: ['zone'] }, []]],
      ...[[{ membership: ['accepted'] }, all], [{ membership: ['pending'] }, []]],
    ] as const)
      expect([filters, await idsOf(filters)]).toEqual([filters, wanted]);
    const [{ Description, ManagerStatus } = {} as Node] = await nodes({ role: ['worker'] });
    expect(Description).toMatchObject({ Hostname: 'worker-1', Engine: { Labels: { disk: 'ssd' } }, Resources: { GenericResources: [{ DiscreteResourceSpec: { Kind: 'gpu', Value: 2 } }] } });
    expect(ManagerStatus).toBeUndefined();
    await api('POST /services/create', named({ Mode: { Global: {} }, Labels: { tier: 'web' } }));
    await api('POST /services/create', named({ Name: 'other' }, { Args: ['true'] }, { RestartPolicy: { Condition: 'none' } }));
    await settle();
    const tasks = async (filters: object) => ((await api(`GET /tasks?filters=${JSON.stringify(filters)}`)).body as Task[]).length;
    for (const [filters, count] of [
      ...[[{}, 3], [{ service: ['s'] }, 2], [{ service: ['s', 'other'] }, 3], [{ name: ['other'] }, 1], [{ label: ['tier=web'] }, 2]],
      ...[[{ service: ['s'], node: [worker.id] }, 1], [{ 'desired-state': ['running'] }, 2], [{ 'desired-state': ['shutdown'] }, 1]],
    ] as const)
      expect([filters, await tasks(filters)]).toEqual([filters, count]);
    await engine.close();
  }); // prettier-ignore
});
