/** Rejects invalid requests to create a container, with the engine's messages. */
import { cpus } from 'node:os';
import { BadRequest, NotFound } from '@lading/server';
import type { ContainerCreateRequest, HostConfigInput } from '@lading/types-v1.44';
import { resolvePath } from '../filesystem/paths.js';
import { withoutUnset } from '../unset-values.js';
import { signalNumber } from '../runtime/signals.js';
import { parsePortRange } from './parse-port-range.js';
import { validateMount, type HasCreated } from './validate-mount.js';

const logDrivers: ReadonlySet<string> = new Set(
  'awslogs fluentd gcplogs gelf journald json-file local none splunk syslog'.split(' '),
);

/** The number of processors: reading it from the system takes longer than everything else here. */
const processors = cpus().length;

/** Finds a container. @throws NotFound */
type Find = (wanted: string) => unknown;

/** @throws BadRequest for an invalid request */
export function validateCreate(
  find: Find,
  isLogPlugin: (name: string) => boolean,
  hasCreated: HasCreated,
  body: ContainerCreateRequest,
): void {
  const { Image, Env, HostConfig, StopSignal } = body;
  if (Object.keys(withoutUnset(body)).length === 0)
    throw new BadRequest('config cannot be empty in order to create a container');
  if (!Image) throw new BadRequest('no command specified');
  if (!/^[\w.:/@-]+$/.test(Image)) throw new BadRequest('invalid reference format');
  const invalidVariable = (Env ?? []).find((variable) => variable === '' || variable.startsWith('='));
  if (invalidVariable !== undefined) throw new BadRequest(`invalid environment variable: ${invalidVariable}`);
  if (StopSignal && signalNumber(StopSignal) === undefined) throw new BadRequest(`invalid signal: ${StopSignal}`);
  validateHealthcheck(body.Healthcheck);
  const host = withoutUnset(HostConfig ?? {}) as NonNullable<typeof HostConfig>;
  validatePorts(host.PortBindings);
  validateLimits(host);
  const { IpcMode = '', PidMode = '', UTSMode = '', Runtime, Annotations, Tmpfs, VolumesFrom, Links } = host;
  if (!/^(|none|private|host|shareable|container:.+)$/.test(IpcMode ?? ''))
    throw new BadRequest(`invalid IPC mode: ${IpcMode}`);
  if (!/^(|host|container:.+)$/.test(PidMode ?? '')) throw new BadRequest(`invalid PID mode: ${PidMode}`);
  const logDriver = host.LogConfig?.Type ?? '';
  if (logDriver !== '' && !logDrivers.has(logDriver) && !isLogPlugin(logDriver))
    throw new BadRequest(`error looking up logging plugin ${logDriver}: plugin "${logDriver}" not found`);
  if (!/^(|host)$/.test(UTSMode ?? '')) throw new BadRequest(`invalid UTS mode: ${UTSMode}`);
  if (Runtime && !/^(runc|io\.containerd\..+)$/.test(Runtime))
    throw new BadRequest(`unknown or invalid runtime name: ${Runtime}`);
  if (Object.hasOwn(Annotations ?? {}, ''))
    throw new BadRequest('invalid Annotations: the empty string is not permitted as an annotation key');
  for (const path of Object.keys(Tmpfs ?? {})) {
    if (!path.startsWith('/')) throw new BadRequest(`invalid mount path: '${path}' mount path must be absolute`);
    if (resolvePath(path) === '/') throw new BadRequest("invalid specification: destination can't be '/'");
  }
  for (const mount of host.Mounts ?? []) validateMount(mount, hasCreated);
  const shared = PidMode?.startsWith('container:') === true ? [PidMode.slice('container:'.length)] : [];
  for (const other of [...shared, ...(VolumesFrom ?? []).map(nameOf)]) requireContainer(find, other, '');
  for (const link of Links ?? []) requireContainer(find, nameOf(link), `could not get container for ${nameOf(link)}: `);
}

const millisecond = 1e6;

function validateHealthcheck(check: ContainerCreateRequest['Healthcheck']): void {
  for (const name of ['Interval', 'Timeout', 'StartPeriod', 'StartInterval'] as const) {
    const duration = check?.[name] ?? 0;
    if (duration !== 0 && duration < millisecond)
      throw new BadRequest(`${name} in Healthcheck cannot be less than 1ms`);
  }
  if ((check?.Retries ?? 0) < 0) throw new BadRequest('Retries in Healthcheck cannot be negative');
}

type HostConfigRequest = NonNullable<ContainerCreateRequest['HostConfig']>;

/** @throws BadRequest for an invalid port or range of ports */
function validatePorts(bindings: HostConfigInput['PortBindings']): void {
  for (const [port, hosts] of Object.entries(bindings ?? {})) {
    const texts = [port, ...(hosts ?? []).map(({ HostPort }) => HostPort ?? '')];
    for (const text of texts.map((each) => each.replace(/\/(tcp|udp|sctp)$/, ''))) {
      const range = parsePortRange(text);
      if (range === undefined || range.first > range.last || range.last > 65_535)
        throw new BadRequest(`invalid port specification: "${text}"`);
    }
  }
}

function validateLimits({ OomScoreAdj, CpusetCpus, CpusetMems, NanoCpus }: HostConfigRequest): void {
  if (NanoCpus && (NanoCpus < 0 || NanoCpus > processors * 1e9))
    throw new BadRequest(
      `Range of CPUs is from 0.01 to ${processors}.00, as there are only ${processors} CPUs available`,
    );
  if (OomScoreAdj && Math.abs(OomScoreAdj) > 1000)
    throw new BadRequest(`Invalid value ${OomScoreAdj}, range for oom score adj is [-1000, 1000]`);
  for (const [resource, value] of [
    ['cpus', CpusetCpus],
    ['mems', CpusetMems],
  ]) {
    if (value && !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(value))
      throw new BadRequest(`Invalid value ${value} for cpuset ${resource}: invalid format: ${value}`);
  }
}

/** Returns the name in `name:ro` or `name:alias`. */
function nameOf(text: string): string {
  return text.split(':')[0] ?? '';
}

/** Rejects the name of a missing container with 400: 404 would mean the requested resource itself. */
function requireContainer(find: Find, name: string, where: string): void {
  try {
    find(name);
  } catch (error) {
    throw error instanceof NotFound ? new BadRequest(`${where}${error.message}`) : error;
  }
}
