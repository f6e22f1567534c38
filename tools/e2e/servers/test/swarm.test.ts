/** Two releases of the product's command line with a swarm of two reference engines: stacks, updates, nodes, secrets. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine, releases } from '../command-line.js';
import { openScene, type ServerScene } from '../scene.js';

const stack = `version: "3.8"
services:
  web:
    image: alpine
    command: sh -c "cat /run/secrets/key /etc/app; sleep 1000"
    ports: ["18090:80"]
    secrets: [key]
    configs: [{ source: app, target: /etc/app }]
    networks: [inner]
    deploy: { replicas: 3, update_config: { parallelism: 1, monitor: 1s }, rollback_config: { monitor: 1s } }
  everywhere:
    image: alpine
    command: sleep 1000
    deploy: { mode: global }
secrets: { key: { file: ./file } }
configs: { app: { file: ./file } }
networks: { inner: {} }
`;

describe.each(releases)('$title', (release) => {
  const test = it.skipIf(!release.isAvailable);
  let scene: ServerScene;
  let docker: CommandLine;
  let node: CommandLine;

  beforeAll(async () => {
    scene = await openScene();
    docker = new CommandLine(release, scene);
    node = new CommandLine(release, { ...scene, host: scene.nodeHost });
    writeFileSync(join(scene.folder, 'stack.yml'), stack);
    writeFileSync(join(scene.folder, 'file'), 'content\n');
  });

  afterAll(async () => {
    await scene.close();
    expect(scene.errors).toEqual([]);
  });

  async function ok(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await docker.run(words);
    expect({ words, code, stderr }).toMatchObject({ words, code: 0 });
    return stdout.trimEnd();
  }

  const running = async (service: string): Promise<string[]> =>
    (await ok('service', 'ps', '-f', 'desired-state=running', '--format', '{{.Name}} {{.CurrentState}}', service))
      .split('\n')
      .filter((line) => line.includes('Running'))
      .sort();

  test('swarm init, join-token, join, node ls', async () => {
    expect(await ok('swarm', 'init')).toContain('is now a manager');
    const token = await ok('swarm', 'join-token', '-q', 'worker');
    const manager = await ok('node', 'inspect', '-f', '{{.ManagerStatus.Addr}}', 'self');
    expect(await node.run(['swarm', 'join', '--token', token, manager])).toMatchObject({ code: 0 });
    expect((await node.run(['node', 'ls'])).stderr).toContain(
      "Worker nodes can't be used to view or modify cluster state",
    );
    expect(await ok('node', 'ls', '--format', '{{.Status}} {{.Availability}} {{.ManagerStatus}}')).toContain(
      'Ready Active Leader',
    );
  });

  test('stack deploy, services, ps, logs', async () => {
    await ok('stack', 'deploy', '-c', 'stack.yml', 'shop');
    await expect
      .poll(() => ok('stack', 'services', 'shop', '--format', '{{.Name}} {{.Replicas}}'), { timeout: 20_000 })
      .toContain('shop_web 3/3');
    expect(await ok('stack', 'services', 'shop', '--format', '{{.Name}} {{.Replicas}}')).toContain(
      'shop_everywhere 2/2',
    );
    expect((await ok('service', 'logs', '--raw', 'shop_web')).split('\n')).toEqual(Array(6).fill('content'));
  });

  test('service update, rollback, scale', { timeout: 120_000 }, async () => {
    await ok('service', 'update', '-q', '--detach=false', '--env-add', 'A=1', 'shop_web');
    const state = [
      'service',
      'inspect',
      '-f',
      '{{.UpdateStatus.State}} {{.Spec.TaskTemplate.ContainerSpec.Env}}',
      'shop_web',
    ];
    expect(await ok(...state)).toBe('completed [A=1]');
    await ok('service', 'update', '-q', '--detach=false', '--rollback', 'shop_web');
    expect(await ok(...state)).toBe('rollback_completed []');
    await ok('service', 'scale', '--detach=false', 'shop_web=2');
    expect((await running('shop_web')).map((line) => line.split(' ')[0])).toHaveLength(2);
  });

  test('node update --availability drain', async () => {
    const worker = await ok('node', 'ls', '-q', '-f', 'role=worker');
    await ok('node', 'update', '--availability', 'drain', worker);
    await expect.poll(() => running('shop_web'), { timeout: 20_000 }).toHaveLength(2);
    expect(await ok('node', 'ps', '-f', 'desired-state=running', '-q', worker)).toBe('');
  });

  test('secret, config', async () => {
    expect((await docker.run(['secret', 'create', 'other', '-'], 'value')).code).toBe(0);
    expect(await ok('secret', 'inspect', 'other')).not.toContain(Buffer.from('value').toString('base64'));
    expect((await docker.run(['secret', 'rm', 'shop_key'])).stderr).toContain(
      "secret 'shop_key' is in use by the following service: shop_web",
    );
    expect(await ok('config', 'ls', '--format', '{{.Name}}')).toBe('shop_app');
    expect(await ok('secret', 'rm', 'other')).toBe('other');
  });

  test('swarm ca --rotate, unlock-key, stack rm, leave', { timeout: 60_000 }, async () => {
    const before = await ok('swarm', 'ca');
    expect(before).toContain('BEGIN CERTIFICATE');
    await ok('swarm', 'ca', '--rotate', '--quiet');
    expect(await ok('swarm', 'ca')).not.toBe(before);
    await ok('swarm', 'update', '--autolock=true');
    expect(await ok('swarm', 'unlock-key', '-q')).toMatch(/^SWMKEY-1-/);
    await ok('stack', 'rm', 'shop');
    expect(await ok('service', 'ls', '-q')).toBe('');
    expect(await node.run(['swarm', 'leave'])).toMatchObject({ code: 0 });
    expect((await docker.run(['swarm', 'leave'])).code).toBe(1);
    await ok('swarm', 'leave', '--force');
    expect(await ok('info', '-f', '{{.Swarm.LocalNodeState}}')).toBe('inactive');
  });
});
