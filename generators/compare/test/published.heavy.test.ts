/** The published documents, where they are at hand: every pair of versions, and every difference expectedChanges of two. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Api, Change } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { readDocument } from '../../read/index.js';
import { sampled } from '../../testing/sampled.js';
import { compareApis } from '../index.js';
import { reversedSummaries, summariesOf } from '../testing/reversed-changes.js';

/** Known differences between the documents of 1.41 and 1.44, and the changes that represent them. */
const visible: Readonly<Record<string, readonly string[]>> = {
  'df-type': ['added SystemDataUsage query type'],
  'df-parent': ['removed BuildCache.Parent', 'added BuildCache.Parents'],
  'stop-signal': ['added ContainerStop query signal', 'added ContainerRestart query signal'],
  'images-sharedsize': ['added ImageList query shared-size'],
  'kernelmemory-req': ['removed Resources.KernelMemory'],
  'kernelmemory-inspect': ['removed Resources.KernelMemory'],
  'kernelmemory-info': ['removed SystemInfo.KernelMemory'],
  'info-clusterstore': ['removed SystemInfo.ClusterStore', 'removed SystemInfo.ClusterAdvertise'],
  'ping-builder': ['default SystemPing 200 header Builder-Version'],
  'ping-swarm': ['added SystemPing 200 header Swarm', 'added SystemPingHead 200 header Swarm'],
  'ct-logs': ['type ContainerLogs 200', 'type ServiceLogs 200', 'type TaskLogs 200'],
  'ws-streams': ['stdin', 'stdout', 'stderr'].map((name) => `added ContainerAttachWebsocket query ${name}`),
  'mount-createmountpoint': ['added Mount.BindOptions.CreateMountpoint'],
  'create-consolesize': ['nullable HostConfig.ConsoleSize'],
  'exec-consolesize': ['added ContainerExecRequest.ConsoleSize', 'added ExecStartRequest.ConsoleSize'],
  'volume-update': ['added VolumeUpdate'],
  'volume-cluster': ['added Volume.ClusterVolume', 'added VolumeCreateOptions.ClusterVolumeSpec'],
  'mounttype-cluster': ['enum MountType'],
  annotations: ['added HostConfig.Annotations'],
  virtualsize: ['removed ImageInspect.VirtualSize', 'removed ImageSummary.VirtualSize'],
  'image-created': ['nullable ImageInspect.Created', 'constraint ImageInspect.Created'],
  'info-runtimes-status': ['added Runtime.status'],
  'info-cdi': ['added SystemInfo.CDISpecDirs'],
  startinterval: ['added HealthConfig.StartInterval'],
  'ro-recursive': ['added Mount.BindOptions.ReadOnlyNonRecursive', 'added Mount.BindOptions.ReadOnlyForceRecursive'],
  dnsnames: ['added EndpointSettings.DNSNames'],
  'swarm-privileges': ['Seccomp', 'AppArmor', 'NoNewPrivileges'].map(
    (name) => `added TaskSpec.ContainerSpec.Privileges.${name}`,
  ),
  'endpoint-validation': ['added NetworkConnect 400'],
  'net-403-docs': ['added NetworkConnect 400'],
};

/** Differences of the two documents that the list does not name by themselves: they result from a schema's new name. */
const unlisted: readonly string[] = [
  'removed ServiceCreateResponse.Warning',
  'added ServiceCreateResponse.Warnings',
  'added TaskStatus.PortStatus',
];

/** Known differences that only descriptions mention, or no document at all. */
const invisible: readonly string[] = [
  'df-buildersize',
  'kernelmemorytcp-info',
  // The media type of a response that has no schema in both documents, and therefore no content.
  'ct-attach',
  'mount-optmismatch',
  'volumes-prune-all',
  'images-create-platform',
  'wait-condition',
  'df-concurrent',
  'win-devices',
  'images-none',
  'security-nnp',
  // Deprecated by a sentence of the description, not by the flag.
  'virtualsize-dep',
  'service-networks',
  'net-checkduplicate',
  'search-automated',
  'mac-config-dep',
  'netsettings-dep',
  'image-container-dep',
  'multi-endpoint',
  'mac-endpoint',
  'mac-connect',
  'net-ipam-400',
  'images-until',
  // Nothing changes on the wire.
  'refactor-ContainerCreateResponse',
  'refactor-FilesystemChange',
  'refactor-ServiceCreateResponse',
  'refactor-TaskStatus',
];

const shared = join(import.meta.dirname, '../../../../shared');
const documents = join(shared, 'upstream');
const reference = join(shared, 'reference/differences-1.41-1.44.json');
const missing = existsSync(documents) && existsSync(reference) ? '' : ' (SKIPPED: ../shared is not there)';

describe.skipIf(missing !== '')(`published documents${missing}`, () => {
  const apis = new Map<string, Api>();
  let changes: readonly Change[] = [];

  beforeAll(() => {
    for (const file of readdirSync(documents)) {
      const api = normalize(readDocument(join(documents, file)));
      apis.set(api.version, api);
    }
    const [older, newer] = [apis.get('1.41'), apis.get('1.44')];
    if (older !== undefined && newer !== undefined) changes = compareApis(older, newer);
  });

  it('differ backwards as they do forwards, and not from themselves', () => {
    const all = [...apis.values()];
    const pairs = all.flatMap((older, index) => all.slice(index).map((newer) => [older, newer] as const));
    for (const [older, newer] of sampled(pairs, 5)) {
      const forwards = compareApis(older, newer);
      expect(reversedSummaries(compareApis(newer, older)), `${older.version} → ${newer.version}`).toEqual(
        summariesOf(forwards),
      );
      if (older === newer) expect(forwards).toEqual([]);
    }
  });

  it.each(Object.entries(visible))('show %s', (_id, places) => {
    expect(changes.map(({ kind, place }) => `${kind} ${place}`)).toEqual(expect.arrayContaining([...places]));
  });

  it('show nothing besides what is expectedChanges', () => {
    const expectedChanges = [...Object.values(visible).flat(), ...unlisted];
    const others = changes.filter(({ kind, place }) => !expectedChanges.includes(`${kind} ${place}`));
    expect(others.map(({ sentence }) => sentence)).toEqual([]);
  });

  it('have every expectedChanges difference in one of the two lists', () => {
    const { items } = JSON.parse(readFileSync(reference, 'utf8')) as { items: readonly { id: string }[] };
    expect(items.map(({ id }) => id).sort()).toEqual([...Object.keys(visible), ...invisible].sort());
  });
});
