/** Describes a node in responses, and reads its settings from requests. */
import { BadRequest } from '@lading/server-v1.44';
import type { Node, NodeSpecInput, TLSInfo } from '@lading/types-v1.44';
import { dateTime } from '../../values/date-time.js';
import { withoutUnset } from '../../values/fill-required.js';
import type { NodeRecord } from '../../swarm/cluster/node-record.js';
import type { NodeSettings } from '../../swarm/manager/nodes.js';

const plugins = [
  ...['json-file', 'local', 'none'].map((Name) => ({ Type: 'Log', Name })),
  ...['bridge', 'host', 'ipvlan', 'macvlan', 'null', 'overlay'].map((Name) => ({ Type: 'Network', Name })),
  { Type: 'Volume', Name: 'local' },
];

export function nodeResponse(node: NodeRecord, tls: TLSInfo): Node {
  const { id, version, created, updated, name, labels, role, availability, description, state, message } = node;
  const { hostname, os, architecture, nanoCpus, memory, genericResources, engineVersion, engineLabels } = description;
  const generic = Object.entries(genericResources).map(([Kind, Value]) => ({ DiscreteResourceSpec: { Kind, Value } }));
  return {
    ID: id,
    Version: { Index: version },
    CreatedAt: dateTime(created),
    UpdatedAt: dateTime(updated),
    Spec: { ...(name !== '' && { Name: name }), Labels: { ...labels }, Role: role, Availability: availability },
    Description: {
      Hostname: hostname,
      Platform: { Architecture: architecture, OS: os },
      Resources: {
        NanoCPUs: nanoCpus,
        MemoryBytes: memory,
        ...(generic.length > 0 && { GenericResources: generic }),
      },
      Engine: {
        EngineVersion: engineVersion,
        ...(Object.keys(engineLabels).length > 0 && { Labels: { ...engineLabels } }),
        Plugins: plugins,
      },
      TLSInfo: tls,
    },
    Status: { State: state, ...(message !== '' && { Message: message }), Addr: node.address },
    ...(node.manager && {
      ManagerStatus: {
        ...(node.manager.isLeader && { Leader: true }),
        Reachability: node.manager.reachability,
        Addr: node.manager.address,
      },
    }),
  };
}

/** @throws BadRequest */
export function readNodeSettings(body: NodeSpecInput): NodeSettings {
  const { Name = '', Labels = {}, Role, Availability } = withoutUnset(body) as Partial<NodeSpecInput>;
  if (Role !== 'worker' && Role !== 'manager') throw new BadRequest(`invalid Role: ${JSON.stringify(Role ?? '')}`);
  if (Availability !== 'active' && Availability !== 'pause' && Availability !== 'drain')
    throw new BadRequest(`invalid Availability: ${JSON.stringify(Availability ?? '')}`);
  return { name: Name ?? '', labels: Labels as NodeSettings['labels'], role: Role, availability: Availability };
}
