/** The networks of a swarm: subnets and addresses, the names of services, and their published ports. */
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Network, Service } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { PortInUse, type NetworkDriver, type PortRequest } from '../../src/ports/network-driver.js';
import { newEngine } from './swarm-api.js';

/** Connects to published ports without the network of the machine. */
class TestDriver implements NetworkDriver {
  readonly open = new Map<string, PortRequest>();

  publish(request: PortRequest) {
    if (request.first === 1) return Promise.reject(new PortInUse());
    const key = `${request.first}/${request.protocol}`;
    this.open.set(key, request);
    return Promise.resolve({ port: request.first, close: () => void this.open.delete(key) });
  }

  /** @returns what the program that accepts a connection writes; undefined if nothing accepts it */
  async read(port: string): Promise<string | undefined> {
    const [near, far] = duplexPair();
    return this.open.get(port)?.accept(far) === true ? text(near) : undefined;
  }

  close() {
    return Promise.resolve();
  }
}

async function swarmScene(pools?: { readonly DefaultAddrPool: string[]; readonly SubnetSize: number }) {
  const driver = new TestDriver();
  const scene = newEngine(driver);
  const { engine, api, settle } = scene;
  await api('POST /swarm/init', { ListenAddr: '0.0.0.0:2377', ...pools });
  engine.programs.add('serve', async ({ listen, hostname, signal }) => {
    listen(80, (connection) => connection.end(hostname));
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  const { state } = engine.swarm;
  if (state === undefined) throw new Error('the engine is in no swarm');
  return {
    ...scene,
    driver,
    state,
    createNetwork: (Name: string, more: object = {}) =>
      api('POST /networks/create', { Name, Driver: 'overlay', ...more }),
    subnetsOf: async (name: string) => ((await api(`GET /networks/${name}`)).body as Network).IPAM?.Config ?? [],
    async createService(Name: string, Replicas: number, spec: object = {}, task: object = {}) {
      const ContainerSpec = { Image: 'alpine', Args: ['serve'], Hostname: `${Name}-{{.Task.Slot}}` };
      const body = { Name, Mode: { Replicated: { Replicas } }, TaskTemplate: { ContainerSpec, ...task }, ...spec };
      const response = await api('POST /services/create', body);
      if (response.status === 201) await expect.poll(async () => {
        await settle();
        return running(Name).length;
      }).toBe(Replicas); // prettier-ignore
      return response;
    },
    async remove(name: string) {
      const response = await api(`DELETE /${name}`);
      await settle(20_000);
      return response;
    },
    running,
  };

  function running(name: string) {
    const service = state?.cluster.tables.service.named(name);
    return (state?.orchestrator.tasksOf(service?.id ?? '') ?? []).filter((task) => task.state === 'running');
  }
}

it('are found by id, then by name, then by a prefix of an id, on the engine and in the swarm', async () => {
  const { api, createNetwork } = await swarmScene();
  const idOf = async (wanted: string) => ((await api(`GET /networks/${wanted}`)).body as Network).Id;
  await createNetwork('overlay');
  await api('POST /networks/create', { Name: 'local' });
  const [overlay, local] = [await idOf('overlay'), await idOf('local')];
  const prefixes = { overlay: overlay?.slice(0, 5) ?? '', local: local?.slice(0, 5) ?? '' };
  expect([await idOf(prefixes.overlay), await idOf(prefixes.local)]).toEqual([overlay, local]);
  await api('POST /networks/create', { Name: prefixes.overlay });
  await createNetwork(prefixes.local);
  const named = [await idOf(prefixes.overlay), await idOf(prefixes.local)];
  const { body } = await api('GET /networks');
  const idOfName = (name: string) => (body as Network[]).find(({ Name }) => Name === name)?.Id;
  expect(named).toEqual([idOfName(prefixes.overlay), idOfName(prefixes.local)]);
  expect([await idOf(overlay ?? ''), await idOf(local ?? '')]).toEqual([overlay, local]);
});

describe('subnets', () => {
  it('are the first that are free in the pools', async () => {
    const scene = await swarmScene({ DefaultAddrPool: ['10.9.0.0/23', '10.8.0.0/24'], SubnetSize: 25 });
    const created: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { status, message } = await scene.createNetwork(name);
      const [subnet] = status === 201 ? await scene.subnetsOf(name) : [];
      created.push(subnet === undefined ? message : `${subnet.Subnet} ${subnet.Gateway}`);
    }
    expect(created).toEqual([
      ...['10.9.0.128/25 10.9.0.129', '10.9.1.0/25 10.9.1.1', '10.9.1.128/25 10.9.1.129'],
      ...['10.8.0.0/25 10.8.0.1', '10.8.0.128/25 10.8.0.129'],
      expect.stringContaining('could not find an available, non-overlapping IPv4 address pool'),
    ]);
    expect((await scene.remove('networks/b')).status).toBe(204);
    await scene.createNetwork('g');
    expect(await scene.subnetsOf('g')).toMatchObject([{ Subnet: '10.9.1.0/25' }]);
    await scene.engine.close();
  });

  it('may be given, and overlap with no other one', async () => {
    const scene = await swarmScene();
    const given = (Config: object[]) => ({ IPAM: { Config } });
    expect((await scene.createNetwork('a', given([{ Subnet: '10.0.1.0/24' }]))).status).toBe(201);
    expect(await scene.subnetsOf('a')).toEqual([{ Subnet: '10.0.1.0/24', Gateway: '10.0.1.1' }]);
    await scene.createNetwork('b', given([{ Subnet: '10.1.0.0/16', Gateway: '10.1.0.9' }, { Subnet: '10.2.0.0/16' }]));
    expect(await scene.subnetsOf('b')).toMatchObject([
      { Subnet: '10.1.0.0/16', Gateway: '10.1.0.9' },
      { Subnet: '10.2.0.0/16', Gateway: '10.2.0.1' },
    ]);
    await scene.createNetwork('c');
    expect(await scene.subnetsOf('c')).toMatchObject([{ Subnet: '10.0.2.0/24' }]);
    const overlapping = await scene.createNetwork('d', given([{ Subnet: '10.1.128.0/17' }]));
    expect([overlapping.status, overlapping.message]).toEqual([
      403,
      expect.stringContaining('Pool overlaps with other'),
    ]);
    const reserved = await scene.createNetwork('d', given([{ Subnet: '10.3.0.0/16', Gateway: '10.3.0.0' }]));
    expect([reserved.status, reserved.message]).toEqual([500, expect.stringContaining('Address already in use')]);
    await scene.engine.close();
  });

  it('belong to networks with names and numbers of their own', async () => {
    const scene = await swarmScene();
    const created = (await scene.createNetwork('a', { Options: { encrypted: '' } })).body as { readonly Id: string };
    const network = (await scene.api(`GET /networks/${created.Id.slice(0, 12)}`)).body as Network;
    const segment = 'com.docker.network.driver.overlay.vxlanid_list';
    expect(network).toMatchObject({ Name: 'a', Scope: 'swarm', Options: { encrypted: '', [segment]: '4097' } });
    const ingress = (await scene.api('GET /networks/ingress')).body;
    expect(ingress).toMatchObject({ Ingress: true, Options: { [segment]: '4096' } });
    const events = scene.engine.events.of('network').filter(({ scope }) => scope === 'swarm');
    expect(events).toMatchObject([
      { action: 'create', id: created.Id, attributes: { name: 'a', type: 'overlay' } },
    ]);
    const taken = await scene.createNetwork('a');
    expect([taken.status, taken.message]).toEqual([409, expect.stringContaining('network a already exists')]);
    const second = await scene.createNetwork('second', { Ingress: true });
    expect([second.status, second.message]).toEqual([409, expect.stringContaining('is already present')]);
    await scene.remove('networks/ingress');
    expect((await scene.createNetwork('second', { Ingress: true })).status).toBe(201);
    expect(scene.state.networks.ingress?.name).toBe('second');
    expect([scene.state.networks.find(''), scene.state.networks.find('none')]).toEqual([undefined, undefined]);
    expect(() => scene.state.networks.remove('none')).toThrow('network none not found');
    await scene.engine.close();
  }); // prettier-ignore
});

describe('addresses', () => {
  it('are different as long as they are used, and return', async () => {
    const scene = await swarmScene();
    // Six addresses: that of the gateway, that of the service, and those of four tasks.
    await scene.createNetwork('small', { IPAM: { Config: [{ Subnet: '10.7.0.0/29' }] } });
    const attached = { Networks: [{ Target: 'small' }] };
    for (let round = 0; round < 2; round += 1) {
      await scene.createService('full', 4, {}, attached);
      const { Endpoint } = (await scene.api('GET /services/full')).body as Service;
      const used = [
        ...(Endpoint.VirtualIPs ?? []).map(({ Addr }) => Addr),
        ...scene.running('full').flatMap(({ networks }) => networks.map(({ address }) => address)),
      ];
      expect(used.sort()).toEqual(['10.7.0.2/29', '10.7.0.3/29', '10.7.0.4/29', '10.7.0.5/29', '10.7.0.6/29']);
      const network = scene.running('full')[0]?.networks[0]?.networkId ?? '';
      const service = scene.state.services.find('full').id;
      expect(() => scene.state.networks.remove(network)).toThrow(`network ${network} is in use by service ${service}`);
      await scene.api('DELETE /services/full');
      await scene.settle(20_000);
    }
    expect((await scene.remove('networks/small')).status).toBe(204);
    await scene.engine.close();
  });
  it('of a removed service hold no network, and nothing of it is left', async () => {
    const scene = await swarmScene();
    for (let round = 0; round < 3; round += 1) {
      await scene.createNetwork('net');
      await scene.createService('web', 2, {}, { Networks: [{ Target: 'net' }] });
      expect(scene.running('web')).toHaveLength(2);
      await scene.api('DELETE /services/web');
      expect((await scene.remove('networks/net')).status).toBe(204);
    }
    await scene.settle(20_000);
    const left = (await scene.api('GET /networks')).body as readonly { readonly Name: string }[];
    expect(left.map(({ Name }) => Name)).not.toContain('net');
    expect((await scene.api('GET /containers/json?all=1')).body).toEqual([]);
    await scene.engine.close();
  });
});

describe('the names of services', () => {
  it('are those of their addresses, or of their tasks', async () => {
    const scene = await swarmScene();
    const { Id } = (await scene.createNetwork('net')).body as { readonly Id: string };
    const other = (await scene.createNetwork('other')).body as { readonly Id: string };
    const attached = { Networks: [{ Target: 'net', Aliases: ['alias'] }] };
    await scene.createService('web', 2, {}, attached);
    await scene.createService('direct', 2, { EndpointSpec: { Mode: 'dnsrr' } }, attached);
    const { discovery, cluster } = scene.state;
    const addressesOf = (name: string) =>
      scene.running(name).map(({ networks }) => networks[0]?.address.replace('/24', ''));
    const virtual = cluster.tables.service.named('web')?.virtualAddresses[0]?.address.replace('/24', '') ?? '';
    expect(discovery.resolve(Id, 'web')).toEqual([virtual]);
    expect(discovery.resolve(Id, 'tasks.web')).toEqual(addressesOf('web'));
    expect(discovery.resolve(Id, 'direct')).toEqual(addressesOf('direct'));
    expect(discovery.resolve(Id, 'alias')).toEqual([virtual, ...addressesOf('direct')]);
    expect(discovery.resolve(Id, 'web.tasks.')).toEqual([]);
    expect(discovery.resolve(other.Id, 'web')).toEqual([]);
    expect(discovery.resolve(Id, 'none')).toEqual([]);
    const [task] = scene.running('web');
    expect(discovery.resolve(Id, task?.name ?? '')).toEqual([addressesOf('web')[0]]);
    const read = async (network: string, address: string, port: number): Promise<string | undefined> => {
      const [near, far] = duplexPair();
      return discovery.accept(network, address, port, far) ? text(near) : undefined;
    };
    // The tasks of a service take turns; a task has its own address.
    expect([await read(Id, virtual, 80), await read(Id, virtual, 80), await read(Id, virtual, 80)]).toEqual(['web-1', 'web-2', 'web-1']);
    const direct = scene.running('direct')[1];
    expect(await read(Id, addressesOf('direct')[1] ?? '', 80)).toBe(`direct-${direct?.slot}`);
    for (const [network, address, port] of [[other.Id, virtual, 80], [Id, '10.0.1.99', 80], [Id, virtual, 81]] as const)
      expect(await read(network, address, port)).toBeUndefined();
    await scene.remove('services/web');
    expect(discovery.resolve(Id, task?.name ?? '')).toEqual([]);
    expect(await read(Id, virtual, 80)).toBeUndefined();
    await scene.engine.close();
  }); // prettier-ignore
});

describe('published ports', () => {
  const tcp = (PublishedPort: number, TargetPort = 80, more: object = {}) => ({
    Protocol: 'tcp',
    PublishedPort,
    TargetPort,
    PublishMode: 'ingress',
    ...more,
  });

  it('reach the tasks in turn, and follow updates', async () => {
    const scene = await swarmScene();
    scene.engine.swarm.addNode();
    const Ports = [tcp(8080), tcp(0), tcp(1), tcp(9090, 80, { PublishMode: 'host' }), tcp(53, 53, { Protocol: 'udp' })];
    await scene.createService('web', 2, { EndpointSpec: { Ports } });
    const { driver } = scene;
    // Ports of nodes are opened with the containers of their tasks.
    await scene.createService('none', 0, { EndpointSpec: { Ports: [tcp(7070, 80, { PublishMode: 'host' })] } });
    expect(driver.open.has('7070/tcp')).toBe(false);
    const ingressPorts = () => [...driver.open].filter(([, { accept }]) => accept.length === 1).map(([key]) => key).sort();
    expect(ingressPorts()).toEqual(expect.arrayContaining(['30000/tcp', '53/udp', '8080/tcp']));
    expect(await driver.read('1/tcp')).toBeUndefined();
    const { id } = scene.state.services.find('web');
    const ingress = scene.state.networks.ingress?.id ?? '';
    expect(() => scene.state.networks.remove(ingress)).toThrow(`network ${ingress} is in use by service ${id}`);
    expect([await driver.read('8080/tcp'), await driver.read('30000/tcp'), await driver.read('8080/tcp')]).toEqual(['web-1', 'web-2', 'web-1']);
    expect(await driver.read('53/udp')).toBeUndefined();
    const update = async (ports: object[]): Promise<void> => {
      const { Spec, Version } = (await scene.api('GET /services/web')).body as Service;
      const body = { ...Spec, EndpointSpec: { Ports: ports } };
      expect((await scene.api(`POST /services/web/update?version=${Version.Index}`, body)).status).toBe(200);
      await scene.settle(30_000, 60);
    };
    // A port that stays is not opened again, also if it has another target.
    const [unchanged, changed] = ['8080/tcp', '8081/tcp'].map((key) => () => driver.open.get(key));
    const first = unchanged?.();
    await update([tcp(8080), tcp(8081, 81)]);
    const second = changed?.();
    expect(unchanged?.()).toBe(first);
    expect([driver.open.has('30000/tcp'), driver.open.has('53/udp'), driver.open.has('8081/tcp')]).toEqual([false, false, true]);
    expect(await driver.read('8081/tcp')).toBeUndefined();
    await update([tcp(8081, 80)]);
    expect(changed?.()).toBe(second);
    expect([driver.open.has('8080/tcp'), typeof (await driver.read('8081/tcp'))]).toEqual([false, 'string']);
    await scene.remove('services/web');
    expect([...driver.open.keys()]).toEqual([]);
    await scene.createService('next', 1, { EndpointSpec: { Ports: [tcp(8080)] } });
    await scene.engine.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect([...driver.open.keys()]).toEqual([]);
  }); // prettier-ignore
});
