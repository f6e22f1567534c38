/** Calculates what `docker stats` shows from a sample of statistics. */

/** The counters of a sample that the calculation needs, in any version. */
export interface StatsSample {
  readonly cpu_stats?: CpuCounters;
  readonly precpu_stats?: CpuCounters;
  readonly memory_stats?: {
    readonly usage?: number;
    readonly limit?: number;
    readonly stats?: Readonly<Record<string, number>> | null;
  };
}

interface CpuCounters {
  readonly cpu_usage?: { readonly total_usage?: number; readonly percpu_usage?: readonly number[] | null };
  readonly system_cpu_usage?: number;
  readonly online_cpus?: number;
}

export interface Usage {
  /** Percent of one processor: 200 for two that are busy. 0 for the first sample of a stream, which has none before it. */
  readonly cpuPercent: number;
  /** Bytes, without the cache of files that the system can drop. */
  readonly memory: number;
  /** Percent of the limit of the container, or of the memory of the host. */
  readonly memoryPercent: number;
}

/** Returns the use of processors and memory of a Linux container. */
export function usageOf({ cpu_stats: cpu, precpu_stats: before, memory_stats: memory }: StatsSample): Usage {
  const used = (cpu?.cpu_usage?.total_usage ?? 0) - (before?.cpu_usage?.total_usage ?? 0);
  const system = (cpu?.system_cpu_usage ?? 0) - (before?.system_cpu_usage ?? 0);
  const processors = cpu?.online_cpus || (cpu?.cpu_usage?.percpu_usage?.length ?? 1);
  const isFirst = (before?.system_cpu_usage ?? 0) === 0;
  // The names in cgroups of version 1 and 2.
  const cache = memory?.stats?.['total_inactive_file'] ?? memory?.stats?.['inactive_file'] ?? 0;
  const usage = memory?.usage ?? 0;
  const bytes = cache < usage ? usage - cache : usage;
  return {
    cpuPercent: isFirst || system <= 0 || used <= 0 ? 0 : (used / system) * processors * 100,
    memory: bytes,
    memoryPercent: memory?.limit ? (bytes / memory.limit) * 100 : 0,
  };
}
