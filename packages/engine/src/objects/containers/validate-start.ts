/** Rejects settings that engines accept when a container is created, and that no process can start with. */
import { isIP } from 'node:net';
import { ServerError } from '@lading/server-v1.44';
import type { HostConfig } from '@lading/types-v1.44';
import { parseJson } from '../../values/parse-json.js';
import type { Container } from './container.js';

/** The limits of the kernel, in the order of their numbers. */
const limits = [
  ...['cpu', 'fsize', 'data', 'stack', 'core', 'rss', 'nproc', 'nofile', 'memlock', 'as', 'locks', 'sigpending'],
  ...['msgqueue', 'nice', 'rtprio', 'rttime'],
];

/** The options of temporary filesystems, and the values of those that have one. */
const tmpfsFlags: ReadonlySet<string> = new Set(
  `defaults ro rw suid nosuid dev nodev exec noexec sync async dirsync remount mand nomand atime noatime diratime nodiratime
  bind rbind private shared slave unbindable rprivate rshared rslave runbindable relatime norelatime strictatime nostrictatime`.split(
    /\s+/,
  ),
);
const tmpfsValues: Readonly<Record<string, RegExp>> = {
  size: /^\d+[kmgtpe%]?$/i,
  mode: /^[0-7]+$/,
  uid: /^\d+$/,
  gid: /^\d+$/,
  nr_inodes: /^\d+[kmgtpe]?$/i,
  nr_blocks: /^\d+[kmgtpe]?$/i,
  mpol: /./,
};

/** The settings of the kernel that a container has of its own, with the namespace; those of others are those of the machine. */
const ownSysctls: readonly (readonly [name: RegExp, namespace: 'network' | 'ipc' | 'uts'])[] = [
  [/^net\./, 'network'],
  [/^(kernel\.(msgmax|msgmnb|msgmni|sem|shmall|shmmax|shmmni|shm_rmid_forced)$|fs\.mqueue\.)/, 'ipc'],
  [/^kernel\.domainname$/, 'uts'],
];

/** @throws ServerError */
export function validateStart({ settings, host: { networkMode, others } }: Container): void {
  const { Dns, DeviceCgroupRules, IpcMode, SecurityOpt, Sysctls, Tmpfs, Ulimits } = others as Partial<HostConfig>;
  for (const address of Dns ?? []) requireNameserver(address);
  for (const rule of DeviceCgroupRules ?? [])
    if (!/^[acb] (\d+|\*):(\d+|\*) [rwm]{1,3}$/.test(rule))
      throw new ServerError(`invalid device cgroup rule format: '${rule}'`);
  for (const option of SecurityOpt ?? []) requireSeccompProfile(option);
  for (const options of Object.values(Tmpfs ?? {})) requireTmpfsOptions(options);
  for (const name of Object.keys(Sysctls ?? {})) requireOwnSysctl(name, networkMode, IpcMode ?? '');
  const unknown = (Ulimits ?? []).find(({ Name = '' }) => !limits.includes(Name));
  if (unknown !== undefined) throw runtimeFailure(`wrong rlimit value: RLIMIT_${(unknown.Name ?? '').toUpperCase()}`);
  for (const { Name = '', Soft = 0, Hard = 0 } of Ulimits ?? [])
    if (Hard >= 0 && (Soft < 0 || Soft > Hard))
      throw initFailure(
        `error setting rlimits for ready process: error setting rlimit type ${limits.indexOf(Name)}: invalid argument`,
      );
  for (const [path, options] of Object.entries(Tmpfs ?? {})) requireTmpfsValues(path, options);
  if (Buffer.byteLength(settings.hostname) > 64) throw initFailure('sethostname: invalid argument');
}

function requireNameserver(address: string): void {
  if (isIP(address) !== 0) return;
  const fields = /^\d+(\.\d+)+$/.test(address) ? address.split('.') : [];
  const problem =
    fields.length > 4
      ? 'IPv4 address too long'
      : fields.some((field) => Number(field) > 255)
        ? 'IPv4 field has value >255'
        : fields.length > 0 && fields.length < 4
          ? 'IPv4 address too short'
          : 'unable to parse IP';
  throw new ServerError(`bad nameserver address ${address}: ParseAddr(${JSON.stringify(address)}): ${problem}`);
}

function requireSeccompProfile(option: string): void {
  const [, profile = ''] = /^seccomp=(.*)$/s.exec(option) ?? [];
  if (profile === '' || profile === 'unconfined' || profile === 'builtin') return;
  const failing = 'Decoding seccomp profile failed: ';
  let value: unknown;
  try {
    value = parseJson(profile);
  } catch (error) {
    throw new ServerError(failing + (error as Error).message);
  }
  if (typeof value === 'object' && !Array.isArray(value)) return;
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  throw new ServerError(`${failing}json: cannot unmarshal ${kind} into Go value of type seccomp.Seccomp`);
}

function requireTmpfsOptions(options: string): void {
  for (const option of options === '' ? [] : options.split(',')) {
    const [name = '', value] = option.split('=', 2);
    const isKnown = value === undefined ? tmpfsFlags.has(name) : Object.hasOwn(tmpfsValues, name);
    if (!isKnown) throw new ServerError(`invalid tmpfs option "${name}"`);
  }
}

function requireTmpfsValues(path: string, options: string): void {
  const given = options.split(',').filter((option) => option.includes('='));
  const isInvalid = given.some((option) => {
    const [name = '', value = ''] = option.split('=', 2);
    return tmpfsValues[name]?.test(value) === false;
  });
  if (isInvalid)
    throw initFailure(
      `error mounting "tmpfs" to rootfs at "${path}": mount tmpfs:${path} (via /proc/self/fd/6), flags: 0xe, data: ${given.join(',')}: invalid argument`,
    );
}

function requireOwnSysctl(name: string, networkMode: string, ipcMode: string): void {
  const namespace = ownSysctls.find(([names]) => names.test(name))?.[1];
  if (namespace === undefined) throw runtimeFailure(`sysctl "${name}" is not in a separate kernel namespace`);
  if (namespace === 'network' && networkMode === 'host')
    throw runtimeFailure(`sysctl "${name}" not allowed in host network namespace`);
  if (namespace === 'ipc' && ipcMode === 'host')
    throw runtimeFailure(`sysctl "${name}" is not allowed in the hosts ipc namespace`);
}

function initFailure(reason: string): ServerError {
  return runtimeFailure(`unable to start container process: error during container init: ${reason}`);
}

function runtimeFailure(reason: string): ServerError {
  return new ServerError(
    `failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: ${reason}: unknown`,
  );
}
