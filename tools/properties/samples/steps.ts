/** The operations whose samples are executed, in an order in which each finds what it names. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SampledOperation, SampleRun } from './sample-run.js';

/** What the samples do not say, done before the minute of the sample: they name a container that runs, an archive, the version of a specification. */
export type Preparation = (work: SampleRun, operation: SampledOperation) => unknown;

/** The ID of an exec instance, and that of a task, in samples. */
export const execId = '4c01db0b339c8f4e6a1c0d2b7f9e35a8d61b0c47e2f8935a6b1d0e4c7f2a9b83';
const taskId = 'k67qz4598weg5unwwffg6z1m1';
/** The version of a specification in them. */
const versionIndex = /(?<=\bversion(?:=|: |': '))41\b/g;

const labels = { 'com.example.tier': 'web' };
const day = 24 * 60 * 60_000;

/** What is unused for two days. */
const unused =
  (...requests: readonly (readonly [path: string, body: object])[]): Preparation =>
  async (work) => {
    for (const [path, body] of requests) await work.call('POST', path, body);
    work.clock.pass(2 * day);
  };

/** An image whose name another one has got. */
const unnamedImage: Preparation = async (work) => {
  for (const to of ['/first', '/second']) {
    writeFileSync(
      join(work.folder, 'Dockerfile'),
      `FROM alpine:3.20\nLABEL com.example.tier=web\nCOPY Dockerfile ${to}\n`,
    );
    archive(work.folder, 'Dockerfile');
    await work.upload('/build?t=web%3A1.1');
  }
  work.clock.pass(2 * day);
};

const buildContext: Preparation = ({ folder }) => {
  writeFileSync(join(folder, 'Dockerfile'), 'FROM alpine:3.20\nLABEL com.example.tier=web\nCOPY Dockerfile /\n');
  archive(folder, 'Dockerfile');
};

const savedImage: Preparation = ({ folder }) => {
  // The sample of curl prints the archive, the others write it into the file.
  const printed = join(folder, 'ImageGet');
  if (existsSync(printed)) renameSync(printed, join(folder, 'archive.tar'));
};

const named: Preparation = (work) => work.call('POST', '/containers/web-1/rename?name=web');

const newExec: Preparation = ({ ids }) => {
  ids.given = execId;
};

/** An exec instance that runs. */
const runningExec: Preparation = async (work) => {
  const created = await work.call('POST', '/containers/web/exec', { Tty: true, Cmd: ['sleep', '1000'] });
  const id = /"Id":"(\w+)"/.exec(created)?.[1] ?? '';
  work.values.set(execId, id);
  await work.call('POST', `/exec/${id}/start`, { Detach: true, Tty: true });
};

/** The current version of a specification, which an update names. */
const versionAt =
  (path: string): Preparation =>
  async (work) => {
    const index = /"Version":\{"Index":(\d+)/.exec(await work.call('GET', path))?.[1] ?? '';
    work.values.set(versionIndex, index);
  };

const worker: Preparation = async (work, operation) => {
  work.engine.swarm.addNode({ hostname: 'worker-1', properties: { engineLabels: labels } });
  await versionAt('/nodes/worker-1')(work, operation);
};

/** A swarm that is locked after a restart. */
const autoLocked: Preparation = async (work) => {
  const index = /"Version":\{"Index":(\d+)/.exec(await work.call('GET', '/swarm'))?.[1] ?? '';
  const spec = { Name: 'default', Labels: labels, EncryptionConfig: { AutoLockManagers: true } };
  await work.call('POST', `/swarm/update?version=${index}`, spec);
};

/** A service whose task runs. */
const runningTask: Preparation = async (work) => {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await work.call('GET', '/tasks')).includes('"State":"running"')) return;
    await setTimeout(50);
  }
};

const task: Preparation = async (work) => {
  const tasks = JSON.parse(await work.call('GET', '/tasks')) as readonly { readonly ID: string }[];
  work.values.set(taskId, tasks[0]?.ID ?? '');
};

/** A manager of a locked swarm, after a restart. */
const lockedManager: Preparation = async (work) => {
  const spec = { Name: 'default', EncryptionConfig: { AutoLockManagers: true } };
  await work.call('POST', '/swarm/init', { ListenAddr: '0.0.0.0:2377', Spec: spec });
  work.values.set('SWMKEY-1-example', /SWMKEY-1-[^"]*/.exec(await work.call('GET', '/swarm/unlockkey'))?.[0] ?? '');
  work.engine.swarm.member.disconnect();
  work.engine.swarm.member.reconnect();
};

/** The swarm of another engine, with its manager at the address of the samples. */
const otherSwarm: Preparation = async (work) => {
  await work.call('POST', '/swarm/leave?force=true');
  const { swarm } = work.engine.swarm.addNode({ hostname: 'manager-1', joins: false }).engine;
  swarm.init();
  const [manager] = swarm.list();
  work.values.set('10.0.0.5:2377', manager?.manager?.address ?? '');
  work.values.set('SWMTKN-1-example-worker', swarm.joinToken('worker'));
};

const pluginFiles: Preparation = ({ folder, engine }) => {
  engine.programs.add('storage', ({ listen, signal }) => {
    const activated = { Implements: ['VolumeDriver'] };
    listen(
      1,
      createServer((_request, response) => response.end(JSON.stringify(activated))),
    );
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  });
  const settings = [{ name: 'DEBUG', settable: ['value'], value: '0' }];
  const served = { types: ['docker.volumedriver/1.0'], socket: 'storage.sock' };
  const config = { entrypoint: ['storage'], network: { type: 'host' }, interface: served, env: settings };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  mkdirSync(join(folder, 'rootfs'), { recursive: true });
  archive(folder, 'config.json', 'rootfs');
};

const disabledPlugin: Preparation = (work) => work.call('POST', '/plugins/example/storage:latest/disable');

/** The reference engine has no cluster volumes. */
const generatedServer: Preparation = (work, operation) => work.mock(operation);

function archive(folder: string, ...names: readonly string[]): void {
  const fixed = ['--owner=0', '--group=0', '--mode=0755', '--mtime=2024-05-17T09:41:00Z'];
  spawnSync('tar', [...fixed, '-C', folder, '-cf', join(folder, 'archive.tar'), ...names]);
}

/** The operations in an order in which each finds what its sample names. */
export const steps: readonly (string | readonly [id: string, prepare: Preparation])[] = [
  ...['SystemPing', 'SystemPingHead', 'SystemVersion', 'SystemAuth', 'ImageCreate', 'ImageInspect', 'ImageHistory'],
  ...['ImageAttestations', 'ImageGetAll', 'ImageGet'],
  ['ImageLoad', savedImage],
  ...['ImageTag', 'ImagePush', 'ImageSearch', 'DistributionInspect'],
  ['ImageBuild', buildContext],
  ...['ImageList', 'NetworkCreate', 'NetworkList', 'NetworkInspect', 'VolumeCreate', 'VolumeList', 'VolumeInspect'],
  ...['ContainerCreate', 'ContainerStart', 'NetworkConnect', 'ContainerList', 'ContainerInspect', 'SystemInfo'],
  ...['ContainerTop', 'ContainerStats', 'ContainerExport', 'ContainerResize'],
  ...['ContainerUpdate', 'ContainerPause', 'ContainerUnpause', 'ContainerArchiveInfo', 'ContainerArchive'],
  ['ContainerPutArchive', buildContext],
  ...['ContainerChanges', 'ContainerAttach', 'ContainerAttachWebsocket'],
  ['ContainerExec', newExec],
  ...['ExecInspect', 'ExecStart'],
  ['ExecResize', runningExec],
  ...['NetworkDisconnect', 'ImageCommit', 'SystemEvents', 'SystemDataUsage', 'SessionStart'],
  ...['ContainerKill', 'ContainerRestart', 'ContainerStop', 'ContainerWait', 'ContainerLogs', 'ContainerRename'],
  ['ContainerDelete', named],
  ['ContainerPrune', unused(['/containers/create?name=web', { Image: 'alpine:3.20', Labels: labels }])],
  'NetworkDelete',
  ['NetworkPrune', unused(['/networks/create', { Name: 'backend', Labels: labels }])],
  'VolumeDelete',
  ['VolumePrune', unused(['/volumes/create', { Name: 'data', Labels: labels }])],
  ['ImagePrune', unnamedImage],
  ...['BuildPrune', 'ImageDelete', 'SwarmInit', 'SwarmInspect'],
  ['SwarmUnlockkey', autoLocked],
  ['NodeInspect', worker],
  ...['NodeUpdate', 'NodeList', 'NodeDelete', 'SecretCreate', 'SecretList', 'SecretInspect'],
  ['SecretUpdate', versionAt('/secrets/db-password')],
  ...['SecretDelete', 'ConfigCreate', 'ConfigList', 'ConfigInspect'],
  ['ConfigUpdate', versionAt('/configs/nginx.conf')],
  ...['ConfigDelete', 'ServiceCreate'],
  ['ServiceList', runningTask],
  'ServiceInspect',
  ['ServiceUpdate', versionAt('/services/frontend')],
  ...['ServiceLogs', 'TaskList'],
  ['TaskInspect', task],
  ...['TaskLogs', 'ServiceDelete'],
  ['SwarmUpdate', versionAt('/swarm')],
  'SwarmLeave',
  ['SwarmUnlock', lockedManager],
  ['SwarmJoin', otherSwarm],
  ['PluginCreate', pluginFiles],
  ...['PluginList', 'PluginInspect', 'PluginPush', 'PluginSet', 'PluginEnable', 'PluginDisable', 'PluginDelete'],
  ...['PluginGetPrivileges', 'PluginPull'],
  ['PluginUpgrade', disabledPlugin],
  ['VolumeUpdate', generatedServer],
];
