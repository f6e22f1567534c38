/** Responses of engines with API 1.52 and later at an older version, derived from recordings of older engines. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '../../conformance/check/read-recording.js';
import type { Exchange, Json } from '../../conformance/recorder/exchange.js';
import { repository } from '../paths.js';

type Properties = { readonly [key: string]: Json };

export interface NewerResponse {
  readonly title: string;
  readonly operation: string;
  /** The method of the recorded exchanges from which the response is derived. */
  readonly call: string;
  readonly path: RegExp;
  readonly status: number;
  /** The status that newer engines send instead of the recorded one. */
  readonly newStatus?: number;
  /** The API versions at which newer engines send this response. */
  readonly versions: readonly string[];
  readonly change: (body: Json) => Json;
}

const both = ['1.41', '1.44'];
const inspectContainer = {
  operation: 'ContainerInspect',
  call: 'GET',
  path: /^\/containers\/[^/]+\/json$/,
  status: 200,
  versions: both,
} as const;
const dataUsage = { operation: 'SystemDataUsage', call: 'GET', path: /^\/system\/df$/, status: 200 } as const;
const kinds = ['Images', 'Containers', 'Volumes', 'BuildCache'];

export const responses: readonly NewerResponse[] = [
  {
    ...inspectContainer,
    title: 'network settings without obsolete properties',
    change: inside('NetworkSettings', (settings) =>
      omit(settings, [
        'Bridge',
        'HairpinMode',
        'LinkLocalIPv6Address',
        'LinkLocalIPv6PrefixLen',
        'SecondaryIPAddresses',
        'SecondaryIPv6Addresses',
      ]),
    ),
  },
  {
    ...inspectContainer,
    title: 'network settings of a container that is not on the network `bridge`',
    change: inside('NetworkSettings', (settings) =>
      omit(settings, [
        'EndpointID',
        'Gateway',
        'GlobalIPv6Address',
        'GlobalIPv6PrefixLen',
        'IPAddress',
        'IPPrefixLen',
        'IPv6Gateway',
        'MacAddress',
      ]),
    ),
  },
  {
    ...inspectContainer,
    title: 'a configuration without an empty `OnBuild`',
    change: inside('Config', (config) => omit(config, ['OnBuild'])),
  },
  {
    ...inspectContainer,
    title: 'a configuration with the `MacAddress` that was requested',
    change: inside('Config', (config) => ({ ...config, MacAddress: '02:42:ac:11:00:02' })),
  },
  {
    ...inspectContainer,
    title: 'a graph driver that represents a snapshotter',
    change: (body) => ({ ...(body as Properties), GraphDriver: { Name: 'overlayfs', Data: null } }),
  },
  {
    operation: 'ImageInspect',
    call: 'GET',
    path: /^\/images\/.+\/json$/,
    status: 200,
    versions: both,
    title: 'a graph driver that represents a snapshotter',
    change: (body) => ({ ...(body as Properties), GraphDriver: { Name: 'overlayfs', Data: null } }),
  },
  {
    operation: 'NetworkList',
    call: 'GET',
    path: /^\/networks$/,
    status: 200,
    versions: both,
    title: 'entries without `Containers`',
    change: (body) => (body as readonly Properties[]).map((network) => omit(network, ['Containers'])),
  },
  {
    operation: 'SystemAuth',
    call: 'POST',
    path: /^\/auth$/,
    status: 200,
    versions: both,
    title: 'no empty `IdentityToken`',
    change: (body) => omit(body as Properties, ['IdentityToken']),
  },
  {
    ...dataUsage,
    title: 'no `LayersSize` without an image',
    versions: both,
    change: (body) => ({ ...omit(body as Properties, ['LayersSize']), Images: [] }),
  },
  ...kinds.map((kind) => ({
    ...dataUsage,
    title: `only \`${kind}\`, if only they were requested`,
    // Requests name a type from 1.42 on.
    versions: ['1.44'],
    change: (body: Json) =>
      omit(body as Properties, [
        ...kinds.filter((other) => other !== kind),
        ...(kind === 'Images' ? [] : ['LayersSize']),
      ]),
  })),
  {
    operation: 'ExecResize',
    call: 'POST',
    path: /^\/exec\/[^/]+\/resize$/,
    status: 404,
    newStatus: 409,
    title: 'status 409 while the container is paused',
    versions: both,
    change: () => ({ message: 'Container a is paused, unpause the container before exec' }),
  },
];

const folder = join(repository, 'tools', 'conformance', 'recordings');
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl.gz'))
  .flatMap((file) => readRecording(join(folder, file)));

/** The recorded exchanges with the responses of a newer engine. */
export function exchangesOf({ call, path, status, newStatus, change }: NewerResponse, version: string): Exchange[] {
  return recorded
    .filter(
      (exchange) =>
        exchange.version === version &&
        exchange.method === call &&
        exchange.response.status === status &&
        path.test(pathOf(exchange)),
    )
    .map((exchange) => ({
      ...exchange,
      response: { ...exchange.response, status: newStatus ?? status, body: change(exchange.response.body ?? null) },
    }));
}

function pathOf({ path }: Exchange): string {
  return path.replace(/^\/v\d+\.\d+/, '').replace(/\?.*$/, '');
}

function inside(name: string, change: (properties: Properties) => Properties): (body: Json) => Json {
  return (body) => ({ ...(body as Properties), [name]: change((body as Properties)[name] as Properties) });
}

function omit(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
