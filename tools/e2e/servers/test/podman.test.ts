/**
 * A client of 1.44 on the service of Podman, which speaks 1.41, through the bridge. It needs Podman and runc on this machine, and root;
 * crun, the default of Debian, refuses machines on which both versions of cgroups are mounted.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type Listening } from '@lading/bridge';
import { connect, run, type Engine } from '@lading/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { home } from '../command-line.js';

/** A shell that needs no libraries, for the image. */
const shell = [join(home, '20.10/bin/busybox'), '/bin/busybox'].find((path) => existsSync(path));
const missing = [
  ...['podman', 'runc'].filter((program) => spawnSync(program, ['--version']).status !== 0),
  ...(shell === undefined ? ['busybox'] : []),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];
const required = process.env['LADING_PODMAN_REQUIRED'] === '1';
if (missing.length > 0 && !required)
  console.warn(`SKIPPED: Podman behind the bridge is not tested: there is no ${missing.join(', ')}`);

describe.skipIf(missing.length > 0 && !required)('Podman behind the bridge', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-podman-'));
  const socket = join(folder, 'podman.sock');
  let service: ChildProcess;
  let bridge: Listening;
  let client: Engine;

  beforeAll(async () => {
    const configuration = join(folder, 'containers.conf');
    writeFileSync(
      configuration,
      '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
    );
    const folders = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
    service = spawn('podman', [...folders, 'system', 'service', '--time', '0', `unix://${socket}`], {
      env: { ...process.env, CONTAINERS_CONF: configuration },
      stdio: 'ignore',
    });
    for (let tries = 0; tries < 300 && !existsSync(socket); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    bridge = await listen({ address: `unix://${join(folder, 'bridge.sock')}`, engine: `unix://${socket}` });
    client = await connect({ host: `unix://${join(folder, 'bridge.sock')}`, env: {}, version: '1.44' });
    for await (const _message of await client.image.create({ fromSrc: '-', repo: 'busy:1', body: image() }));
  });

  afterAll(async () => {
    await client.close();
    await bridge.close({ timeout: 0 });
    service.kill();
    await new Promise((resolve) => service.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns an archive with the shell alone. */
  function image(): Buffer {
    const root = join(folder, 'image');
    spawnSync('mkdir', ['-p', join(root, 'bin')]);
    spawnSync('cp', [shell ?? '', join(root, 'bin/sh')]);
    return spawnSync('tar', ['-c', '-C', root, '.'], { maxBuffer: 2 ** 27 }).stdout;
  }

  it('lists and inspects what 1.44 describes', async () => {
    const [listed] = await client.image.list();
    expect(listed).toMatchObject({ RepoTags: ['docker.io/library/busy:1'] });
    expect(listed).not.toHaveProperty('VirtualSize');
    expect(await client.image.inspect({ name: 'busy:1' })).not.toHaveProperty('VirtualSize');
    expect(await client.system.info()).toMatchObject({ Driver: 'vfs' });
  });

  it('runs commands with input and output', async () => {
    const command = ['sh', '-c', 'read line; echo $line; echo err >&2; exit 7'];
    const { exitCode, stdout, stderr } = await run(client, {
      image: 'busy:1',
      command,
      stdin: 'in\n',
      create: { HostConfig: { NetworkMode: 'none' } },
    });
    expect([exitCode, stdout, stderr]).toEqual([7, 'in\n', 'err\n']);
  });

  it('creates with what 1.41 does not have, and tells that it is lost', async () => {
    const { Id: id, Warnings } = await client.container.create({
      body: {
        Image: 'busy:1',
        Cmd: ['sh', '-c', 'read line'],
        OpenStdin: true,
        HostConfig: { NetworkMode: 'none', Annotations: { a: 'b' } },
      },
    });
    expect(Warnings?.join()).toMatch(/annotation/i);
    await client.container.start({ id });
    expect(await client.container.inspect({ id })).toMatchObject({ State: { Status: 'running' } });
    await client.container.delete({ id, force: true });
    await expect(client.container.inspect({ id })).rejects.toThrow(/no such container/i);
  });
});
