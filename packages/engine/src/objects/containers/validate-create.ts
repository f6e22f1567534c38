/** Rejects invalid requests to create a container, with the engine's messages. */
import { BadRequest } from '@lading/server-v1.44';
import type { ContainerCreateRequest, HostConfigInput } from '@lading/types-v1.44';
import { withoutUnset } from '../../values/fill-required.js';
import { signalNumber } from '../../values/signals.js';
import { validateHostConfig, validateMachine } from './validate-host-config.js';
import type { HasCreated } from './validate-mount.js';

type Settings = Pick<ContainerCreateRequest, 'Hostname' | 'ExposedPorts' | 'HostConfig'>;

const conflict = (what: string): BadRequest => new BadRequest(`conflicting options: ${what}`);
const links = (type: string): BadRequest =>
  conflict(`${type} can't be used with links. This would result in undefined behavior`);

/**
 * Rejects settings that contradict the network mode or the UTS mode of a container, with the engine's messages.
 *
 * @throws BadRequest
 */
function validateNetworkMode({ Hostname, ExposedPorts, HostConfig }: Settings, host: HostConfigInput): void {
  const { NetworkMode, UTSMode, Links } = host;
  const isShared = NetworkMode === 'container' || NetworkMode?.startsWith('container:') === true;
  if (isShared && !NetworkMode?.split(':')[1])
    throw new BadRequest('Invalid network mode: invalid container format container:<name|id>');
  if (isShared) {
    if (Hostname) throw conflict('hostname and the network mode');
    if (hasEntries(Links)) throw links('container type network');
    if (hasEntries(host.Dns)) throw conflict('dns and the network mode');
    if (hasEntries(host.ExtraHosts)) throw conflict('custom host-to-IP mapping and the network mode');
    // A port without bindings counts.
    if (hasEntries(HostConfig?.PortBindings) || host.PublishAllPorts === true)
      throw conflict('port publishing and the container type network mode');
    if (hasEntries(ExposedPorts)) throw conflict('port exposing and the container type network mode');
  }
  if (UTSMode === 'host' && Hostname) throw conflict('hostname and the UTS mode');
  if (NetworkMode === 'host' && hasEntries(Links)) throw links('host type networking');
}

/** Rejects an address of a container without a network of its own, as versions before 1.44 do. @throws BadRequest */
export function rejectMacAddress({ MacAddress, HostConfig }: ContainerCreateRequest): void {
  if (MacAddress && /^(none|host|container(:.*)?)$/.test(HostConfig?.NetworkMode ?? ''))
    throw conflict('mac-address and the network mode');
}

/** Rejects an address of the whole container that belongs to none of its networks, or contradicts that on its network. */
function validateMacAddress(body: ContainerCreateRequest, { NetworkMode }: HostConfigInput): void {
  const mode = NetworkMode ?? '';
  const endpoints = body.NetworkingConfig?.EndpointsConfig ?? {};
  if (!body.MacAddress || !hasEntries(endpoints) || /^(none|host|container:.*)$/.test(mode)) return;
  const endpoint = /^(|default|bridge)$/.test(mode) ? (endpoints['bridge'] ?? endpoints['default']) : endpoints[mode];
  if (endpoint === undefined)
    throw new BadRequest(
      'if a container-wide MAC address is supplied, HostConfig.NetworkMode must match the identity of a network in NetworkSettings.Networks',
    );
  if (endpoint?.MacAddress && endpoint.MacAddress !== body.MacAddress)
    throw new BadRequest(
      'the container-wide MAC address must match the endpoint-specific MAC address for the main network, or be left empty',
    );
}

function hasEntries(value: object | null | undefined): boolean {
  return Object.keys(value ?? {}).length > 0;
}

const logDrivers: ReadonlySet<string> = new Set(
  'awslogs fluentd gcplogs gelf journald json-file local none splunk syslog'.split(' '),
);

/** @throws BadRequest, ServerError for an invalid request */
export function validateCreate(hasCreated: HasCreated, body: ContainerCreateRequest): void {
  const { Env, HostConfig, StopSignal, WorkingDir } = body;
  if (Object.keys(withoutUnset(body)).length === 0)
    throw new BadRequest('config cannot be empty in order to create a container');
  const host = withoutUnset(HostConfig ?? {}) as HostConfigInput;
  validateMacAddress(body, host);
  validateNetworkMode(body, host);
  validateMachine(host);
  if (WorkingDir && !WorkingDir.startsWith('/'))
    throw new BadRequest(`the working directory '${WorkingDir}' is invalid, it needs to be an absolute path`);
  const invalidVariable = (Env ?? []).find((variable) => variable === '' || variable.startsWith('='));
  if (invalidVariable !== undefined) throw new BadRequest(`invalid environment variable: ${invalidVariable}`);
  // A number that is no signal is noticed by the stop.
  if (StopSignal && signalNumber(StopSignal) === undefined && !/^0*[1-9]\d*$/.test(StopSignal))
    throw new BadRequest(`invalid signal: ${StopSignal}`);
  validateHealthcheck(body.Healthcheck);
  validateHostConfig(host, hasCreated, false);
}

/** @throws BadRequest */
export function requireLogDriver(name: string, isPlugin: (name: string) => boolean): void {
  if (!logDrivers.has(name) && !isPlugin(name))
    throw new BadRequest(`error looking up logging plugin ${name}: plugin "${name}" not found`);
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
