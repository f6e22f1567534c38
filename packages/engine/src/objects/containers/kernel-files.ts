/** The files of the kernel in which the processes of a container read its names and limits, as with cgroups of version 2. */
import type { Container } from './container.js';

const cgroup = '/sys/fs/cgroup';

/** What the kernel has in `/proc/sys`, as programs look it up, without the settings of a container. */
const parameters: Readonly<Record<string, string>> = {
  'fs.file-max': '2466177',
  'kernel.msgmax': '8192',
  'kernel.osrelease': '6.1.0',
  'kernel.ostype': 'Linux',
  'kernel.pid_max': '4194304',
  'kernel.shmmax': '18446744073692774399',
  'net.core.somaxconn': '4096',
  'net.ipv4.ip_forward': '0',
  'net.ipv4.ip_local_port_range': '32768\t60999',
  'net.ipv4.ip_unprivileged_port_start': '0',
  'net.ipv4.ping_group_range': '0\t2147483647',
  'net.ipv4.tcp_syncookies': '1',
  'vm.max_map_count': '65530',
  'vm.overcommit_memory': '0',
  'vm.swappiness': '60',
};

/** @returns the content by path */
export function kernelFilesOf({ hostname, settings, host }: Container): Readonly<Record<string, string>> {
  const { MemorySwap, CpuQuota, CpuPeriod, PidsLimit } = host.others as Readonly<Record<string, number | undefined>>;
  const limit = (value: number | undefined): string => (value !== undefined && value > 0 ? String(value) : 'max');
  // Without a setting, a container may swap as much as it has memory.
  const swap = MemorySwap ? MemorySwap - (MemorySwap > 0 ? host.memory : 0) : host.memory;
  return {
    '/proc/sys/kernel/hostname': hostname,
    '/proc/sys/kernel/domainname': String(settings.others['Domainname'] || '(none)'),
    ...Object.fromEntries(
      Object.entries({ ...parameters, ...(host.others['Sysctls'] as Readonly<Record<string, string>> | null) }).map(
        ([name, value]) => [`/proc/sys/${name.replaceAll('.', '/')}`, value],
      ),
    ),
    [`${cgroup}/memory.max`]: limit(host.memory),
    [`${cgroup}/memory.swap.max`]: host.memory > 0 && swap === 0 ? '0' : limit(swap),
    [`${cgroup}/cpu.max`]: `${limit(CpuQuota)} ${CpuPeriod || 100_000}`,
    [`${cgroup}/pids.max`]: limit(PidsLimit),
  };
}
