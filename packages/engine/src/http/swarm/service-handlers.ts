/** Handles service operations. */
import { type Handlers } from '@lading/server-v1.44';
import { anyOf, hasLabels } from '../../values/filters.js';
import type { NetworkService } from '../../objects/networks/network-service.js';
import type { SwarmMember } from '../../swarm/swarm-member.js';
import { logsOf } from './task-logs.js';
import { readService } from '../../swarm/manager/read-service.js';
import { findServiceNetwork } from '../../swarm/manager/service-networks.js';
import { serviceResponse, serviceStatusOf } from './service-view.js';

export function serviceHandlers(member: SwarmMember, networks: NetworkService): NonNullable<Handlers['service']> {
  const findNetwork = (target: string): string => findServiceNetwork(networks, target);
  return {
    list({ query: { filters = {}, status } }) {
      const { services, orchestrator } = member.requireManager();
      const { id, label, mode, name, runtime } = filters;
      return services
        .all()
        .filter(
          (service) =>
            anyOf(id, (value) => service.id.startsWith(value)) &&
            anyOf(name, (value) => service.name.startsWith(value)) &&
            anyOf(mode, (value) => service.settings.mode.kind === value) &&
            anyOf(runtime, (value) => value === 'container') &&
            hasLabels(service.settings.labels, label),
        )
        .map((service) => ({
          ...serviceResponse(service),
          ...(status === true && { ServiceStatus: serviceStatusOf(service, orchestrator.tasksOf(service.id)) }),
        }));
    },
    create({ body }) {
      const { services } = member.requireManager();
      const settings = readService(body, findNetwork);
      // A service without a name gets one.
      const named = settings.name === '' ? renamed(settings, member.newName()) : settings;
      return { ID: services.create(named).id, Warnings: null };
    },
    inspect: ({ path: { id }, query: { insertDefaults } }) =>
      serviceResponse(member.requireManager().services.find(id), insertDefaults === true),
    update({ path: { id }, query: { version, rollback = 'none' }, body }) {
      const { services } = member.requireManager();
      const settings = readService(body, findNetwork);
      services.update(services.find(id), version, settings, rollback === 'previous');
      return { Warnings: null };
    },
    delete({ path: { id } }) {
      const { services } = member.requireManager();
      services.remove(services.find(id));
    },
    logs({ path: { id }, query, signal }) {
      const swarm = member.requireManager();
      const service = swarm.services.find(id);
      return logsOf(swarm, { service: service.id }, query, signal);
    },
  };
}

function renamed(settings: ReturnType<typeof readService>, name: string): ReturnType<typeof readService> {
  return { ...settings, name, spec: { ...settings.spec, Name: name } };
}
