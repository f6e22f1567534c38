/** Reads the settings of a new container from a request, with those of the image as defaults. */
import { posix } from 'node:path';
import type { ContainerConfig, ContainerCreateRequest, HealthConfig, ImageConfig } from '@lading/types-v1.44';
import { inheritHealthcheck } from '../../dockerfile/healthcheck.js';
import { withoutUnset } from '../../values/fill-required.js';
import { inheritCommand, wordsOf } from './inherit-command.js';
import type { ContainerSettings, HealthcheckSettings } from '../../state/container-record.js';

export function readSettings(
  body: ContainerCreateRequest,
  image: Omit<ImageConfig, 'OnBuild'>,
  id: string,
): ContainerSettings {
  const { HostConfig, NetworkingConfig, Cmd, Entrypoint, Shell, ...rest } = withoutUnset(
    body,
  ) as ContainerCreateRequest;
  void [HostConfig, NetworkingConfig];
  const given = rest as Partial<ContainerConfig>;
  const { Hostname, Image, User, WorkingDir, Env, Labels, Volumes, Tty, OpenStdin, StdinOnce, ...more } = given;
  const { StopSignal = image.StopSignal, StopTimeout, Healthcheck, ExposedPorts, ...others } = more;
  const healthcheck = inheritHealthcheck(image.Healthcheck, Healthcheck);
  const { Cmd: command, Entrypoint: entrypoint } = inheritCommand({ Cmd, Entrypoint }, image);
  const ports = { ...image.ExposedPorts, ...ExposedPorts };
  const volumes = { ...image.Volumes, ...Volumes };
  return {
    image: Image ?? '',
    hostname: Hostname || id.slice(0, 12),
    user: User || image.User,
    folder: WorkingDir ? posix.resolve('/', WorkingDir) : image.WorkingDir,
    environment: mergeEnvironment(image.Env ?? [], Env ?? []),
    labels: { ...image.Labels, ...Labels },
    hasTerminal: Tty === true,
    opensInput: OpenStdin === true,
    endsInputOnce: StdinOnce === true,
    ...(StopSignal && { stopSignal: StopSignal }),
    ...(typeof StopTimeout === 'number' && { stopTimeout: StopTimeout }),
    ...(healthcheck && { healthcheck: readHealthcheck(healthcheck) }),
    exposedPorts: image.ExposedPorts || ExposedPorts ? Object.keys(ports) : null,
    volumes: image.Volumes || Volumes ? Object.keys(volumes) : null,
    command,
    // An empty word takes away the entry point of the image as no word does, and is not shown.
    entrypoint: entrypoint?.length === 1 && entrypoint[0] === '' ? null : entrypoint,
    others: { ...others, ...(Shell && { Shell: wordsOf(Shell) ?? [] }) },
  };
}

function readHealthcheck(health: HealthConfig): HealthcheckSettings {
  const { Test, Interval, Timeout, StartPeriod, StartInterval, Retries } = health;
  const settings = {
    test: Test,
    interval: Interval,
    timeout: Timeout,
    retries: Retries,
    startPeriod: StartPeriod,
    startInterval: StartInterval,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function mergeEnvironment(imageEntries: readonly string[], given: readonly string[]): string[] {
  const names = new Set(given.map((each) => each.split('=')[0]));
  const inherited = new Map(imageEntries.map((each) => [each.split('=')[0], each]));
  return [...given, ...[...inherited].filter(([name]) => !names.has(name)).map(([, each]) => each)];
}
