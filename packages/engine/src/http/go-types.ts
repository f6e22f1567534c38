/** Rejects values of wrong types in the words of engines, which name the types of their programming language. */
import { BadRequest, ServerError } from '@lading/server-v1.44';
import type { OperationContract } from '@lading/server';
import type { ValueSchema } from '../values/fill-required.js';

/** The types of bodies, by operation. */
const bodies = table(`ContainerCreate=runconfig.ContainerConfigWrapper ImageCommit=runconfig.ContainerConfigWrapper
  ContainerUpdate=container.UpdateConfig ContainerExec=types.ExecConfig ExecStart=types.ExecStartCheck
  NetworkCreate=types.NetworkCreateRequest NetworkConnect=types.NetworkConnect NetworkDisconnect=types.NetworkDisconnect
  VolumeCreate=volume.CreateOptions ServiceCreate=swarm.ServiceSpec ServiceUpdate=swarm.ServiceSpec
  ConfigCreate=swarm.ConfigSpec ConfigUpdate=swarm.ConfigSpec SecretCreate=swarm.SecretSpec SecretUpdate=swarm.SecretSpec
  SwarmInit=swarm.InitRequest SwarmJoin=swarm.JoinRequest SwarmUpdate=swarm.Spec SwarmUnlock=swarm.UnlockRequest
  NodeUpdate=swarm.NodeSpec PluginPull=types.PluginPrivilege PluginUpgrade=types.PluginPrivilege
  SystemAuth=registry.AuthConfig`);

/** The types of properties and of their items, by the property, or by that around it and the property. */
const types = table(`Healthcheck=v1.HealthcheckConfig HostConfig=container.HostConfig
  BlkioWeightDevice=blkiodev.WeightDevice BlkioDeviceReadBps=blkiodev.ThrottleDevice
  BlkioDeviceWriteBps=blkiodev.ThrottleDevice BlkioDeviceReadIOps=blkiodev.ThrottleDevice
  BlkioDeviceWriteIOps=blkiodev.ThrottleDevice Devices=container.DeviceMapping DeviceRequests=container.DeviceRequest
  Ulimits=units.Ulimit LogConfig=container.LogConfig PortBindings=nat.PortBinding
  RestartPolicy=container.RestartPolicy TaskTemplate/RestartPolicy=swarm.RestartPolicy Mounts=mount.Mount
  BindOptions=mount.BindOptions VolumeOptions=mount.VolumeOptions DriverConfig=mount.Driver
  TmpfsOptions=mount.TmpfsOptions TmpfsOptions/Mode=fs.FileMode File/Mode=fs.FileMode Mode=swarm.ServiceMode
  ClusterOptions=mount.ClusterOptions NetworkingConfig=network.NetworkingConfig
  EndpointsConfig=network.EndpointSettings EndpointConfig=network.EndpointSettings
  IPAMConfig=network.EndpointIPAMConfig ConfigFrom=network.ConfigReference IPAM=network.IPAM
  IPAM/Config=network.IPAMConfig ClusterVolumeSpec=volume.ClusterVolumeSpec AccessMode=volume.AccessMode
  MountVolume=volume.TypeMount BlockVolume=volume.TypeBlock ClusterVolumeSpec/Secrets=volume.Secret
  Secrets=swarm.SecretReference AccessibilityRequirements=volume.TopologyRequirement Requisite=volume.Topology
  Preferred=volume.Topology CapacityRange=volume.CapacityRange TaskTemplate=swarm.TaskSpec
  PluginSpec=runtime.PluginSpec privileges=runtime.PluginPrivilege ContainerSpec=swarm.ContainerSpec
  Privileges=swarm.Privileges CredentialSpec=swarm.CredentialSpec SELinuxContext=swarm.SELinuxContext
  Seccomp=swarm.SeccompOpts AppArmor=swarm.AppArmorOpts DNSConfig=swarm.DNSConfig
  Secrets/File=swarm.SecretReferenceFileTarget Configs/File=swarm.ConfigReferenceFileTarget
  Configs=swarm.ConfigReference Configs/Runtime=swarm.ConfigReferenceRuntimeTarget
  NetworkAttachmentSpec=swarm.NetworkAttachmentSpec Resources=swarm.ResourceRequirements Limits=swarm.Limit
  Reservations=swarm.Resources GenericResources=swarm.GenericResource NamedResourceSpec=swarm.NamedGenericResource
  DiscreteResourceSpec=swarm.DiscreteGenericResource Placement=swarm.Placement Preferences=swarm.PlacementPreference
  Spread=swarm.SpreadOver Platforms=swarm.Platform Networks=swarm.NetworkAttachmentConfig LogDriver=swarm.Driver
  Replicated=swarm.ReplicatedService Global=swarm.GlobalService ReplicatedJob=swarm.ReplicatedJob
  GlobalJob=swarm.GlobalJob UpdateConfig=swarm.UpdateConfig RollbackConfig=swarm.UpdateConfig
  EndpointSpec=swarm.EndpointSpec Ports=swarm.PortConfig Templating=swarm.Driver Driver=swarm.Driver Spec=swarm.Spec
  Orchestration=swarm.OrchestrationConfig Raft=swarm.RaftConfig Dispatcher=swarm.DispatcherConfig
  CAConfig=swarm.CAConfig ExternalCAs=swarm.ExternalCA EncryptionConfig=swarm.EncryptionConfig
  TaskDefaults=swarm.TaskDefaults Interval=time.Duration Timeout=time.Duration StartPeriod=time.Duration
  StartInterval=time.Duration StopGracePeriod=time.Duration Delay=time.Duration Window=time.Duration
  Monitor=time.Duration HeartbeatPeriod=time.Duration NodeCertExpiry=time.Duration MaxFailureRatio=float32 Retries=int
  StopTimeout=int Count=int MaximumRetryCount=int OomScoreAdj=int IPPrefixLen=int GlobalIPv6PrefixLen=int
  ElectionTick=int HeartbeatTick=int BlkioWeight=uint16 Weight=uint16 Rate=uint64 IOMaximumIOps=uint64
  IOMaximumBandwidth=uint64 MaxAttempts=uint64 MaxReplicas=uint64 ForceUpdate=uint64 Replicas=uint64
  MaxConcurrent=uint64 TotalCompletions=uint64 Parallelism=uint64 SnapshotInterval=uint64 KeepOldSnapshots=uint64
  LogEntriesForSlowFollowers=uint64 ForceRotate=uint64 ConsoleSize=uint TargetPort=uint32 PublishedPort=uint32
  DataPathPort=uint32 SubnetSize=uint32`);

/** The types of properties that are strings, in the same way. */
const strings = table(`NetworkMode=container.NetworkMode RestartPolicy/Name=container.RestartPolicyMode
  Mounts/Type=mount.Type Consistency=mount.Consistency Propagation=mount.Propagation Seccomp/Mode=swarm.SeccompMode
  AppArmor/Mode=swarm.AppArmorMode EndpointSpec/Mode=swarm.ResolutionMode CgroupnsMode=container.CgroupnsMode
  IpcMode=container.IpcMode Cgroup=container.CgroupSpec PidMode=container.PidMode UTSMode=container.UTSMode
  UsernsMode=container.UsernsMode Isolation=container.Isolation AccessMode/Scope=volume.Scope
  Sharing=volume.SharingMode ClusterVolumeSpec/Availability=volume.Availability Availability=swarm.NodeAvailability
  TaskTemplate/Runtime=swarm.RuntimeType Condition=swarm.RestartPolicyCondition
  Ports/Protocol=swarm.PortConfigProtocol PublishMode=swarm.PortConfigPublishMode
  ExternalCAs/Protocol=swarm.ExternalCAProtocol Role=swarm.NodeRole`);

/** The types of properties that are not arrays or maps by name, although their values are. */
const namedCollections = table(
  'ExposedPorts=nat.PortSet PortBindings=nat.PortMap ConsoleSize=[2]uint Profile=[]uint8 Data=[]uint8',
);

/** Properties whose items are pointers. */
const pointers =
  /(^|\/)Blkio|(^|\/)(Ulimits|EndpointsConfig|privileges|ExternalCAs)$|ContainerSpec\/(Secrets|Configs)$/;

interface Mismatch {
  readonly value: unknown;
  readonly path: readonly string[];
  readonly schema: ValueSchema;
  /** Whether the value is that of the property, and not one of its items. */
  readonly isWhole: boolean;
}

/**
 * Rejects a body in which a value has a wrong type; a body without such a value passes.
 *
 * @throws BadRequest, ServerError
 */
export function rejectTypes({ id, body }: OperationContract, value: unknown): void {
  if (body?.kind !== 'json') return;
  const mismatch = mismatchIn(body.schema, value, [], true);
  if (mismatch === undefined) return;
  const { path, schema, isWhole } = mismatch;
  const type = typeName(schema, path, isWhole, bodies[id] ?? id);
  const place = path.length === 0 ? 'value' : `struct field ${fieldName(id, body.schema, path)}`;
  const message = `json: cannot unmarshal ${kindOf(mismatch)} into Go ${place} of type ${type}`;
  throw id === 'SystemAuth' ? new ServerError(message) : new BadRequest(`invalid JSON: ${message}`);
}

/** Returns the first value of a wrong type, in the order of the body. */
function mismatchIn(
  schema: ValueSchema,
  value: unknown,
  path: readonly string[],
  isWhole: boolean,
): Mismatch | undefined {
  if (value === null || value === undefined) return undefined;
  const mismatch = { value, path, schema, isWhole };
  switch (schema.kind) {
    case 'ref':
      return mismatchIn(schema.to(), value, path, isWhole);
    case 'nullable':
      return mismatchIn(schema.of, value, path, isWhole);
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value)) return mismatch;
      for (const [key, each] of Object.entries(value)) {
        const field = schema.fields[key]?.schema;
        const found = field && mismatchIn(field, each, [...path, key], true);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    case 'map':
    case 'array': {
      if (typeof value !== 'object' || Array.isArray(value) !== (schema.kind === 'array')) return mismatch;
      const items = schema.kind === 'array' ? schema.items : schema.values;
      return firstOf(Object.values(value as object), (each) => mismatchIn(items, each, path, false));
    }
    case 'union': {
      const found = schema.options.map((option) => mismatchIn(option, value, path, isWhole));
      // A string or several: the string is reported.
      return found.includes(undefined)
        ? undefined
        : found.find((each) => each?.value === value && each?.schema.kind !== 'array');
    }
    case 'enum':
    case 'string':
      return typeof value === 'string' ? undefined : mismatch;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : mismatch;
    case 'integer':
    case 'number':
      return isNumber(value, typeName(schema, path, false, '')) ? undefined : mismatch;
    default:
      return undefined;
  }
}

function firstOf<T, Result>(values: readonly T[], find: (value: T) => Result | undefined): Result | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNumber(value: unknown, type: string): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'number') return false;
  if (type.startsWith('float')) return true;
  const bits = Number(/\d+$/.exec(type)?.[0] ?? 64);
  const isUnsigned = type.startsWith('u') || type === 'fs.FileMode';
  const limit = 2 ** (isUnsigned ? bits : bits - 1);
  return Number.isInteger(value) && value >= (isUnsigned ? 0 : -limit) && value <= limit;
}

/** The name of a value's JSON type. Numbers that a number cannot hold are named themselves. */
function kindOf({ value, schema }: Mismatch): string {
  if (typeof value === 'number')
    return schema.kind === 'integer' || schema.kind === 'number' ? `number ${value}` : 'number';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}

function typeName(schema: ValueSchema, path: readonly string[], isWhole: boolean, body: string): string {
  const last = path.at(-1) ?? '';
  const both = path.slice(-2).join('/');
  const name = types[both] ?? types[last];
  const collection = isWhole ? namedCollections[last] : undefined;
  if (collection !== undefined) return collection;
  const pointerTo = (items: ValueSchema): string =>
    unwrapped(items).kind === 'object' && pointers.test(both) ? '*' : '';
  const inner = (items: ValueSchema): string => typeName(items, path, false, body);
  switch (schema.kind) {
    case 'ref':
      return typeName(schema.to(), path, isWhole, body);
    case 'nullable':
      return typeName(schema.of, path, isWhole, body);
    case 'array':
      if (path.length === 0 && isWhole && body.includes('.')) return `${body}s`;
      return `[]${pointerTo(schema.items)}${inner(schema.items)}`;
    case 'map':
      if (unwrapped(schema.values).kind !== 'object' && name?.includes('.') === true) return name;
      return isWhole ? `map[string]${pointerTo(schema.values)}${inner(schema.values)}` : 'struct {}';
    case 'object':
      return path.length === 0 ? body : (name ?? 'struct {}');
    case 'boolean':
      return 'bool';
    case 'integer':
    case 'number':
      return name ?? 'int64';
    default:
      return strings[both] ?? strings[last] ?? 'string';
  }
}

/** The name of a field: the innermost type and the path, with the types that are embedded in others. */
function fieldName(id: string, schema: ValueSchema, path: readonly string[]): string {
  const names: string[] = [];
  let [type, current, parent] = [bodies[id] ?? id, schema as ValueSchema | undefined, ''];
  let inner = type;
  for (const [index, name] of path.entries()) {
    inner = type;
    const embedded = embeddedIn(id, parent, name);
    if (embedded !== undefined) names.push(embedded);
    names.push(name);
    const next: ValueSchema | undefined = fieldOf(current, name);
    if (next !== undefined && fieldsOf(next) !== undefined)
      type = typeName(unwrapped(next), path.slice(0, index + 1), false, '');
    [current, parent] = [next, name];
  }
  return `${inner.replace(/^.*\./, '')}.${names.join('.')}`;
}

/** Returns the type that is embedded in that of the parent and has the field. */
function embeddedIn(id: string, parent: string, name: string): string | undefined {
  if (parent === 'HostConfig') return resources.test(name) ? 'Resources' : undefined;
  if (/^(Name|Labels)$/.test(name) && (parent === 'Spec' || (parent === '' && specified.test(id))))
    return 'Annotations';
  if (parent !== '') return undefined;
  switch (id) {
    case 'ContainerCreate':
    case 'ImageCommit':
      return name === 'HostConfig' || name === 'NetworkingConfig' ? undefined : 'Config';
    case 'ContainerUpdate':
      return name === 'RestartPolicy' ? undefined : 'Resources';
    case 'NetworkCreate':
      return name === 'Name' ? undefined : 'NetworkCreate';
    default:
      return undefined;
  }
}

const specified = /^(Service|Config|Secret|Swarm|Node)(Create|Update)$/;
const resources =
  /^(Blkio|Cpu|Device|IOMaximum|KernelMemory|Memory|NanoCpus$|OomKillDisable$|PidsLimit$|Ulimits$|CgroupParent$)/;

function unwrapped(schema: ValueSchema): ValueSchema {
  if (schema.kind === 'ref') return unwrapped(schema.to());
  if (schema.kind === 'nullable') return unwrapped(schema.of);
  if (schema.kind === 'array') return unwrapped(schema.items);
  return schema.kind === 'map' ? unwrapped(schema.values) : schema;
}

function fieldsOf(schema: ValueSchema | undefined) {
  const inner = schema && unwrapped(schema);
  return inner?.kind === 'object' ? inner.fields : undefined;
}

function fieldOf(schema: ValueSchema | undefined, name: string): ValueSchema | undefined {
  return fieldsOf(schema)?.[name]?.schema;
}

function table(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(/\s+/).map((row) => row.split('=') as [string, string]));
}
