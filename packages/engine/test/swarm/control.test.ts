/** Swarms that a test controls: nodes with settings, restarts from a store, the network of the managers. */
import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEngine, ManualClock, RecordingDriver, type Engine } from '../../src/index.js';
import { MemoryStore } from '../../src/adapters/memory-store.js';
import { SwarmNetwork, type ReachableManager } from '../../src/swarm/swarm-network.js';
import { apiOf, newEngine } from './swarm-api.js';

const stored = (engine: Engine) => [...engine.ports.store.list('swarm')].map(([id]) => id);

describe('a test adds nodes', () => {
  it('with the settings that it names, to a swarm that need not exist', async () => {
    const { engine } = newEngine();
    expect([engine.swarm.list(), engine.swarm.nodes, engine.swarm.nodeId, engine.swarm.state]).toEqual([[], [], '', undefined]);
    expect(() => engine.swarm.joinToken('worker')).toThrow('This node is not a swarm manager');
    const outside = engine.swarm.addNode({ joins: false });
    expect([outside.id, outside.hostname, engine.swarm.state]).toEqual(['', 'node-2', undefined]);
    const plain = engine.swarm.addNode();
    const special = engine.swarm.addNode({
      role: 'manager', hostname: 'special', labels: { zone: 'a' }, availability: 'drain',
      properties: { memory: 5, hostname: 'ignored' },
    });
    const records = new Map(engine.swarm.list().map((record) => [record.id, record]));
    expect(records.size).toBe(3);
    expect(records.get(engine.swarm.nodeId)).toMatchObject({ role: 'manager', availability: 'active', address: '192.168.65.3', manager: { isLeader: true } });
    expect(records.get(plain.id)).toMatchObject({ role: 'worker', availability: 'active', labels: {}, description: { hostname: 'node-3' } });
    expect(records.get(special.id)).toMatchObject({
      role: 'manager', availability: 'drain', labels: { zone: 'a' }, address: '192.168.65.5',
      description: { hostname: 'special', memory: 5 }, manager: { isLeader: false, address: '192.168.65.5:2377' },
    });
    expect(plain.engine.swarm.member.parts.node.hostname).toBe('node-3');
    expect(engine.swarm.nodes).toEqual([outside, plain, special]);
    await engine.close();
    expect([plain.engine.swarm.member.isConnected, engine.swarm.member.isConnected]).toEqual([false, false]);
  }); // prettier-ignore

  it('which leave, stop and start', async () => {
    const { engine, settle } = newEngine();
    const [one, other] = [engine.swarm.addNode(), engine.swarm.addNode()];
    const stateOf = (id: string) => engine.swarm.list().find((record) => record.id === id)?.state;
    const { id } = one;
    await one.leave();
    expect([one.id, stateOf(id), stored(one.engine)]).toEqual(['', 'ready', []]);
    await settle(16_000);
    expect(stateOf(id)).toBe('down');
    await other.stop();
    expect(other.engine.swarm.member.isConnected).toBe(false);
    await settle(16_000);
    expect(stateOf(other.id)).toBe('down');
    await other.start();
    await other.start();
    expect([stateOf(other.id), other.engine.swarm.member.isConnected]).toEqual(['ready', true]);
    // An engine outside of a swarm takes part in nothing.
    one.engine.swarm.member.reconnect();
    expect(one.engine.swarm.member.state).toBe('inactive');
    await expect(one.leave()).rejects.toThrow('This node is not part of a swarm');
    await engine.close();
  });
});

describe('an engine that starts again', () => {
  const start = (store: MemoryStore) =>
    createEngine({ store, clock: new ManualClock(0), networkDriver: new RecordingDriver() });

  it('manages the swarm of its store', async () => {
    const store = new MemoryStore();
    const before = start(store);
    await apiOf(before)('POST /swarm/init', { ListenAddr: '0.0.0.0:4000', AdvertiseAddr: '10.1.2.3' });
    const network = await apiOf(before)('POST /networks/create', { Name: 'net', Driver: 'overlay' });
    expect(network.status).toBe(201);
    const { nodeId } = before.swarm;
    const saved = store.clone();
    await before.close();
    const after = start(saved);
    expect([after.swarm.nodeId, after.swarm.member.address, after.swarm.member.state]).toEqual([nodeId, '10.1.2.3', 'active']);
    expect(after.swarm.list()).toMatchObject([{ id: nodeId, state: 'ready', manager: { isLeader: true, address: '10.1.2.3:4000' } }]);
    expect((await apiOf(after)('GET /networks/net')).status).toBe(200);
    expect(after.swarm.member.parts.swarmNetwork.at('10.1.2.3:4000')).toBe(after.swarm.member);
    await after.swarm.member.leave(true);
    expect(after.swarm.member.parts.swarmNetwork.at('10.1.2.3:4000')).toBeUndefined();
    expect(stored(after)).toEqual([]);
    await after.close();
    const outside = start(saved);
    expect(outside.swarm.member.state).toBe('inactive');
    await outside.close();
  }); // prettier-ignore

  it('as a worker is outside of a swarm: the managers were in another process', async () => {
    const { engine } = newEngine();
    const worker = engine.swarm.addNode().engine;
    expect(stored(worker)).toEqual(['membership']);
    const { store } = worker.ports;
    const after = start((store as MemoryStore).clone());
    expect([after.swarm.member.state, after.swarm.nodeId, stored(after)]).toEqual(['inactive', '', []]);
    await after.close();
    await engine.close();
  });
});

describe('the network of managers', () => {
  it('has an address for each engine', () => {
    const network = new SwarmNetwork();
    const addresses = Array.from({ length: 600 }, () => network.nextAddress());
    expect(addresses.slice(0, 2)).toEqual(['192.168.65.3', '192.168.65.4']);
    expect(new Set(addresses).size).toBe(600);
    expect(addresses.every((address) => isIP(address) === 4)).toBe(true);
  });

  it('reaches the last one that listens, until it stops', () => {
    const network = new SwarmNetwork();
    const [one, other] = [{}, {}] as ReachableManager[] as [ReachableManager, ReachableManager];
    network.listen('a:1', one);
    network.listen('a:1', other);
    network.close('a:1', one);
    expect([network.at('a:1'), network.at('a:2')]).toEqual([other, undefined]);
    expect(network.at('a:1')).toBe(other);
    network.close('a:1', other);
    expect(network.at('a:1')).toBeUndefined();
  });
});
