/** Rejects limits of a container, with the engine's messages. */
import { cpus } from 'node:os';
import { BadRequest, Conflict } from '@lading/server-v1.44';
import type { HostConfig, HostConfigInput } from '@lading/types-v1.44';

/** The number of processors: reading it from the system takes longer than everything else here. */
const processors = cpus().length;

const minimumMemory = 6 * 1024 * 1024;

/**
 * @param isUpdate whether the limits of an existing container change, which may already have a limit of memory
 * @throws BadRequest
 */
export function validateResources(host: HostConfigInput, isUpdate: boolean): void {
  validateMemory(host, isUpdate);
  validateProcessors(host);
  validateSet('cpus', host.CpusetCpus ?? '');
  validateSet('mems', host.CpusetMems ?? '');
}

/**
 * Returns the limits that a request changes.
 *
 * @param before all limits of the container
 * @throws Conflict for a limit of memory above that of memory and swap, unless both change
 */
export function changedLimits(
  id: string,
  request: HostConfigInput,
  { MemorySwap = 0 }: Pick<HostConfig, 'MemorySwap'>,
): Partial<HostConfig> {
  // Clients send zero or an empty string for a setting that should not change.
  const changed = Object.entries(request).filter(([, value]) => value !== 0 && value !== '');
  const limits = Object.fromEntries(changed) as Partial<HostConfig>;
  if (limits.MemorySwap === undefined && (limits.Memory ?? 0) > MemorySwap)
    throw new Conflict(
      `Cannot update container ${id}: Memory limit should be smaller than already set memoryswap limit, update the memoryswap at the same time`,
    );
  return limits;
}

function validateMemory(host: HostConfigInput, isUpdate: boolean): void {
  const [memory, swap, reservation] = [host.Memory ?? 0, host.MemorySwap ?? 0, host.MemoryReservation ?? 0];
  const swappiness = host.MemorySwappiness ?? 0;
  if (memory !== 0 && memory < minimumMemory) throw new BadRequest('Minimum memory limit allowed is 6MB');
  if (memory > 0 && swap > 0 && swap < memory)
    throw new BadRequest('Minimum memoryswap limit should be larger than memory limit, see usage');
  if (memory === 0 && swap > 0 && !isUpdate)
    throw new BadRequest('You should always set the Memory limit when using Memoryswap limit, see usage');
  // -1 means the kernel's own value.
  if (swappiness < -1 || swappiness > 100)
    throw new BadRequest(`Invalid value: ${swappiness}, valid memory swappiness range is 0-100`);
  if (reservation !== 0 && reservation < minimumMemory)
    throw new BadRequest('Minimum memory reservation allowed is 6MB');
  if (memory > 0 && reservation > memory)
    throw new BadRequest('Minimum memory limit can not be less than memory reservation limit, see usage');
}

function validateProcessors({ NanoCpus, CpuPeriod, CpuQuota }: HostConfigInput): void {
  const [nano, period, quota] = [NanoCpus ?? 0, CpuPeriod ?? 0, CpuQuota ?? 0];
  if (nano > 0 && period > 0) throw new BadRequest('Conflicting options: Nano CPUs and CPU Period cannot both be set');
  if (nano > 0 && quota > 0) throw new BadRequest('Conflicting options: Nano CPUs and CPU Quota cannot both be set');
  if (nano < 0 || nano > processors * 1e9)
    throw new BadRequest(
      `Range of CPUs is from 0.01 to ${processors}.00, as there are only ${processors} CPUs available`,
    );
  if (period !== 0 && (period < 1000 || period > 1_000_000))
    throw new BadRequest('CPU cfs period can not be less than 1ms (i.e. 1000) or larger than 1s (i.e. 1000000)');
  if (quota > 0 && quota < 1000) throw new BadRequest('CPU cfs quota can not be less than 1ms (i.e. 1000)');
}

/** @param text numbers and ranges of them: `0-2,5` */
function validateSet(resource: 'cpus' | 'mems', text: string): void {
  const isValid = text.split(',').every((part) => {
    const [all, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    return all !== undefined && Number(first) <= Number(last);
  });
  if (text !== '' && !isValid)
    throw new BadRequest(`Invalid value ${text} for cpuset ${resource}: invalid format: ${text}`);
  const last = resource === 'cpus' ? processors - 1 : 0;
  if (text.split(/[,-]/).some((number) => Number(number) > last))
    throw new BadRequest(
      `Requested ${resource === 'cpus' ? 'CPUs' : 'memory nodes'} are not available - requested ${text}, available: ${last === 0 ? '0' : `0-${last}`}`,
    );
}
