/** A container from what a client asked for. */
import { posix } from 'node:path';
import { BadRequest, Conflict, NotFound, type HandlersV144 } from '@lading/server';
import type { ContainerConfig, ContainerCreateQuery, ContainerCreateRequest } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { newId, newName } from '../ids.js';
import { emptyConfig, type Image } from '../images/image.js';
import { fullName } from '../images/reference.js';
import { inheritHealthcheck } from '../images/healthcheck.js';
import { endpointOf } from '../networks/connect.js';
import { defaultPath } from '../processes/environment.js';
import { Container } from './container.js';
import { hostConfigOf } from './host-config.js';
import { mountsOf } from './mounts.js';
import { refuse } from './refusals.js';
import { withoutUnset } from './without-unset.js';

type Create = NonNullable<NonNullable<HandlersV144['container']>['create']>;

export function create(engine: Engine): Create {
  return ({ query, body }) => {
    refuse(engine, body);
    const image = engine.images.search(body.Image ?? '');
    if (image === undefined) throw new NotFound(`No such image: ${fullName(body.Image ?? '')}`);
    const name = freeName(engine, query);
    const id = newId();
    const config = configOf(body, image, id);
    const hostConfig = hostConfigOf(body.HostConfig);
    // Before anything is made that would be left over.
    const endpoints = endpointsOf(engine, body, hostConfig.NetworkMode);
    if ([...(config.Entrypoint ?? []), ...(config.Cmd ?? [])].length === 0)
      throw new BadRequest('no command specified');
    const mounts = mountsOf(hostConfig, Object.keys(config.Volumes ?? {}), engine.volumes, id);
    const container = new Container({ id, name, image, config, hostConfig, mounts });
    for (const [network, endpoint] of endpoints) container.networks.set(network, endpoint);
    engine.containers.set(id, container);
    engine.tell(container, 'create');
    return { Id: id, Warnings: [] };
  };
}

function freeName(engine: Engine, { name }: ContainerCreateQuery): string {
  const owner = (wanted: string) => [...engine.containers.values()].find((container) => container.name === wanted);
  if (name === undefined || name === '') return newName((each) => owner(each) !== undefined);
  const plain = name.replace(/^\//, '');
  const taken = owner(plain);
  if (taken !== undefined) throw nameTaken(plain, taken.id);
  return plain;
}

export function nameTaken(name: string, id: string): Conflict {
  return new Conflict(
    `Conflict. The container name "/${name}" is already in use by container "${id}". You have to remove (or rename) that container to be able to reuse that name.`,
  );
}

/** The image's own settings hold where the request has none. */
function configOf(body: ContainerCreateRequest, { config: own }: Image, id: string): ContainerConfig {
  const { HostConfig, NetworkingConfig, Cmd, Entrypoint, Shell, ...rest } = withoutUnset(
    body,
  ) as ContainerCreateRequest;
  void [HostConfig, NetworkingConfig];
  const given = rest as Partial<ContainerConfig>;
  const { StopSignal, ExposedPorts } = own;
  const Healthcheck = inheritHealthcheck(own.Healthcheck, given.Healthcheck);
  const entrypoint = Entrypoint === undefined || Entrypoint === null ? own.Entrypoint : wordsOf(Entrypoint);
  return {
    ...emptyConfig,
    ...(StopSignal && { StopSignal }),
    ...given,
    ...(Healthcheck && { Healthcheck }),
    ...((ExposedPorts ?? given.ExposedPorts) && { ExposedPorts: { ...ExposedPorts, ...given.ExposedPorts } }),
    Hostname: given.Hostname || id.slice(0, 12),
    Image: given.Image ?? '',
    User: given.User || own.User,
    WorkingDir: given.WorkingDir ? posix.resolve('/', given.WorkingDir) : own.WorkingDir,
    Env: configuredEnvironment(own.Env ?? [], given.Env ?? []),
    Labels: { ...own.Labels, ...given.Labels },
    Volumes: own.Volumes || given.Volumes ? { ...own.Volumes, ...given.Volumes } : null,
    // Another entry point does not want the image's words.
    Cmd: Cmd === undefined || Cmd === null ? (Entrypoint ? null : own.Cmd) : wordsOf(Cmd),
    Entrypoint: entrypoint?.length === 0 ? null : entrypoint,
    ...(Shell && { Shell: wordsOf(Shell) }),
  };
}

function wordsOf(words: readonly string[] | string): string[] {
  return typeof words === 'string' ? [words] : [...words].filter((word, at) => at > 0 || word !== '');
}

function configuredEnvironment(own: readonly string[], given: readonly string[]): string[] {
  const names = new Set(given.map((each) => each.split('=')[0]));
  const inherited = [defaultPath, ...own];
  const kept = new Map(inherited.map((each) => [each.split('=')[0], each]));
  return [...given, ...[...kept].filter(([name]) => !names.has(name)).map(([, each]) => each)];
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
