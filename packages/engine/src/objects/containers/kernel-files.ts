/** The files of the kernel in which the processes of a container read its names and limits, as with cgroups of version 2. */
import type { Container } from './container.js';

const cgroup = '/sys/fs/cgroup';

/** @returns the content by path */
export function kernelFilesOf({ hostname, settings, host }: Container): Readonly<Record<string, string>> {
  const { MemorySwap, CpuQuota, CpuPeriod, PidsLimit } = host.others as Readonly<Record<string, number | undefined>>;
  const limit = (value: number | undefined): string => (value !== undefined && value > 0 ? String(value) : 'max');
  // Without a setting, a container may swap as much as it has memory.
  const swap = MemorySwap ? MemorySwap - (MemorySwap > 0 ? host.memory : 0) : host.memory;
  return {
    '/proc/sys/kernel/hostname': hostname,
    '/proc/sys/kernel/domainname': String(settings.others['Domainname'] || '(none)'),
    '/proc/sys/net/ipv4/ping_group_range': '0\t2147483647',
    '/proc/sys/net/ipv4/ip_unprivileged_port_start': '0',
    [`${cgroup}/memory.max`]: limit(host.memory),
    [`${cgroup}/memory.swap.max`]: host.memory > 0 && swap === 0 ? '0' : limit(swap),
    [`${cgroup}/cpu.max`]: `${limit(CpuQuota)} ${CpuPeriod || 100_000}`,
    [`${cgroup}/pids.max`]: limit(PidsLimit),
  };
}
