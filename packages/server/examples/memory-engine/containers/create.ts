/** Creates a container from a request. */
import { posix } from 'node:path';
import { BadRequest, Conflict, NotFound } from '@lading/server';
import type { ContainerConfig, ContainerCreateQuery, ContainerCreateRequest } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { newId, newName } from '../ids.js';
import { emptyConfig, type Image } from '../images/image.js';
import { fullName } from '../images/reference.js';
import { inheritHealthcheck } from '../images/healthcheck.js';
import { endpointOf } from '../networks/connect.js';
import { defaultPath } from '../processes/environment.js';
import { Container, type ContainerHandlers } from './container.js';
import { hostConfigOf } from './host-config.js';
import { mountsOf } from './mounts.js';
import { validateCreate } from './validate-create.js';
import { withoutUnset } from './without-unset.js';

export function create(engine: Engine): NonNullable<ContainerHandlers['create']> {
  return ({ query, body }) => {
    validateCreate(engine, body);
    const image = engine.images.search(body.Image ?? '');
    if (image === undefined) throw new NotFound(`No such image: ${fullName(body.Image ?? '')}`);
    const name = freeName(engine, query);
    const id = newId();
    const config = configOf(body, image, id);
    const hostConfig = hostConfigOf(body.HostConfig);
    // These checks come before the creation of volumes, which would remain after an error.
    const endpoints = endpointsOf(engine, body, hostConfig.NetworkMode);
    if ([...(config.Entrypoint ?? []), ...(config.Cmd ?? [])].length === 0)
      throw new BadRequest('no command specified');
    const mounts = mountsOf(hostConfig, Object.keys(config.Volumes ?? {}), engine.volumes, id);
    const container = new Container({ id, name, image, config, hostConfig, mounts });
    for (const [network, endpoint] of endpoints) container.networks.set(network, endpoint);
    engine.containers.set(id, container);
    engine.emit(container, 'create');
    return { Id: id, Warnings: [] };
  };
}

function freeName(engine: Engine, { name }: ContainerCreateQuery): string {
  const owner = (wanted: string) => [...engine.containers.values()].find((container) => container.name === wanted);
  if (name === undefined || name === '') return newName((each) => owner(each) !== undefined);
  const plainName = name.replace(/^\//, '');
  const other = owner(plainName);
  if (other !== undefined) throw nameTaken(plainName, other.id);
  return plainName;
}

export function nameTaken(name: string, id: string): Conflict {
  return new Conflict(
    `Conflict. The container name "/${name}" is already in use by container "${id}". You have to remove (or rename) that container to be able to reuse that name.`,
  );
}

/** Returns the configuration: that of the request, with the image's settings as defaults. */
function configOf(body: ContainerCreateRequest, { config: imageConfig }: Image, id: string): ContainerConfig {
  const { HostConfig, NetworkingConfig, Cmd, Entrypoint, Shell, ...rest } = withoutUnset(
    body,
  ) as ContainerCreateRequest;
  void [HostConfig, NetworkingConfig];
  const given = rest as Partial<ContainerConfig>;
  const { StopSignal, ExposedPorts } = imageConfig;
  const Healthcheck = inheritHealthcheck(imageConfig.Healthcheck, given.Healthcheck);
  const entrypoint = Entrypoint === undefined || Entrypoint === null ? imageConfig.Entrypoint : wordsOf(Entrypoint);
  return {
    ...emptyConfig,
    ...(StopSignal && { StopSignal }),
    ...given,
    ...(Healthcheck && { Healthcheck }),
    ...((ExposedPorts ?? given.ExposedPorts) && { ExposedPorts: { ...ExposedPorts, ...given.ExposedPorts } }),
    Hostname: given.Hostname || id.slice(0, 12),
    Image: given.Image ?? '',
    User: given.User || imageConfig.User,
    WorkingDir: given.WorkingDir ? posix.resolve('/', given.WorkingDir) : imageConfig.WorkingDir,
    Env: configuredEnvironment(imageConfig.Env ?? [], given.Env ?? []),
    Labels: { ...imageConfig.Labels, ...given.Labels },
    Volumes: imageConfig.Volumes || given.Volumes ? { ...imageConfig.Volumes, ...given.Volumes } : null,
    // A request with its own entry point does not inherit the image's command.
    Cmd: Cmd === undefined || Cmd === null ? (Entrypoint ? null : imageConfig.Cmd) : wordsOf(Cmd),
    Entrypoint: entrypoint?.length === 0 ? null : entrypoint,
    ...(Shell && { Shell: wordsOf(Shell) }),
  };
}

function wordsOf(words: readonly string[] | string): string[] {
  return typeof words === 'string' ? [words] : [...words].filter((word, at) => at > 0 || word !== '');
}

function configuredEnvironment(imageEntries: readonly string[], given: readonly string[]): string[] {
  const names = new Set(given.map((each) => each.split('=')[0]));
  const inherited = [defaultPath, ...imageEntries];
  const inheritedByName = new Map(inherited.map((each) => [each.split('=')[0], each]));
  return [...given, ...[...inheritedByName].filter(([name]) => !names.has(name)).map(([, each]) => each)];
}

type Endpoints = Container['networks'];

function endpointsOf(engine: Engine, { NetworkingConfig }: ContainerCreateRequest, mode: string): Endpoints {
  const requested = NetworkingConfig?.EndpointsConfig ?? {};
  const endpoints: Endpoints = new Map();
  if (mode.startsWith('container:')) return endpoints;
  const main = engine.networks.find(mode).Name;
  const names = Object.keys(requested).map((name) => (name === 'default' ? 'bridge' : name));
  for (const name of new Set([main, ...names])) {
    const network = engine.networks.find(name);
    const request = requested[name] ?? (name === 'bridge' ? requested['default'] : undefined);
    try {
      endpoints.set(network.Name, endpointOf(engine, network, request));
    } catch (error) {
      throw error instanceof BadRequest
        ? new BadRequest(`invalid config for network ${name}: ${error.message}`)
        : error;
    }
  }
  return endpoints;
}
