/** Handles operations that create, list, inspect, change and remove containers. */
import { BadRequest, Conflict } from '@lading/server';
import type { ContainerListFilters, HostConfig } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { anyOf, hasLabels, isBefore, lacksLabels, matches } from '../filters.js';
import { dnsNamesOf } from '../networks/dns-names.js';
import { archiveHandlers } from './archives.js';
import type { Container, ContainerHandlers } from './container.js';
import { create, nameTaken } from './create.js';
import { inspectResponse, runsImage, summaryOf } from './describe.js';
import { healthOf } from './health.js';
import { lifecycleHandlers } from './lifecycle-handlers.js';
import { remove } from './lifecycle.js';
import { outputHandlers } from './output-handlers.js';
import { withoutUnset } from './without-unset.js';

export function containerHandlers(engine: Engine): ContainerHandlers {
  const newestFirst = () => [...engine.containers.values()].reverse();
  return {
    ...lifecycleHandlers(engine),
    ...outputHandlers(engine),
    ...archiveHandlers(engine),
    create: create(engine),
    list({ query: { all, limit = 0, size, filters = {} } }) {
      const includesStopped = all === true || limit > 0 || filters.status !== undefined;
      const matching = newestFirst().filter(
        (container) => (includesStopped || container.isRunning) && isMatch(container, filters, engine),
      );
      return matching
        .slice(0, limit > 0 ? limit : undefined)
        .map((container) => summaryOf(container, engine, size === true));
    },
    inspect: ({ path: { id }, query: { size } }) => inspectResponse(engine.container(id), engine, size === true),
    rename({ path: { id }, query }) {
      const container = engine.container(id);
      const name = query.name.replace(/^\//, '');
      if (!/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/.test(name)) throw new BadRequest(`Invalid container name (${query.name})`);
      if (name === container.name) throw new BadRequest('Renaming a container with the same name as its current name');
      const taken = [...engine.containers.values()].find((other) => other.name === name);
      if (taken !== undefined) throw nameTaken(name, taken.id);
      const oldName = `/${container.name}`;
      container.name = name;
      for (const network of engine.networks.all()) {
        const endpoint = network.Containers?.[container.id];
        if (endpoint !== undefined)
          network.Containers = { ...network.Containers, [container.id]: { ...endpoint, Name: name } };
      }
      for (const [network, endpoint] of container.networks) {
        if (endpoint.DNSNames !== null)
          container.networks.set(network, { ...endpoint, DNSNames: dnsNamesOf(container, network, endpoint) });
      }
      engine.emit(container, 'rename', { oldName });
    },
    update({ path: { id }, body }) {
      const container = engine.container(id);
      const { RestartPolicy, ...resources } = withoutUnset(body) as Partial<HostConfig>;
      if (RestartPolicy?.Name && RestartPolicy.Name !== 'no' && container.hostConfig.AutoRemove) {
        throw new Conflict('Restart policy cannot be updated because AutoRemove is enabled for the container');
      }
      // Clients send zero or an empty string for a setting that should not change.
      const changed = Object.fromEntries(Object.entries(resources).filter(([, value]) => value !== 0 && value !== ''));
      const policy = RestartPolicy?.Name
        ? { RestartPolicy: { ...container.hostConfig.RestartPolicy, ...RestartPolicy } }
        : {};
      container.hostConfig = { ...container.hostConfig, ...changed, ...policy };
      engine.emit(container, 'update');
      return { Warnings: null };
    },
    delete: ({ path: { id }, query: { force, v } }) => remove(engine, engine.container(id), force === true, v === true),
    async prune({ query: { filters = {} } }) {
      const { until, label } = filters;
      const stopped = newestFirst().filter(
        ({ isRunning, created, config }) =>
          !isRunning &&
          isBefore(created, until) &&
          hasLabels(config.Labels, label) &&
          lacksLabels(config.Labels, filters['label!']),
      );
      for (const container of stopped) await remove(engine, container, false, false);
      engine.events.emit('container', 'prune', '', { reclaimed: '0' });
      return { ContainersDeleted: stopped.length === 0 ? null : stopped.map(({ id }) => id), SpaceReclaimed: 0 };
    },
  };
}

function isMatch(container: Container, filters: ContainerListFilters, engine: Engine): boolean {
  const { ancestor, before, exited, health, id, label, name, network, since, status, volume } = filters;
  const { state, config } = container;
  // The order of creation is the order of the map: creation times may be equal.
  const all = [...engine.containers.values()];
  const position = (other: string): number => all.indexOf(engine.container(other));
  return (
    anyOf(ancestor, (value) => runsImage(container, value, engine)) &&
    anyOf(before, (value) => all.indexOf(container) < position(value)) &&
    anyOf(since, (value) => all.indexOf(container) > position(value)) &&
    anyOf(exited, (value) => state.Status === 'exited' && state.ExitCode === Number(value)) &&
    anyOf(health, (value) => (healthOf(container)?.Status ?? 'none') === value) &&
    anyOf(id, (value) => container.id.startsWith(value)) &&
    anyOf(name, (value) => matches(`/${container.name}`, value) || matches(container.name, value)) &&
    anyOf(
      network,
      (value) =>
        container.networks.has(value) || [...container.networks.values()].some(({ NetworkID }) => NetworkID === value),
    ) &&
    anyOf(status, (value) => state.Status === value) &&
    anyOf(volume, (value) =>
      container.mounts.some(({ Name, Destination }) => Name === value || Destination === value),
    ) &&
    hasLabels(config.Labels, label)
  );
}
