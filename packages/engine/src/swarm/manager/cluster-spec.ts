/** Reads the specification of a swarm from requests, and describes it in responses. */
import type { ExternalCA, SwarmSpec, SwarmSpecInput } from '@lading/types-v1.44';
import { BadRequest } from '@lading/server-v1.44';
import { withoutUnset } from '../../values/fill-required.js';
import type { ClusterRecord, ClusterSettings } from '../cluster/cluster-record.js';
import { compactSpec } from './compact-spec.js';
import { requiredRootCertificate } from './read-authority.js';
import { newRootCertificate, readRootCertificate, type RootCertificate } from '../cluster/certificate.js';

const defaultSpec = {
  Orchestration: { TaskHistoryRetentionLimit: 5 },
  Raft: {
    SnapshotInterval: 10_000,
    KeepOldSnapshots: 0,
    LogEntriesForSlowFollowers: 500,
    ElectionTick: 10,
    HeartbeatTick: 1,
  },
  Dispatcher: { HeartbeatPeriod: 5_000_000_000 },
  CAConfig: { NodeCertExpiry: 7_776_000_000_000_000 },
};

type SpecSection = keyof typeof defaultSpec;

/** Completes the specification of a new swarm with defaults. */
export function completedSpec(given: SwarmSpecInput | null | undefined): SwarmSpecInput {
  const spec = withoutUnset(given ?? {}) as Partial<SwarmSpec>;
  const sections = Object.entries(defaultSpec).map(([name, defaults]) => {
    const set = Object.entries(spec[name as SpecSection] ?? {}).filter(([, value]) => value !== 0);
    return [name, { ...defaults, ...Object.fromEntries(set) }];
  });
  return { ...spec, ...Object.fromEntries(sections) } as SwarmSpecInput;
}

/** @throws BadRequest */
export function readClusterSettings(given: SwarmSpecInput): ClusterSettings {
  const spec = withoutUnset(given) as Partial<SwarmSpec>;
  const { Name, Labels, Orchestration, Raft, Dispatcher, CAConfig, TaskDefaults, EncryptionConfig } = spec;
  if (Name && Name !== 'default') throw new BadRequest('swarm spec must be named "default"');
  requiredRootCertificate(CAConfig);
  if (Raft && Raft.ElectionTick !== 0 && Raft.ElectionTick <= Raft.HeartbeatTick)
    throw new BadRequest('invalid ElectionTick and HeartbeatTick: an election must take longer than a heartbeat');
  const { LogDriver } = TaskDefaults ?? {};
  const { SigningCAKey: _key, SigningCACert: _certificate, ExternalCAs, ...authority } = CAConfig ?? {};
  return {
    labels: Labels ?? {},
    taskHistory: Orchestration?.TaskHistoryRetentionLimit ?? 0,
    isAutolocked: EncryptionConfig?.AutoLockManagers === true,
    forcedRotations: CAConfig?.ForceRotate ?? 0,
    heartbeat: (Dispatcher?.HeartbeatPeriod || 5_000_000_000) / 1e6,
    ...(LogDriver?.Name && { logDriver: { name: LogDriver.Name, options: LogDriver.Options ?? {} } }),
    others: {
      Orchestration: { TaskHistoryRetentionLimit: Orchestration?.TaskHistoryRetentionLimit ?? 0 },
      Raft: { KeepOldSnapshots: 0, ElectionTick: 0, HeartbeatTick: 0, ...Raft },
      Dispatcher: compactSpec(Dispatcher ?? {}),
      CAConfig: {
        ...(compactSpec(authority) as object),
        ...(ExternalCAs?.length && { ExternalCAs: ExternalCAs.map(externalAuthority) }),
      },
      TaskDefaults: compactSpec(TaskDefaults ?? {}),
    },
  };
}

function externalAuthority({ Protocol, URL = '', Options, CACert = '' }: ExternalCA) {
  return { Protocol: Protocol.toLowerCase(), URL, ...(Options && { Options }), CACert };
}

export function clusterSpecOf({ labels, isAutolocked, others }: ClusterSettings): SwarmSpec {
  return {
    Name: 'default',
    Labels: { ...labels },
    ...(others as Pick<SwarmSpec, SpecSection | 'TaskDefaults'>),
    EncryptionConfig: { AutoLockManagers: isAutolocked },
  };
}

/**
 * Returns the certificate after an update: the given one, a new one if a rotation is requested, or the current one.
 *
 * @param given in PEM, or an empty string
 */
export function rotatedRoot(
  { settings, root }: ClusterRecord,
  { forcedRotations }: ClusterSettings,
  given: string,
  now: number,
): RootCertificate {
  if (given !== '') return readRootCertificate(given);
  return forcedRotations === settings.forcedRotations ? root : newRootCertificate(now);
}
