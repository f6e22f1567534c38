/** The files of `/proc` and of `/sys`: the processes of the container, its machine, its network. */
import { freemem, totalmem } from 'node:os';
import {
  computedFile,
  computedFolder,
  computedLink,
  ComputedTree,
  nodesByPath,
  type ComputedNode,
} from '../filesystem/computed-tree.js';
import type { FileTree } from '../ports/filesystem.js';
import type { ProcessSettings } from '../ports/container-runtime.js';
import type { ProcessEntry } from './process-entry.js';
import type { ProcessTable } from './process-table.js';
import { limitsText } from './resource-limits.js';
import { signalNumber } from '../values/signals.js';

type ProcNodes = Readonly<Record<string, ComputedNode>>;

/** @param self the process that reads them */
export function procTree(table: ProcessTable, settings: ProcessSettings, self: ProcessEntry): FileTree {
  return new ComputedTree(
    () => ({
      ...Object.fromEntries(
        table.all().map((entry) => [String(entry.pid), computedFolder(() => nodesOf(entry, self, settings, table))]),
      ),
      self: computedLink(() => String(self.pid)),
      'thread-self': computedLink(() => `${self.pid}/task/${self.pid}`),
      mounts: computedLink(() => 'self/mounts'),
      net: computedLink(() => 'self/net'),
      cpuinfo: computedFile(
        () => 'processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Virtual CPU\ncpu cores\t: 1\n\n',
      ),
      cmdline: computedFile(() => 'BOOT_IMAGE=/boot/vmlinuz-6.1.0 root=/dev/vda1 ro quiet\n'),
      filesystems: computedFile(() => 'nodev\tproc\nnodev\ttmpfs\nnodev\toverlay\n\text4\n'),
      loadavg: computedFile(() => `0.00 0.00 0.00 1/${table.all().length} ${table.lastPid}\n`),
      meminfo: computedFile(memoryText),
      stat: computedFile(
        () =>
          `cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\nbtime ${Math.floor(table.bootTime / 1000)}\nprocesses ${table.lastPid}\n`,
      ),
      uptime: computedFile(() => {
        const seconds = (table.clock.now() - table.bootTime) / 1000;
        return `${seconds.toFixed(2)} ${seconds.toFixed(2)}\n`;
      }),
      version: computedFile(() => 'Linux version 6.1.0 (gcc) #1 SMP\n'),
      ...nodesByPath(kernelNodes(settings, '/proc/')),
    }),
    table.bootTime,
  );
}

/** The files of control groups, and the interfaces of the network. */
export function sysTree(table: ProcessTable, settings: ProcessSettings): FileTree {
  return new ComputedTree(
    () =>
      nodesByPath({
        ...kernelNodes(settings, '/sys/'),
        'fs/cgroup/cgroup.procs': computedFile(() => linesOf(table.all().map(({ pid }) => String(pid)))),
        'fs/cgroup/cgroup.controllers': computedFile(() => 'cpuset cpu io memory hugetlb pids rdma\n'),
        'fs/cgroup/pids.current': computedFile(() => `${table.all().length}\n`),
        ...Object.fromEntries(
          (settings.network?.interfaces?.() ?? []).map(({ name, mac }) => [
            `class/net/${name}/address`,
            computedFile(() => `${mac}\n`),
          ]),
        ),
        'class/net/lo/address': computedFile(() => '00:00:00:00:00:00\n'),
      }),
    table.bootTime,
  );
}

function kernelNodes({ kernelFiles = {} }: ProcessSettings, folder: string): ProcNodes {
  return Object.fromEntries(
    Object.entries(kernelFiles)
      .filter(([path]) => path.startsWith(folder))
      .map(([path, text]) => [path.slice(folder.length), computedFile(() => `${text}\n`, 0o644)]),
  );
}

function nodesOf(entry: ProcessEntry, self: ProcessEntry, settings: ProcessSettings, table: ProcessTable): ProcNodes {
  const { pid, command, name } = entry;
  return {
    cgroup: computedFile(() => '0::/\n'),
    cmdline: computedFile(() => (entry.hasEnded ? [] : command).map((word) => `${word}\0`).join('')),
    comm: computedFile(() => `${name}\n`),
    cwd: computedLink(() => entry.visible?.folder ?? '/'),
    environ: computedFile(
      () => [...(entry.visible?.variables ?? [])].map(([variable, value]) => `${variable}=${value}\0`).join(''),
      0o400,
    ),
    exe: computedLink(() => ((command[0] ?? '').startsWith('/') ? (command[0] ?? '') : `/bin/${name}`)),
    fd: computedFolder(() =>
      Object.fromEntries(
        ['0', '1', '2'].map((number) => [number, computedLink(() => `pipe:[${1000 + pid * 3 + Number(number)}]`)]),
      ),
    ),
    io: computedFile(() => linesOf(ioCounters.map((counter) => `${counter}: 0`)), 0o400),
    limits: computedFile(() => limitsText(settings)),
    maps: computedFile(() => mapsText(command[0]?.startsWith('/') === true ? command[0] : `/bin/${name}`)),
    mountinfo: computedFile(() =>
      linesOf(
        mountsOf(settings).map(
          ([device, path, type, options], index) =>
            `${500 + index} 400 0:${40 + index} / ${path} ${options} - ${type} ${device} ${options}`,
        ),
      ),
    ),
    mounts: computedFile(() => linesOf(mountsOf(settings).map((parts) => `${parts.join(' ')} 0 0`))),
    net: computedFolder(() => networkNodes(settings)),
    oom_score: computedFile(() => '666\n'),
    oom_score_adj: computedFile(() => '0\n', 0o644),
    root: computedLink(() => '/'),
    stat: computedFile(() => statText(entry, self, table)),
    statm: computedFile(() => '400 225 200 195 0 43 0\n'),
    status: computedFile(() => statusText(entry, self)),
    task: computedFolder(() => ({ [String(pid)]: computedFolder(() => ({ comm: computedFile(() => `${name}\n`) })) })),
  };
}

const ioCounters = ['rchar', 'wchar', 'syscr', 'syscw', 'read_bytes', 'write_bytes', 'cancelled_write_bytes'];

/** The memory of a program without shared libraries. */
function mapsText(program: string): string {
  const parts: readonly (readonly [range: string, rest: string, name: string])[] = [
    ['00400000-004c8000', 'r-xp 00000000 00:28 1', program],
    ['004c8000-004cb000', 'rw-p 000c8000 00:28 1', program],
    ['004cb000-004ec000', 'rw-p 00000000 00:00 0', '[heap]'],
    ['7ffd5a000000-7ffd5a021000', 'rw-p 00000000 00:00 0', '[stack]'],
    ['7ffd5a1f0000-7ffd5a1f2000', 'r-xp 00000000 00:00 0', '[vdso]'],
  ];
  return linesOf(parts.map(([range, rest, name]) => `${`${range} ${rest} `.padEnd(73)}${name}`));
}

/** R for the process that reads it, T for one that is stopped, S for others, which wait. */
export function stateOf(entry: ProcessEntry, self: ProcessEntry | undefined): 'R' | 'S' | 'T' | 'Z' {
  if (entry.hasEnded) return 'Z';
  return entry.stopped !== undefined ? 'T' : entry === self ? 'R' : 'S';
}

function statText(entry: ProcessEntry, self: ProcessEntry, { bootTime }: ProcessTable): string {
  const { pid, name, parent, session, started, nice } = entry;
  const start = Math.max(0, Math.round((started - bootTime) / 10));
  const fields = [pid, `(${name})`, stateOf(entry, self), parent, session, session, 0, -1, 4_194_560];
  return `${[...fields, ...Array<number>(8).fill(0), 20 + nice, nice, 1, 0, start, 1_740_800, 225, ...Array<number>(28).fill(0)].join(' ')}\n`;
}

const stateNames = { R: 'R (running)', S: 'S (sleeping)', T: 'T (stopped)', Z: 'Z (zombie)' };

function statusText(entry: ProcessEntry, self: ProcessEntry): string {
  const { pid, name, parent, traps, user } = entry;
  const uid = /^\d+/.exec(user)?.[0] ?? '0';
  const mask = (isHandled: boolean): string => {
    let bits = 0n;
    for (const [signal, action] of traps)
      if ((action !== undefined) === isHandled) bits |= 1n << BigInt((signalNumber(signal) ?? 1) - 1);
    return bits.toString(16).padStart(16, '0');
  };
  return linesOf([
    `Name:\t${name}`,
    'Umask:\t0022',
    `State:\t${stateNames[stateOf(entry, self)]}`,
    ...[`Tgid:\t${pid}`, 'Ngid:\t0', `Pid:\t${pid}`, `PPid:\t${parent}`, 'TracerPid:\t0'],
    ...[`Uid:\t${uid}\t${uid}\t${uid}\t${uid}`, 'Gid:\t0\t0\t0\t0'],
    ...['VmPeak:\t    1700 kB', 'VmSize:\t    1700 kB', 'VmRSS:\t     900 kB', 'Threads:\t1'],
    ...[`SigIgn:\t${mask(false)}`, `SigCgt:\t${mask(true)}`],
  ]);
}

/** The mounts of the container: device, path, type, options. */
export function mountsOf({ mounts = [] }: ProcessSettings): (readonly [string, string, string, string])[] {
  return [
    ['overlay', '/', 'overlay', 'rw,relatime'],
    ['proc', '/proc', 'proc', 'rw,nosuid,nodev,noexec,relatime'],
    ['tmpfs', '/dev', 'tmpfs', 'rw,nosuid,size=65536k,mode=755'],
    ['sysfs', '/sys', 'sysfs', 'ro,nosuid,nodev,noexec,relatime'],
    ['cgroup', '/sys/fs/cgroup', 'cgroup2', 'ro,nosuid,nodev,noexec,relatime'],
    ['shm', '/dev/shm', 'tmpfs', 'rw,nosuid,nodev,noexec,relatime,size=65536k'],
    ...mounts.map(
      ({ path, type, isReadOnly }) =>
        [type === 'tmpfs' ? type : '/dev/root', path, type, `${isReadOnly ? 'ro' : 'rw'},relatime`] as const,
    ),
  ];
}

function memoryText(): string {
  const size = (bytes: number): string => `${String(Math.floor(bytes / 1024)).padStart(8)} kB`;
  const [total, free] = [totalmem(), freemem()];
  return linesOf([
    `MemTotal:       ${size(total)}`,
    `MemFree:        ${size(free)}`,
    `MemAvailable:   ${size(free)}`,
    `Buffers:        ${size(0)}`,
    `Cached:         ${size(0)}`,
    `SwapTotal:      ${size(0)}`,
    `SwapFree:       ${size(0)}`,
  ]);
}

const tcpTitle = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';

function networkNodes({ network }: ProcessSettings): ProcNodes {
  const interfaces = [{ name: 'lo' }, ...(network?.interfaces?.() ?? [])];
  const ports = network?.listening?.() ?? [];
  const counters = Array<string>(16).fill('0').join('       ');
  return {
    dev: computedFile(() =>
      linesOf([
        'Inter-|   Receive                                                |  Transmit',
        ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed',
        ...interfaces.map(({ name }) => `${name.padStart(6)}: ${counters}`),
      ]),
    ),
    tcp: computedFile(() =>
      linesOf([
        tcpTitle,
        ...ports.map((port, index) => {
          const local = `00000000:${port.toString(16).toUpperCase().padStart(4, '0')}`;
          return `${String(index).padStart(4)}: ${local} 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 ${20_000 + index} 1 0000000000000000 100 0 0 10 0`;
        }),
      ]),
    ),
    tcp6: computedFile(() => linesOf([tcpTitle.replace('rem_address  ', 'remote_address')])),
    route: computedFile(() => linesOf(routesOf(interfaces).map((line) => line.padEnd(127)))),
    udp: computedFile(() => linesOf([tcpTitle])),
    udp6: computedFile(() => linesOf([tcpTitle])),
    unix: computedFile(() => 'Num       RefCount Protocol Flags    Type St Inode Path\n'),
  };
}

/** The route of each network, and the default one by the first address of the first of them. */
function routesOf(interfaces: readonly { readonly name: string; readonly addresses?: readonly string[] }[]): string[] {
  const networks = interfaces.flatMap(({ name, addresses = [] }) =>
    addresses.flatMap((address) => {
      const [, bytes, length] = /^([\d.]+)\/(\d+)$/.exec(address) ?? [];
      if (bytes === undefined) return [];
      const number = bytes.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
      const size = 2 ** (32 - Number(length));
      return [{ name, network: number - (number % size), mask: 2 ** 32 - size }];
    }),
  );
  // In the order of the machine's bytes.
  const hex = (number: number): string =>
    [0, 8, 16, 24]
      .map((shift) => ((number / 2 ** shift) & 255).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
  const row = (name: string, to: number, gateway: number, flags: string, mask: number): string =>
    [name, hex(to), hex(gateway), flags, 0, 0, 0, hex(mask), 0, 0, 0].join('\t');
  const [first] = networks;
  return [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    ...(first === undefined ? [] : [row(first.name, 0, first.network + 1, '0003', 0)]),
    ...networks.map(({ name, network, mask }) => row(name, network, 0, '0001', mask)),
  ];
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
