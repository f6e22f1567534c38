/** The operations whose samples are executed, in an order in which each finds what it names. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { SampledOperation, SampleRun } from './sample-run.js';

/** What the samples do not say: they name a container that runs, an archive, the version of a specification. */
export type Preparation = (work: SampleRun, operation: SampledOperation) => unknown;

/** The ID of an exec instance, and that of a task, in samples. */
const execId = '4c01db0b339c8f4e6a1c0d2b7f9e35a8d61b0c47e2f8935a6b1d0e4c7f2a9b83';
const taskId = 'k67qz4598weg5unwwffg6z1m1';
/** The version of a specification in them. */
const versionIndex = /(?<=\bversion(?:=|: |': '))41\b/g;

const containers: Preparation = async (work) => {
  await work.call('DELETE', '/containers/web?force=true');
  await work.call('POST', '/containers/create?name=web', { Image: 'alpine:3.20', Cmd: ['sleep', '1000'], Tty: true });
};

const buildContext: Preparation = ({ folder }) => {
  writeFileSync(join(folder, 'Dockerfile'), 'FROM alpine:3.20\nCOPY Dockerfile /\n');
  archive(folder, 'Dockerfile');
};

const savedImage: Preparation = ({ folder }) => {
  // The sample of curl prints the archive, the others write it into the file.
  const printed = join(folder, 'ImageGet');
  if (existsSync(printed)) renameSync(printed, join(folder, 'archive.tar'));
};

const named: Preparation = (work) => work.call('POST', '/containers/web-1/rename?name=web');

/** An exec instance that has not started, or one that runs. */
const exec =
  (isStarted: boolean): Preparation =>
  async (work) => {
    const body = { AttachStdout: true, Tty: true, Cmd: isStarted ? ['sleep', '1000'] : ['ls'] };
    const created = await work.call('POST', '/containers/web/exec', body);
    const id = /"Id":"(\w+)"/.exec(created)?.[1] ?? '';
    work.values.set(execId, id);
    if (isStarted) await work.call('POST', `/exec/${id}/start`, { Detach: true, Tty: true });
  };

/** The current version of a specification, which an update names. */
const versionAt =
  (path: string): Preparation =>
  async (work) => {
    const index = /"Version":\{"Index":(\d+)/.exec(await work.call('GET', path))?.[1] ?? '';
    work.values.set(versionIndex, index);
  };

const worker: Preparation = async (work, operation) => {
  work.engine.swarm.addNode({ hostname: 'worker-1' });
  await versionAt('/nodes/worker-1')(work, operation);
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
  spawnSync('tar', ['-C', folder, '-cf', join(folder, 'archive.tar'), ...names]);
}

/** The operations in an order in which each finds what its sample names. */
export const steps: readonly (string | readonly [id: string, prepare: Preparation])[] = [
  ...['SystemPing', 'SystemPingHead', 'SystemVersion', 'SystemInfo', 'SystemAuth', 'ImageCreate', 'ImageList'],
  ...['ImageInspect', 'ImageHistory', 'ImageAttestations', 'ImageGet', 'ImageGetAll'],
  ['ImageLoad', savedImage],
  ...['ImageTag', 'ImagePush', 'ImageSearch', 'DistributionInspect'],
  ['ImageBuild', buildContext],
  ...['NetworkCreate', 'NetworkList', 'NetworkInspect', 'VolumeCreate', 'VolumeList', 'VolumeInspect'],
  ...['ContainerCreate', 'ContainerList'],
  ['ContainerInspect', containers],
  ...['ContainerStart', 'ContainerTop', 'ContainerStats', 'ContainerChanges', 'ContainerExport', 'ContainerResize'],
  ...['ContainerUpdate', 'ContainerPause', 'ContainerUnpause', 'ContainerArchiveInfo', 'ContainerArchive'],
  ...['ContainerPutArchive', 'ContainerAttach', 'ContainerAttachWebsocket', 'ContainerExec'],
  ['ExecInspect', exec(false)],
  'ExecStart',
  ['ExecResize', exec(true)],
  ...['NetworkConnect', 'NetworkDisconnect', 'ImageCommit', 'SystemEvents', 'SystemDataUsage', 'SessionStart'],
  ...['ContainerKill', 'ContainerRestart', 'ContainerStop', 'ContainerWait', 'ContainerLogs', 'ContainerRename'],
  ['ContainerDelete', named],
  ...['ContainerPrune', 'NetworkDelete', 'NetworkPrune', 'VolumeDelete', 'VolumePrune', 'ImagePrune', 'BuildPrune'],
  ...['ImageDelete', 'SwarmInit', 'SwarmInspect', 'SwarmUnlockkey', 'NodeList'],
  ['NodeInspect', worker],
  ...['NodeUpdate', 'NodeDelete', 'SecretCreate', 'SecretList', 'SecretInspect'],
  ['SecretUpdate', versionAt('/secrets/db-password')],
  ...['SecretDelete', 'ConfigCreate', 'ConfigList', 'ConfigInspect'],
  ['ConfigUpdate', versionAt('/configs/nginx.conf')],
  ...['ConfigDelete', 'ServiceCreate', 'ServiceList', 'ServiceInspect'],
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
