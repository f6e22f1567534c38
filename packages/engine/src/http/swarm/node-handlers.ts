/** Handles node operations. */
import { type Handlers } from '@lading/server-v1.44';
import { anyOf, hasLabels } from '../../values/filters.js';
import type { SwarmMember } from '../../swarm/swarm-member.js';
import { tlsInfoOf } from './cluster-view.js';
import { nodeResponse, readNodeSettings } from './node-view.js';

export function nodeHandlers(member: SwarmMember): NonNullable<Handlers['node']> {
  return {
    list({ query: { filters = {} } }) {
      const { cluster } = member.requireManager();
      const { id, label, membership, name, role, 'node.label': nodeLabel } = filters;
      return cluster.tables.node
        .sorted()
        .filter(
          (node) =>
            anyOf(id, (value) => node.id.startsWith(value)) &&
            anyOf(name, (value) => node.description.hostname.startsWith(value) || node.name.startsWith(value)) &&
            anyOf(role, (value) => node.role === value) &&
            anyOf(membership, (value) => value === 'accepted') &&
            hasLabels(node.description.engineLabels, label) &&
            hasLabels(node.labels, nodeLabel),
        )
        .map((node) => nodeResponse(node, tlsInfoOf(cluster.record)));
    },
    inspect({ path: { id } }) {
      const { cluster, nodes } = member.requireManager();
      return nodeResponse(nodes.find(id), tlsInfoOf(cluster.record));
    },
    update({ path: { id }, query: { version }, body }) {
      const { nodes } = member.requireManager();
      nodes.update(nodes.find(id), version, readNodeSettings(body));
    },
    delete({ path: { id }, query: { force } }) {
      const { nodes } = member.requireManager();
      nodes.remove(nodes.find(id), force === true);
    },
  };
}
