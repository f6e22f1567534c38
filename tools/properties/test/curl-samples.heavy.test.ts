/** The curl samples of the reference work: each is executed against the reference engine, and responds with the documented status. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GroupPage } from 'lading/testing';
import { packages } from '../paths.js';
import { base as version } from '../specification.js';

type Entry = GroupPage['operations'][number];

const groups = join(packages, `v${version}`, 'docs', 'dist', 'pages', 'groups');
const operations = new Map(
  readdirSync(groups)
    .flatMap((file) => (JSON.parse(readFileSync(join(groups, file), 'utf8')) as GroupPage).operations)
    .map((operation) => [operation.id, operation]),
);

/** What the samples do not say: they name a container that runs, an archive, the version of a specification. */
type Preparation = (work: Work) => void;

const containers: Preparation = (work) => {
  work.call('DELETE', '/containers/web?force=true');
  work.call('POST', '/containers/create?name=web', { Image: 'alpine:3.20', Cmd: ['sleep', '1000'], Tty: true });
};
const buildContext: Preparation = ({ folder }) => {
  writeFileSync(join(folder, 'Dockerfile'), 'FROM alpine:3.20\nCOPY Dockerfile /\n');
  spawnSync('tar', ['-C', folder, '-cf', join(folder, 'archive.tar'), 'Dockerfile']);
};
const savedImage: Preparation = ({ folder }) => renameSync(join(folder, 'ImageGet'), join(folder, 'archive.tar'));
const named: Preparation = (work) => work.call('POST', '/containers/web-1/rename?name=web');
const versionAt =
  (path: string): Preparation =>
  (work) => {
    work.index = /"Version":\{"Index":(\d+)/.exec(work.call('GET', path))?.[1] ?? '';
  };

/** The operations in an order in which each finds what its sample names. */
const steps: readonly (string | readonly [id: string, prepare: Preparation])[] = [
  ...['SystemPing', 'SystemPingHead', 'SystemVersion', 'SystemInfo', 'ImageCreate', 'ImageList', 'ImageInspect'],
  ...[
    'ImageHistory',
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
const left: Readonly<Record<string, string>> = {
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

function reasons(reason: string, ...ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}

class Work {
  readonly folder = mkdtempSync(join(tmpdir(), 'lading-samples-'));
  readonly socket = join(this.folder, 'engine.sock');
  /** The version of a specification that an update names. */
  index = '';
  exec = '';

  /** Returns the body of the response. */
  call(method: string, path: string, body?: object): string {
    const data = body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
    const url = `http://localhost/v${version}${path}`;
    return spawnSync('curl', ['-s', '--unix-socket', this.socket, '-X', method, ...data, url], { encoding: 'utf8' })
      .stdout;
  }

  /** Runs the sample of an operation in a shell, and returns the status and the begin of the body. Streams end after a while. */
  run({ id, code: { curl } }: Entry): readonly [status: string, body: string] {
    const command = curl
      .replaceAll('{version}', version)
      .replaceAll('/var/run/docker.sock', this.socket)
      .replace(/^curl/, `curl -s -m 5 -o ${id} -w '%{http_code}'`)
      .replace(/\bversion=41\b/, `version=${this.index}`)
      .replace(/4c01db0b[0-9a-f]{56}/, this.exec);
    const { stdout } = spawnSync('bash', ['-c', command], { cwd: this.folder, encoding: 'utf8' });
    const body = readdirSync(this.folder).includes(id) ? readFileSync(join(this.folder, id)).toString('latin1') : '';
    if (id === 'ContainerExec') this.exec = /"Id":"(\w+)"/.exec(body)?.[1] ?? '';
    return [stdout, body.slice(0, 200)];
  }
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)(hasCurl ? 'curl' : 'curl is not installed', () => {
  let work: Work;
  let engine: ChildProcess;
  beforeAll(async () => {
    work = new Work();
    const program = join(packages, 'engine', 'bin', 'lading-engine.mjs');
    const images = ['--image', 'alpine:3.19', '--image', 'alpine:3.20'];
    engine = spawn(process.execPath, [program, '--host', `unix://${work.socket}`, ...images, '--no-ports'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => engine.stdout?.once('data', resolve));
  });
  afterAll(() => {
    engine.kill();
    rmSync(work.folder, { recursive: true });
  });

  const ids = steps.map((step) => (typeof step === 'string' ? step : step[0]));

  test('every operation is executed, or has a reason', () => {
    expect([...ids, ...Object.keys(left)].sort()).toEqual([...operations.keys()].sort());
  });

  test.each(steps.map((step) => (typeof step === 'string' ? ([step, undefined] as const) : step)))(
    '%s responds with its documented status',
    (id, prepare) => {
      const operation = operations.get(id);
      if (operation === undefined) throw new Error(`there is no operation ${id}`);
      prepare?.(work);
      const [status, body] = work.run(operation);
      expect([status, status === operation.examples.response.status ? '' : body]).toEqual([
        operation.examples.response.status,
        '',
      ]);
    },
    60_000,
  );
});
