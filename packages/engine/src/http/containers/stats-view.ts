/** Resource statistics in the format of an engine. */
import { totalmem } from 'node:os';
import type { ContainerCPUStats, ContainerStatsResponse } from '@lading/types-v1.44';
import { dateTime, never } from '../../values/date-time.js';
import type { Container } from '../../objects/containers/container.js';

/** @param now in milliseconds since 1970 */
export function statsOf(container: Container, now: number, before?: ContainerStatsResponse): ContainerStatsResponse {
  const { name, id, process, host } = container;
  const usage = process?.usage();
  const isRunning = usage !== undefined;
  return {
    name: `/${name}`,
    id,
    read: isRunning ? dateTime(now) : never,
    preread: before?.read ?? never,
    pids_stats: isRunning ? { current: process?.processes().length ?? 0 } : {},
    blkio_stats: {
      io_service_bytes_recursive: null,
      io_serviced_recursive: null,
      io_queue_recursive: null,
      io_service_time_recursive: null,
      io_wait_time_recursive: null,
      io_merged_recursive: null,
      io_time_recursive: null,
      sectors_recursive: null,
    },
    num_procs: 0,
    storage_stats: {},
    cpu_stats: usage === undefined ? cpu(0) : cpu(usage.cpu, now * 1e6),
    precpu_stats: before?.cpu_stats ?? cpu(0),
    memory_stats:
      usage === undefined ? {} : { usage: usage.memory, limit: host.memory || totalmem(), stats: { cache: 0 } },
    ...(isRunning && { networks: { eth0: network } }),
  };
}

function cpu(total: number, system?: number): ContainerCPUStats {
  return {
    cpu_usage: { total_usage: total, usage_in_kernelmode: 0, usage_in_usermode: total },
    ...(system !== undefined && { system_cpu_usage: system, online_cpus: 1 }),
    throttling_data: { periods: 0, throttled_periods: 0, throttled_time: 0 },
  };
}

const network = {
  rx_bytes: 0,
  rx_packets: 0,
  rx_errors: 0,
  rx_dropped: 0,
  tx_bytes: 0,
  tx_packets: 0,
  tx_errors: 0,
  tx_dropped: 0,
};
