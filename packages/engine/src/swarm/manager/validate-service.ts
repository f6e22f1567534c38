/** Rejects invalid services, with the messages of the managers of a swarm. */
import type { ContainerSpec, TaskSpec } from '@lading/types-v1.44';
import { rpcError } from '../cluster/rpc-error.js';
import { expandTemplate } from '../agent/template.js';
import { exampleContext } from '../agent/template-context.js';
import type { ServiceSettings } from '../cluster/service-record.js';

/** The tasks that a service may have: real managers have no limit but that of their memory. */
const maximumTasks = 100_000;

const minimumMemory = 4 * 1024 * 1024;

/** @throws BadRequest */
export function validateTaskTemplate({ RestartPolicy, Resources, ContainerSpec }: Partial<TaskSpec>): void {
  if ((RestartPolicy?.Delay ?? 0) < 0) throw invalid('TaskSpec: restart-delay cannot be negative');
  if ((RestartPolicy?.Window ?? 0) < 0) throw invalid('TaskSpec: restart-window cannot be negative');
  for (const amounts of [Resources?.Limits, Resources?.Reservations]) {
    const { NanoCPUs = 0, MemoryBytes = 0 } = amounts ?? {};
    if (NanoCPUs !== 0 && NanoCPUs < 1e6)
      throw invalid(`invalid cpu value ${shortest(NanoCPUs / 1e9)}: Must be at least 0.001`);
    if (MemoryBytes !== 0 && MemoryBytes < minimumMemory)
      throw invalid(`invalid memory value ${MemoryBytes}: Must be at least 4MiB`);
  }
  validateContainer(ContainerSpec ?? {});
}

/** @throws BadRequest */
export function validateService({ name, mode, update, rollback, ports, isVirtual, spec }: ServiceSettings): void {
  if (name === '') throw invalid('name must be provided');
  if (!/^[a-zA-Z0-9]([-_]*[a-zA-Z0-9])*$/.test(name)) throw invalid('name must be valid as a DNS name component');
  if (name.length > 63) throw invalid('name must be 63 characters or fewer');
  for (const { delay, monitor, maxFailureRatio } of [update, rollback]) {
    if (delay < 0) throw invalid('TaskSpec: update-delay cannot be negative');
    if (monitor < 0) throw invalid('TaskSpec: update-monitor cannot be negative');
    if (maxFailureRatio < 0 || maxFailureRatio > 1)
      throw invalid('TaskSpec: update-maxfailureratio cannot be less than 0 or bigger than 1');
  }
  // A manager would create them all, until its memory ends.
  const tasks = 'replicas' in mode ? mode.replicas : 'completions' in mode ? mode.completions : 0;
  if (tasks > maximumTasks) throw invalid(`more than ${maximumTasks} tasks in one service`);
  const published = new Set<string>();
  for (const { mode: portMode, protocol, published: port } of ports) {
    if (portMode === 'ingress' && !isVirtual)
      throw invalid("EndpointSpec: port published with ingress mode can't be used with dnsrr mode");
    const key = `${port}/${protocol}`;
    if (port !== 0 && published.has(key)) throw invalid('EndpointSpec: duplicate published ports provided');
    published.add(key);
  }
  if (mode.kind.endsWith('job') && (spec['UpdateConfig'] ?? spec['RollbackConfig']) !== undefined)
    throw invalid(`Jobs may not have an ${spec['UpdateConfig'] === undefined ? 'rollback' : 'update'} config`);
}

function validateContainer(spec: Partial<ContainerSpec>): void {
  const { Image = '', Mounts = [], Hostname = '', Env = [], Healthcheck } = spec;
  if (Image === '') throw invalid('ContainerSpec: image reference must be provided');
  if (!/^[a-z0-9]+([._/:@-]+[a-zA-Z0-9_]+)*$/.test(Image))
    throw invalid(`ContainerSpec: ${JSON.stringify(Image)} is not a valid repository/tag`);
  validateHealthcheck(Healthcheck);
  const targets = new Set<string>();
  for (const { Target = '' } of Mounts) {
    if (targets.has(Target)) throw invalid(`ContainerSpec: duplicate mount point: ${Target}`);
    targets.add(Target);
  }
  for (const [property, texts] of [
    ['mounts', Mounts.flatMap(({ Source = '', Target = '' }) => [Source, Target])],
    ['hostname', [Hostname]],
    ['env', Env],
  ] as const)
    for (const text of texts) {
      try {
        expandTemplate(text, exampleContext);
      } catch (error) {
        throw invalid(`expanding ${property} failed: ${(error as Error).message}`);
      }
    }
}

function validateHealthcheck(check: ContainerSpec['Healthcheck']): void {
  for (const name of ['Interval', 'Timeout', 'StartPeriod', 'StartInterval'] as const) {
    const duration = check?.[name] ?? 0;
    if (duration !== 0 && duration < 1e6)
      throw invalid(`ContainerSpec: ${name} in HealthConfig cannot be less than 1ms`);
  }
  if ((check?.Retries ?? 0) < 0) throw invalid('ContainerSpec: Retries in HealthConfig cannot be negative');
}

function invalid(reason: string): Error {
  return rpcError('InvalidArgument', reason);
}

/** Formats a number as Go does: `1e-09`. */
function shortest(value: number): string {
  return String(value).replace(/e-(\d)$/, 'e-0$1');
}
