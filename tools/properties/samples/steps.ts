/** The operations whose samples are executed, in an order in which each finds what it names. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleRun } from './sample-run.js';

/** What the samples do not say: they name a container that runs, an archive, the version of a specification. */
export type Preparation = (work: SampleRun) => void | Promise<unknown>;

const containers: Preparation = async (work) => {
  await work.call('DELETE', '/containers/web?force=true');
  await work.call('POST', '/containers/create?name=web', { Image: 'alpine:3.20', Cmd: ['sleep', '1000'], Tty: true });
};
const buildContext: Preparation = ({ folder }) => {
  writeFileSync(join(folder, 'Dockerfile'), 'FROM alpine:3.20\nCOPY Dockerfile /\n');
  spawnSync('tar', ['-C', folder, '-cf', join(folder, 'archive.tar'), 'Dockerfile']);
};
const savedImage: Preparation = ({ folder }) => {
  // The sample of curl prints the archive, the others write it into the file.
  const printed = join(folder, 'ImageGet');
  if (existsSync(printed)) renameSync(printed, join(folder, 'archive.tar'));
};
const named: Preparation = (work) => work.call('POST', '/containers/web-1/rename?name=web');
const versionAt =
  (path: string): Preparation =>
  async (work) => {
    work.index = /"Version":\{"Index":(\d+)/.exec(await work.call('GET', path))?.[1] ?? '';
  };

/** The operations in an order in which each finds what its sample names. */
export const steps: readonly (string | readonly [id: string, prepare: Preparation])[] = [
  ...['SystemPing', 'SystemPingHead', 'SystemVersion', 'SystemInfo', 'ImageCreate', 'ImageList', 'ImageInspect'],
  ...[
    'ImageHistory',
    'ImageAttestations',
    'ImageGet',
    'ImageGetAll',
    ['ImageLoad', savedImage] as const,
    'ImageTag',
    'ImagePush',
    'ImageSearch',
  ],
  ...['DistributionInspect', ['ImageBuild', buildContext] as const, 'NetworkCreate', 'NetworkList'],
  ...['NetworkInspect', 'VolumeCreate', 'VolumeList', 'VolumeInspect', 'ContainerCreate'],
  ...['ContainerList', ['ContainerInspect', containers] as const, 'ContainerStart', 'ContainerTop', 'ContainerStats'],
  ...[
    'ContainerChanges',
    'ContainerExport',
    'ContainerResize',
    'ContainerUpdate',
    'ContainerPause',
    'ContainerUnpause',
  ],
  ...['ContainerArchiveInfo', 'ContainerArchive', 'ContainerPutArchive', 'ContainerAttach', 'ContainerAttachWebsocket'],
  ...[
    'ContainerExec',
    'ExecInspect',
    'ExecStart',
    'NetworkConnect',
    'NetworkDisconnect',
    'ImageCommit',
    'SystemEvents',
  ],
  ...['SystemDataUsage', 'ContainerKill', 'ContainerRestart', 'ContainerStop', 'ContainerWait'],
  ...['ContainerLogs', 'ContainerRename', ['ContainerDelete', named] as const, 'ContainerPrune', 'NetworkDelete'],
  ...['NetworkPrune', 'VolumeDelete', 'VolumePrune', 'ImagePrune', 'BuildPrune', 'ImageDelete', 'SwarmInit'],
  ...['SwarmInspect', 'SwarmUnlockkey', 'NodeList', 'SecretCreate', 'SecretList', 'SecretInspect'],
  ...[['SecretUpdate', versionAt('/secrets/db-password')] as const, 'SecretDelete', 'ConfigCreate', 'ConfigList'],
  ...['ConfigInspect', ['ConfigUpdate', versionAt('/configs/nginx.conf')] as const, 'ConfigDelete', 'ServiceCreate'],
  ...['ServiceList', 'ServiceInspect', ['ServiceUpdate', versionAt('/services/frontend')] as const, 'ServiceLogs'],
  ...['TaskList', 'ServiceDelete', ['SwarmUpdate', versionAt('/swarm')] as const, 'SwarmLeave', 'PluginList'],
];

/** What an engine alone has not. */
export const left: Readonly<Record<string, string>> = {
  ...reasons('a registry with the plugin', 'PluginCreate', 'PluginDelete', 'PluginDisable', 'PluginEnable'),
  ...reasons('a registry with the plugin', 'PluginGetPrivileges', 'PluginInspect', 'PluginPull', 'PluginPush'),
  ...reasons('a registry with the plugin', 'PluginSet', 'PluginUpgrade'),
  ...reasons('a second node', 'NodeInspect', 'NodeUpdate', 'NodeDelete', 'SwarmJoin'),
  ...reasons('a locked swarm', 'SwarmUnlock'),
  ...reasons('a cluster volume', 'VolumeUpdate'),
  ...reasons('the registry registry.example.com', 'SystemAuth'),
  ...reasons('the ID of a task', 'TaskInspect', 'TaskLogs'),
  ...reasons('an exec instance that runs', 'ExecResize'),
  ...reasons('BuildKit', 'SessionStart'),
};

/** What fails in TypeScript alone: the client throws an error that a stream reports after its status. */
export const leftInTypeScript: Readonly<Record<string, string>> = reasons(
  'the registry registry.example.com',
  'ImagePush',
);

function reasons(reason: string, ...ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}
