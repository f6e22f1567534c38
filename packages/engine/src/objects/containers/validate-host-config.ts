/** Rejects settings of one machine in requests that create or update a container, with the engine's messages and in its order. */
import { isIP } from 'node:net';
import { BadRequest, ServerError } from '@lading/server-v1.44';
import type { HostConfigInput } from '@lading/types-v1.44';
import { resolvePath } from '../../filesystem/paths.js';
import { isBoolean } from '../../values/filters.js';
import { parsePortRange } from '../../values/address.js';
import { validateMount, type HasCreated } from './validate-mount.js';
import { validateResources } from './validate-resources.js';

export { changedLimits } from './validate-resources.js';

const namedPolicies = ['no', 'always', 'on-failure', 'unless-stopped'];

/** Capabilities of the kernel, without `CAP_`. */
const capabilities: ReadonlySet<string> = new Set([
  ...['ALL', 'AUDIT_CONTROL', 'AUDIT_READ', 'AUDIT_WRITE', 'BLOCK_SUSPEND', 'BPF', 'CHECKPOINT_RESTORE', 'CHOWN'],
  ...['DAC_OVERRIDE', 'DAC_READ_SEARCH', 'FOWNER', 'FSETID', 'IPC_LOCK', 'IPC_OWNER', 'KILL', 'LEASE'],
  ...['LINUX_IMMUTABLE', 'MAC_ADMIN', 'MAC_OVERRIDE', 'MKNOD', 'NET_ADMIN', 'NET_BIND_SERVICE', 'NET_BROADCAST'],
  ...['NET_RAW', 'PERFMON', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_ADMIN', 'SYS_BOOT', 'SYS_CHROOT', 'SYSLOG'],
  ...['SYS_MODULE', 'SYS_NICE', 'SYS_PACCT', 'SYS_PTRACE', 'SYS_RAWIO', 'SYS_RESOURCE', 'SYS_TIME', 'SYS_TTY_CONFIG'],
  'WAKE_ALARM',
]);

/** Rejects what no engine on Linux has. @throws ServerError: engines respond with 500 */
export function validateMachine(host: HostConfigInput): void {
  const { Isolation, IOMaximumBandwidth, IOMaximumIOps, CpuRealtimePeriod, CpuRealtimeRuntime } = host;
  if (Isolation && Isolation.toLowerCase() !== 'default')
    throw new ServerError(`Invalid isolation: ${JSON.stringify(Isolation)} - linux only supports 'default'`);
  for (const [value, name] of [
    [IOMaximumBandwidth, 'bandwidth'],
    [IOMaximumIOps, 'IOPs'],
  ] as const)
    if (value) throw new ServerError(`Invalid QoS settings: linux does not support configuration of maximum ${name}`);
  if (CpuRealtimePeriod && CpuRealtimeRuntime && CpuRealtimeRuntime > CpuRealtimePeriod)
    throw new ServerError('cpu real-time runtime cannot be higher than cpu real-time period');
}

/** Rejects options of security and storage. @throws ServerError: engines read them when the container exists */
export function validateOptions(host: HostConfigInput | null | undefined): void {
  for (const option of host?.SecurityOpt ?? []) {
    if (option === 'no-new-privileges' || option === 'disable') continue;
    const [, name, value = ''] = /^([^=:]*)[=:](.*)$/s.exec(option) ?? [];
    if (name === undefined) throw new ServerError(`invalid --security-opt 1: ${JSON.stringify(option)}`);
    const isKnown = name === 'no-new-privileges' ? isBoolean(value) : /^(label|apparmor|seccomp)$/.test(name);
    if (!isKnown) throw new ServerError(`invalid --security-opt 2: ${JSON.stringify(option)}`);
  }
  for (const name of Object.keys(host?.StorageOpt ?? {}))
    throw new ServerError(
      name.toLowerCase() === 'size'
        ? "--storage-opt is supported only for overlay over xfs with 'pquota' mount option"
        : `Unknown option ${name}`,
    );
}

/** @throws BadRequest */
export function validateHostConfig(host: HostConfigInput, hasCreated: HasCreated, isUpdate: boolean): void {
  const policy = host.RestartPolicy?.Name || 'no';
  if (host.AutoRemove === true && policy !== 'no')
    throw new BadRequest("can't create 'AutoRemove' container with restart policy");
  for (const mount of host.Mounts ?? []) validateMount(mount, hasCreated);
  for (const entry of host.ExtraHosts ?? []) validateExtraHost(entry);
  validatePorts(host.PortBindings);
  validateRestartPolicy(policy, host.RestartPolicy?.MaximumRetryCount ?? 0);
  validateCapabilities('CapAdd', host.CapAdd);
  validateCapabilities('CapDrop', host.CapDrop);
  if (Object.hasOwn(host.Annotations ?? {}, ''))
    throw new BadRequest('invalid Annotations: the empty string is not permitted as an annotation key');
  validateResources(host, isUpdate);
  validateNamespaces(host);
}

function validateNamespaces(host: HostConfigInput): void {
  const { IpcMode, PidMode, UTSMode, CgroupnsMode, ShmSize, OomScoreAdj, Runtime, Tmpfs } = host;
  if (!/^(|none|private|host|shareable|container:.*)$/.test(IpcMode ?? ''))
    throw new BadRequest(`invalid IPC mode: ${IpcMode}`);
  if (!/^(|host|container:.+)$/.test(PidMode ?? '')) throw new BadRequest(`invalid PID mode: ${PidMode}`);
  if ((ShmSize ?? 0) < 0) throw new BadRequest('SHM size can not be less than 0');
  if (!/^(|host)$/.test(UTSMode ?? '')) throw new BadRequest(`invalid UTS mode: ${UTSMode}`);
  if (OomScoreAdj && Math.abs(OomScoreAdj) > 1000)
    throw new BadRequest(`Invalid value ${OomScoreAdj}, range for oom score adj is [-1000, 1000]`);
  if (Runtime && !/^(runc|io\.containerd\..+)$/.test(Runtime))
    throw new BadRequest(`unknown or invalid runtime name: ${Runtime}`);
  for (const path of Object.keys(Tmpfs ?? {})) {
    if (!path.startsWith('/')) throw new BadRequest(`invalid mount path: '${path}' mount path must be absolute`);
    if (resolvePath(path) === '/') throw new BadRequest("invalid specification: destination can't be '/'");
  }
  if (!/^(|host|private)$/.test(CgroupnsMode ?? ''))
    throw new BadRequest(`invalid cgroup namespace mode: ${CgroupnsMode}`);
}

function validateExtraHost(entry: string): void {
  const [, name, address = ''] = /^([^:]*):(.*)$/s.exec(entry) ?? [];
  if (!name) throw new BadRequest(`bad format for add-host: ${JSON.stringify(entry)}`);
  const ip = address.trim();
  if (ip !== 'host-gateway' && isIP(ip.replace(/^\[(.*)\]$/, '$1')) === 0)
    throw new BadRequest(`invalid IP address in add-host: ${JSON.stringify(address)}`);
}

/** @throws BadRequest for an invalid port or range of ports */
function validatePorts(bindings: HostConfigInput['PortBindings']): void {
  for (const [port, hosts] of Object.entries(bindings ?? {})) {
    const [number = ''] = port.split('/');
    const range = parsePortRange(number);
    if (range === undefined || number.includes('-') || range.last > 65_535) throw invalidPort(number);
    for (const { HostPort } of hosts ?? []) {
      const text = (HostPort ?? '').replace(/\/(tcp|udp|sctp)$/, '');
      const hostRange = parsePortRange(text);
      if (hostRange === undefined || hostRange.first > hostRange.last || hostRange.last > 65_535)
        throw invalidPort(text);
    }
  }
}

function invalidPort(text: string): BadRequest {
  return new BadRequest(`invalid port specification: ${JSON.stringify(text)}`);
}

function validateRestartPolicy(name: string, maximumRetries: number): void {
  const invalid = (reason: string): BadRequest => new BadRequest(`invalid restart policy: ${reason}`);
  if (!namedPolicies.includes(name))
    throw invalid(`unknown policy '${name}'; use one of 'no', 'always', 'on-failure', or 'unless-stopped'`);
  const isNegative = maximumRetries < 0;
  if (name !== 'on-failure' && maximumRetries !== 0)
    throw invalid(
      `maximum retry count can only be used with 'on-failure'${isNegative ? ' and cannot be negative' : ''}`,
    );
  if (isNegative) throw invalid('maximum retry count cannot be negative');
}

function validateCapabilities(property: 'CapAdd' | 'CapDrop', names: readonly string[] | null | undefined): void {
  for (const given of names ?? []) {
    const name = given.toUpperCase().replace(/^CAP_/, '');
    if (!capabilities.has(name)) throw new BadRequest(`invalid ${property}: unknown capability: "CAP_${name}"`);
  }
}
