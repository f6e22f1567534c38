/** Handles operations of the engine itself. */
import { release } from 'node:os';
import { reply, type Handlers } from '@lading/server-v1.44';
import type { SystemVersion, SystemEventsFilters, EventMessage } from '@lading/types-v1.44';
import type { ContainerService } from '../objects/containers/container-service.js';
import { summariesOf } from './containers/container-view.js';
import type { EventLog } from '../state/event-log.js';
import { momentOf, anyOf, hasLabels } from '../values/filters.js';
import { credentialsOf } from './images/distribution-handlers.js';
import type { ImageService } from '../objects/images/image-service.js';
import { sharedSizes, summaryOf as imageSummary } from './images/image-view.js';
import { publicRegistry } from '../distribution/reference.js';
import type { Clock } from '../ports/clock.js';
import type { Registry } from '../ports/registry.js';
import { swarmHeaderOf } from './swarm/cluster-view.js';
import type { SwarmMember } from '../swarm/swarm-member.js';
import type { VolumeService } from '../objects/volumes/volume-service.js';
import { volumeResponse } from './volume-handlers.js';
import { engineVersion } from '../distribution/platform.js';
import type { BuildCache } from '../build/build-cache.js';
import { cacheResponse } from './images/build-cache-handlers.js';
import { infoOf } from './info.js';
import type { EventRecord } from '../state/event-record.js';
import { inMicroseconds } from '../values/date-time.js';

interface SystemHandlerContext {
  readonly id: string;
  readonly swarm: SwarmMember;
  readonly containers: ContainerService;
  readonly images: ImageService;
  readonly volumes: VolumeService;
  readonly events: EventLog;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly cache: BuildCache;
}

export function systemHandlers(context: SystemHandlerContext): NonNullable<Handlers['system']> {
  const { containers, images, volumes, events, clock, registry } = context;
  return {
    // The headers announce the classic builder and the place in a swarm.
    ping: () => reply(200, 'OK', { 'Builder-Version': '1', Swarm: swarmHeaderOf(context.swarm) }),
    info: () => infoOf(context),
    version: () => versionOf(),
    events({ query: { since, until, filters = {} }, signal }) {
      const now = clock.now();
      const [from, to] = [since, until].map((text) => (text === undefined ? undefined : momentOf(text, now)));
      const followed = events.follow({ from, to, isWanted: (event) => matchesFilters(event, filters) }, signal);
      return (async function* () {
        for await (const event of followed) yield eventMessage(event);
      })();
    },
    async auth({ body }) {
      const address = (body.serveraddress || publicRegistry).replace(/^https?:\/\//, '').replace(/\/.*$/, '');
      const host = address === 'index.docker.io' || address === 'registry-1.docker.io' ? publicRegistry : address;
      const token = await registry.login(host, credentialsOf(body) ?? {});
      return { Status: 'Login Succeeded', IdentityToken: token };
    },
    dataUsage({ query: { type } }) {
      const isRequested = (kind: NonNullable<typeof type>[number]): boolean =>
        type === undefined || type.length === 0 || type.includes(kind);
      const all = containers.all();
      const sharedSize = sharedSizes(images);
      const view = { containers, images, now: clock.now() };
      return {
        LayersSize: images.layersSize(),
        Images: isRequested('image')
          ? images.all().map((image) => ({
              ...imageSummary(image),
              Containers: all.filter(({ record }) => record.imageId === image.id).length,
              SharedSize: sharedSize(image),
            }))
          : null,
        Containers: isRequested('container') ? summariesOf(all, view, true) : null,
        Volumes: isRequested('volume')
          ? volumes.all().map((volume) => ({
              ...volumeResponse(volume),
              UsageData: { Size: volumes.files(volume).size, RefCount: volumes.usersOf(volume.id).length },
            }))
          : null,
        BuildCache: isRequested('build-cache') ? cacheResponse(context.cache) : null,
      };
    },
  };
}

/** The version of the engine and of its parts. */
function versionOf(): SystemVersion {
  const common = { GitCommit: '', GoVersion: '', Os: 'linux', Arch: 'amd64', KernelVersion: release(), BuildTime: '' };
  // The server sets the range of supported versions.
  const range = { ApiVersion: '', MinAPIVersion: '' };
  return {
    Platform: { Name: 'Lading reference engine' },
    Components: [{ Name: 'Engine', Version: engineVersion, Details: { ...common, ...range, Experimental: 'false' } }],
    Version: engineVersion,
    ...range,
    ...common,
  };
}

/** Selects events by the filters of a request. */
function matchesFilters({ type, action, id, attributes, scope }: EventRecord, filters: SystemEventsFilters): boolean {
  // Engines look at the beginnings of the id and the name, whatever the type is.
  const isAbout = (wanted: readonly string[] | undefined): boolean =>
    anyOf(wanted, (value) => id.startsWith(value) || attributes['name']?.startsWith(value) === true);
  // Events of containers are those of their image too.
  const image = attributes[type === 'image' ? 'name' : 'image'] ?? '';
  const isOfImage = (wanted: readonly string[] | undefined): boolean =>
    anyOf(wanted, (value) => [id, image, withoutTag(id), withoutTag(image)].includes(value));
  return (
    anyOf(filters.type, (value) => value === type) &&
    anyOf(filters.event, (value) => action === value || action.startsWith(`${value}:`)) &&
    anyOf(filters.scope, (value) => value === scope) &&
    hasLabels(attributes, filters.label) &&
    isAbout(filters.container) &&
    isOfImage(filters.image) &&
    isAbout(filters.volume) &&
    isAbout(filters.network) &&
    isAbout(filters.plugin) &&
    isAbout(filters.node) &&
    isAbout(filters.service) &&
    isAbout(filters.secret) &&
    isAbout(filters.config) &&
    anyOf(filters.daemon, (value) => type === 'daemon' && (id === value || attributes['name'] === value))
  );
}

function withoutTag(name: string): string {
  return name.replace(/:[^:/]*$/, '');
}

/** Describes an event in responses. */
function eventMessage({ type, action, id, attributes, scope, time }: EventRecord): EventMessage {
  return {
    // Old clients, which do not know event types, read these three properties.
    ...((type === 'container' || type === 'image') && {
      status: action,
      id,
      ...(type === 'container' && attributes['image'] !== undefined && { from: attributes['image'] }),
    }),
    Type: type,
    Action: action,
    Actor: { ID: id, Attributes: { ...attributes } },
    scope,
    time: Math.floor(time / 1000),
    timeNano: inMicroseconds(time) * 1000,
  };
}
