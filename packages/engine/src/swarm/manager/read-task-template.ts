/** Reads the settings of the tasks of a service from requests. */
import { BadRequest } from '@lading/server-v1.44';
import type { ContainerSpec, ServiceSpec, TaskSpec } from '@lading/types-v1.44';
import { parseConstraint } from '../reconcile/constraints.js';
import type { TaskRestartSettings } from '../reconcile/desired-service.js';
import type { ResourceAmounts } from '../reconcile/schedule.js';
import { compactSpec } from './compact-spec.js';
import { rpcError } from '../cluster/rpc-error.js';
import type { FileReference, TaskTemplate } from '../cluster/service-record.js';
import { validateTaskTemplate } from './validate-service.js';

/** Returns the id of a network of the swarm. @throws NotFound, Forbidden */
export type FindNetwork = (target: string) => string;

/**
 * @param olderNetworks the networks that clients before 1.44 set for the service
 * @param endpoint the endpoint settings, a change of which replaces tasks
 */
export function readTaskTemplate(
  given: Partial<TaskSpec> | undefined,
  olderNetworks: ServiceSpec['Networks'],
  endpoint: unknown,
  findNetwork: FindNetwork,
): TaskTemplate {
  const { ContainerSpec, Placement, Resources, RestartPolicy, LogDriver, Networks, ForceUpdate = 0 } = given ?? {};
  const restart = readRestart(RestartPolicy);
  requireOneCredential(ContainerSpec);
  requireKnownParts(ContainerSpec);
  // The older property is used only if the newer one is empty.
  const targets = Networks !== undefined && Networks.length > 0 ? Networks : (olderNetworks ?? []);
  const resolved = targets.map((network) => ({ ...network, Target: findNetwork(network.Target ?? '') }));
  const networks = resolved.map(({ Target, Aliases }) => ({ network: Target, aliases: Aliases ?? [] }));
  validateTaskTemplate(given ?? {});
  const spec = {
    ContainerSpec: containerSpecResponse(ContainerSpec),
    ...(Resources && { Resources: compactSpec(Resources) }),
    ...(RestartPolicy && { RestartPolicy: restartSpec(RestartPolicy, restart) }),
    ...(Placement && { Placement: compactSpec(Placement) }),
    ...(Networks && Networks.length > 0 && { Networks: compactSpec(resolved) }),
    ...(LogDriver && { LogDriver: compactSpec(LogDriver) }),
    ForceUpdate,
  };
  return {
    key: keyOf(spec, endpoint),
    image: ContainerSpec?.Image ?? '',
    stopTimeout: (ContainerSpec?.StopGracePeriod ?? 10e9) / 1e9,
    restart,
    constraints: (Placement?.Constraints ?? []).map(constraintOf),
    platforms: (Placement?.Platforms ?? []).map(({ OS = '', Architecture = '' }) => ({
      os: OS,
      architecture: Architecture,
    })),
    spread: (Placement?.Preferences ?? []).flatMap(({ Spread }) =>
      Spread?.SpreadDescriptor ? [Spread.SpreadDescriptor] : [],
    ),
    maxReplicas: Placement?.MaxReplicas ?? 0,
    reservations: readReservations(Resources?.Reservations),
    networks,
    secrets: (ContainerSpec?.Secrets ?? []).map(({ File, SecretID, SecretName }) =>
      fileReference('secret', SecretID, SecretName, File),
    ),
    configs: (ContainerSpec?.Configs ?? []).map(({ File, ConfigID, ConfigName }) =>
      fileReference('config', ConfigID, ConfigName, File),
    ),
    ...(LogDriver?.Name && { logDriver: { name: LogDriver.Name, options: LogDriver.Options ?? {} } }),
    spec,
  };
}

/** A change of constraints alone does not replace tasks on nodes that fulfill them. */
function keyOf({ Placement, ...spec }: { readonly Placement?: unknown }, endpoint: unknown): string {
  const { Constraints: _constraints, ...placement } = (Placement ?? {}) as NonNullable<TaskSpec['Placement']>;
  return JSON.stringify([spec, placement, endpoint]);
}

function constraintOf(text: string) {
  try {
    return parseConstraint(text);
  } catch (error) {
    throw rpcError('Unknown', (error as Error).message);
  }
}

function readRestart(given: TaskSpec['RestartPolicy']): TaskRestartSettings {
  const { Condition, Delay = 5e9, MaxAttempts = 0, Window = 0 } = given ?? {};
  if (Condition && !['none', 'on-failure', 'any'].includes(Condition))
    throw new BadRequest(`invalid RestartCondition: ${JSON.stringify(Condition)}`);
  return { condition: Condition || 'any', delay: Delay / 1e6, maxAttempts: MaxAttempts, window: Window / 1e6 };
}

function restartSpec({ Delay, Window }: NonNullable<TaskSpec['RestartPolicy']>, restart: TaskRestartSettings): object {
  return {
    Condition: restart.condition,
    ...(Delay !== undefined && { Delay }),
    MaxAttempts: restart.maxAttempts,
    ...(Window !== undefined && { Window }),
  };
}

function requireKnownParts({ Mounts = [], Configs = [] }: Partial<ContainerSpec> = {}): void {
  for (const { Type } of Mounts)
    if (Type && !/^(bind|volume|tmpfs|npipe|cluster|image)$/.test(Type))
      throw new BadRequest(`invalid MountType: ${JSON.stringify(Type)}`);
  for (const { File, Runtime } of Configs) {
    if (File && Runtime) throw new BadRequest('invalid Config: cannot specify both File and Runtime');
    if (!File && !Runtime) throw new BadRequest('invalid Config: either File or Runtime should be set');
  }
}

function requireOneCredential(spec: Partial<ContainerSpec> | undefined): void {
  const credentials = Object.entries(spec?.Privileges?.CredentialSpec ?? {}).filter(([, value]) => Boolean(value));
  const [first, second] = credentials.map(([name]) => name.toLowerCase());
  if (second !== undefined)
    throw new BadRequest(`invalid CredentialSpec: cannot specify both "${first}" and "${second}" credential specs`);
}

function containerSpecResponse(given: Partial<ContainerSpec> | undefined): object {
  const { Isolation, Privileges, DNSConfig, ...rest } = given ?? {};
  const mounts = rest.Mounts?.map((mount) => ({ ...mount, Type: mount.Type || 'bind' }));
  return {
    ...(compactSpec({ ...rest, ...(mounts && { Mounts: mounts }) }) as object),
    ...(Privileges && {
      Privileges: { CredentialSpec: null, SELinuxContext: null, ...(compactSpec(Privileges) as object) },
    }),
    ...(DNSConfig && { DNSConfig: compactSpec(DNSConfig) }),
    Isolation: Isolation || 'default',
  };
}

function readReservations(given: NonNullable<TaskSpec['Resources']>['Reservations']): ResourceAmounts {
  const generic: Record<string, number> = {};
  for (const { DiscreteResourceSpec, NamedResourceSpec } of given?.GenericResources ?? []) {
    const kind = DiscreteResourceSpec?.Kind ?? NamedResourceSpec?.Kind ?? '';
    generic[kind] = (generic[kind] ?? 0) + (DiscreteResourceSpec?.Value ?? 1);
  }
  return { nanoCpus: given?.NanoCPUs ?? 0, memory: given?.MemoryBytes ?? 0, generic };
}

interface GivenFile {
  readonly Name?: string;
  readonly UID?: string;
  readonly GID?: string;
  readonly Mode?: number;
}

function fileReference(
  kind: 'secret' | 'config',
  id: string | undefined,
  name: string | undefined,
  file: GivenFile | undefined,
): FileReference {
  if (!id || !name) throw rpcError('InvalidArgument', `malformed ${kind} reference`);
  if (kind === 'secret' && file === undefined)
    throw rpcError('InvalidArgument', 'malformed secret reference, no target provided');
  const path = file?.Name || name;
  return {
    id,
    name,
    path: path.startsWith('/') ? path : kind === 'secret' ? `/run/secrets/${path}` : `/${path}`,
    mode: file?.Mode ?? 0o444,
    uid: Number(file?.UID || 0) || 0,
    gid: Number(file?.GID || 0) || 0,
  };
}
