/** Joining: what is rejected, and in which words. */
import { expect, it } from 'vitest';
import { createEngine, RecordingDriver } from '../../src/index.js';
import { useSwarmScene } from './swarm-scene.js';

const scene = useSwarmScene();

/** Lets an engine outside of a swarm join. */
function join(
  remotes: readonly string[],
  token: string,
  engine = scene().engine.swarm.addNode({ joins: false }).engine,
) {
  const { member } = engine.swarm;
  member.join({ address: '192.168.65.99', port: 2377, availability: 'active', remotes, token });
  return member;
}

const refused = (address: string): string =>
  `rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp ${address}: connect: connection refused"`;

it('through a worker, or a manager that has stopped, is refused', async () => {
  const { swarm } = scene().engine;
  const token = swarm.joinToken('worker');
  const worker = swarm.addNode();
  const address = `${worker.engine.swarm.member.address}:2377`;
  expect(() => join([address], token)).toThrow(refused(address));
  const manager = swarm.addNode({ role: 'manager' });
  const stopped = `${manager.engine.swarm.member.address}:2377`;
  expect(join([stopped], token).isManager).toBe(false);
  await manager.stop();
  expect(() => join([stopped], token)).toThrow(refused(stopped));
});

it('an engine that does not share the network is refused', async () => {
  const { swarm } = scene().engine;
  const other = createEngine({ networkDriver: new RecordingDriver() });
  const address = `${swarm.member.address}:2377`;
  expect(() => join([address], swarm.joinToken('worker'), other)).toThrow(refused(address));
  await other.close();
});

it('with the token of another swarm is rejected', async () => {
  const { swarm } = scene().engine;
  const other = createEngine({ networkDriver: new RecordingDriver() });
  other.swarm.init();
  expect(() => join([swarm.member.address], other.swarm.joinToken('worker'))).toThrow(
    'remote CA does not match fingerprint. Expected: ',
  );
  await other.close();
});
