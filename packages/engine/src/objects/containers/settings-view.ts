/** Describes the settings of a container in responses. */
import { containerConfig, hostConfig } from '@lading/contract-v1.44/schemas';
import type { ContainerConfig, HealthConfig, HostConfig, PortMap } from '@lading/types-v1.44';
import { fillRequired } from '../../values/fill-required.js';
import { emptyConfig } from '../../state/image-record.js';
import type { ContainerSettings, HealthcheckSettings, HostSettings, PortRecord } from '../../state/container-record.js';
import { defaultHostConfig } from './read-host-settings.js';

export function configResponse(settings: ContainerSettings): ContainerConfig {
  const { stopSignal, stopTimeout, healthcheck, exposedPorts, volumes, entrypoint, command } = settings;
  return fillRequired(containerConfig, {
    ...emptyConfig,
    ...(settings.others as Partial<ContainerConfig>),
    ...(stopSignal !== undefined && { StopSignal: stopSignal }),
    ...(stopTimeout !== undefined && { StopTimeout: stopTimeout }),
    ...(healthcheck && { Healthcheck: healthcheckResponse(healthcheck) }),
    ...(exposedPorts && { ExposedPorts: Object.fromEntries(exposedPorts.map((port) => [port, {}])) }),
    Hostname: settings.hostname,
    Image: settings.image,
    User: settings.user,
    WorkingDir: settings.folder,
    Env: settings.environment.length === 0 ? null : [...settings.environment],
    Labels: { ...settings.labels },
    Tty: settings.hasTerminal,
    OpenStdin: settings.opensInput,
    StdinOnce: settings.endsInputOnce,
    Volumes: volumes && Object.fromEntries(volumes.map((path) => [path, {}])),
    Cmd: command && [...command],
    Entrypoint: entrypoint && [...entrypoint],
  } satisfies ContainerConfig);
}

export function hostConfigResponse(host: HostSettings): HostConfig {
  const { logDriver, logOptions, restartPolicy, terminalSize, links } = host;
  return fillRequired(hostConfig, {
    ...defaultHostConfig,
    ...(host.others as Partial<HostConfig>),
    NetworkMode: host.networkMode,
    PidMode: host.pidMode,
    AutoRemove: host.autoRemove,
    RestartPolicy: {
      Name: restartPolicy.name as HostConfig['RestartPolicy']['Name'],
      MaximumRetryCount: restartPolicy.maximumRetries,
    },
    PortBindings: host.portBindings && portMap(host.portBindings),
    PublishAllPorts: host.publishesAllPorts,
    LogConfig: { Type: logDriver, Config: { ...logOptions } },
    Memory: host.memory,
    Links: links && [...links],
    ReadonlyRootfs: host.isReadOnly,
    ConsoleSize: [...terminalSize],
  } satisfies HostConfig);
}

export function portMap(ports: Readonly<Record<string, readonly PortRecord[] | null>>): PortMap {
  return Object.fromEntries(
    Object.entries(ports).map(([port, bindings]) => [
      port,
      bindings && [...bindings].map(({ address, port: hostPort }) => ({ HostIp: address, HostPort: hostPort })),
    ]),
  );
}

function healthcheckResponse(health: HealthcheckSettings): HealthConfig {
  const { test, interval, timeout, startPeriod, startInterval, retries } = health;
  return {
    ...(test !== undefined && { Test: [...test] }),
    ...(interval !== undefined && { Interval: interval }),
    ...(timeout !== undefined && { Timeout: timeout }),
    ...(startPeriod !== undefined && { StartPeriod: startPeriod }),
    ...(startInterval !== undefined && { StartInterval: startInterval }),
    ...(retries !== undefined && { Retries: retries }),
  };
}
