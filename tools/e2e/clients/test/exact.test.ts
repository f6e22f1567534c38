/** Exact integers with real engines: a `bigint` is stored and returned with all its digits. */
import * as exact41 from '@lading/client-v1.41/exact';
import * as exact44 from '@lading/client-v1.44/exact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image, onEachClient, prefix } from '../on-each-client.js';

const big = 2n ** 53n + 1n;

onEachClient('exact integers', (scene) => {
  let engine: exact44.Engine;
  beforeAll(async () => {
    const { connect } = scene.subject.api === '1.44' ? exact44 : exact41;
    engine = (await connect({ host: scene.host, env: {} })) as exact44.Engine;
  });
  afterAll(() => engine.close());

  test('a rate of 2^53+1 and small limits survive', async () => {
    const { Id } = await engine.container.create({
      name: `${prefix}exact`,
      body: {
        Image: image,
        Cmd: ['true'],
        HostConfig: {
          NanoCpus: 500_000_000n,
          Memory: 64n * 1024n * 1024n,
          BlkioDeviceReadBps: [{ Path: '/dev/null', Rate: big }],
        },
      },
    });
    try {
      const { HostConfig, SizeRw } = await engine.container.inspect({ id: Id, size: true });
      expect(HostConfig).toMatchObject({
        NanoCpus: 500_000_000n,
        Memory: 67_108_864n,
        BlkioDeviceReadBps: [{ Path: '/dev/null', Rate: big }],
      });
      expect(typeof SizeRw).toBe('bigint');
      const [listed] = await engine.container.list({ all: true, filters: { id: [Id] } });
      expect(typeof listed?.Created).toBe('bigint');
    } finally {
      await engine.container.delete({ id: Id, force: true });
    }
  });

  test('events have exact nanoseconds', async () => {
    const { Name } = await engine.volume.create({ body: { Name: `${prefix}exact` } });
    await engine.volume.delete({ name: Name });
    const until = String(Math.ceil(Date.now() / 1000) + 1);
    const stream = await engine.system.events({ since: '1', until, filters: { volume: [Name] } });
    const [event] = await stream.toArray();
    const { time, timeNano } = event ?? {};
    expect(timeNano).toBeGreaterThan(2n ** 53n);
    expect((timeNano ?? 0n) / 1_000_000_000n).toBe(time);
    // The plain client rounds the value of the same event.
    const rounded = await (
      await scene.engine.system.events({ since: '1', until, filters: { volume: [Name] } })
    ).toArray();
    expect(rounded[0]?.timeNano).toBe(Number(timeNano));
  });

  test('statistics are exact', async () => {
    const { Id } = await engine.container.create({
      name: `${prefix}exact-stats`,
      body: { Image: image, Cmd: ['sleep', '60'] },
    });
    try {
      await engine.container.start({ id: Id });
      const [stats] = await (await engine.container.stats({ id: Id, stream: false })).toArray();
      expect(typeof stats?.cpu_stats?.cpu_usage?.total_usage).toBe('bigint');
    } finally {
      await engine.container.delete({ id: Id, force: true });
    }
  });
});
