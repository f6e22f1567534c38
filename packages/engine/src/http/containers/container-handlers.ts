/** Handles operations that create, list, inspect, change and remove containers. */
import { BadRequest, type Handlers } from '@lading/server-v1.44';
import type { EventLog } from '../../state/event-log.js';
import type { ExecService } from '../../objects/execs/exec-service.js';
import { hasLabels, isBefore, lacksLabels } from '../../values/filters.js';
import type { ImageService } from '../../objects/images/image-service.js';
import { parsePlatform } from '../../distribution/platform.js';
import type { Clock } from '../../ports/clock.js';
import { archiveHandlers } from './archive-handlers.js';
import { containerFilter } from './container-filter.js';
import { readUpdate, type ContainerService } from '../../objects/containers/container-service.js';
import { inspectResponse, summariesOf, type ViewContext } from './container-view.js';
import { bindWarnings } from '../../objects/containers/bind-warnings.js';
import { removeLink } from '../../objects/containers/links.js';
import { lifecycleHandlers } from './lifecycle-handlers.js';
import type { Lifecycle } from '../../objects/containers/lifecycle.js';
import { outputHandlers } from './output-handlers.js';
import type { PluginLogs } from '../../rules/plugin-logs.js';
import type { ContainerCreateRequest } from '@lading/types-v1.44';

interface ContainerHandlerContext {
  readonly containers: ContainerService;
  readonly lifecycle: Lifecycle;
  readonly logs: PluginLogs;
  readonly execs: ExecService;
  readonly images: ImageService;
  readonly events: EventLog;
  readonly clock: Clock;
}

export function containerHandlers(context: ContainerHandlerContext): NonNullable<Handlers['container']> {
  const { containers, lifecycle, logs, execs, images, events, clock } = context;
  const viewContext = (): ViewContext => ({ containers, images, now: clock.now() });
  return {
    ...lifecycleHandlers(containers, lifecycle, clock),
    ...outputHandlers(containers, execs, clock, logs),
    ...archiveHandlers(containers),
    create({ query: { name = '', platform }, body }) {
      const wanted = platform ? parsePlatform(platform) : undefined;
      const { id, record } = containers.create(name, body, { platform: wanted });
      return { Id: id, Warnings: [...createWarnings(body), ...bindWarnings(record.mounts)] };
    },
    list({ query: { all, limit = 0, size, filters = {} } }) {
      const includesStopped = all === true || limit > 0 || filters.status !== undefined || filters.exited !== undefined;
      const isMatch = containerFilter(filters, containers, images);
      const matching = containers
        .all()
        .reverse()
        .filter((container) => (includesStopped || container.isRunning) && isMatch(container));
      return summariesOf(matching.slice(0, limit > 0 ? limit : undefined), viewContext(), size === true);
    },
    inspect: ({ path: { id }, query: { size } }) => inspectResponse(containers.find(id), viewContext(), size === true),
    rename({ path: { id }, query: { name } }) {
      if (name === '') throw new BadRequest('Neither old nor new names may be empty');
      containers.rename(containers.find(id), name);
    },
    update({ path: { id }, body }) {
      containers.update(id, readUpdate(body));
      return { Warnings: null };
    },
    delete: ({ path: { id }, query: { force, v, link } }) =>
      link === true ? removeLink(containers, id) : lifecycle.remove(containers.find(id), force === true, v === true),
    async prune({ query: { filters = {} } }) {
      const { until, label } = filters;
      const stopped = containers
        .all()
        .reverse()
        .filter(
          ({ isRunning, status, record }) =>
            !isRunning &&
            status !== 'removing' &&
            isBefore(record.created, until, clock.now()) &&
            hasLabels(record.settings.labels, label) &&
            lacksLabels(record.settings.labels, filters['label!']),
        );
      const reclaimed = stopped.reduce((sum, { files }) => sum + files.ownSize, 0);
      for (const container of stopped) await containers.remove(container, false);
      events.emit('container', 'prune', '', { reclaimed: String(reclaimed) });
      return {
        ContainersDeleted: stopped.length === 0 ? null : stopped.map(({ id }) => id),
        SpaceReclaimed: reclaimed,
      };
    },
  };
}

/** What an engine warns of when it creates a container. */
function createWarnings({ MacAddress, HostConfig }: ContainerCreateRequest): string[] {
  const { OomKillDisable, Memory, CpuPercent, NetworkMode, PortBindings } = HostConfig ?? {};
  const warnings: readonly (readonly [applies: boolean, text: string])[] = [
    [
      Boolean(MacAddress),
      'The container-wide MacAddress field is now deprecated. It should be specified in EndpointsConfig instead.',
    ],
    [
      OomKillDisable === true && !Memory,
      'OOM killer is disabled for the container, but no memory limit is set, this can result in the system running out of resources.',
    ],
    [Boolean(CpuPercent), 'linux does not support CPU percent. Percent discarded.'],
    [
      NetworkMode === 'host' && Object.keys(PortBindings ?? {}).length > 0,
      'Published ports are discarded when using host network mode',
    ],
  ];
  return warnings.filter(([applies]) => applies).map(([, text]) => text);
}
