/** Describes a swarm in responses. */
import type { ClusterInfo, Swarm as SwarmResponse, SystemInfo, TLSInfo } from '@lading/types-v1.44';
import { dateTime } from '../../values/date-time.js';
import type { ClusterRecord } from '../../swarm/cluster/cluster-record.js';
import { clusterSpecOf } from '../../swarm/manager/cluster-spec.js';
import { joinToken } from '../../swarm/cluster/join-token.js';
import type { SwarmMember } from '../../swarm/swarm-member.js';

export function tlsInfoOf({ root }: ClusterRecord): TLSInfo {
  return { TrustRoot: root.certificate, CertIssuerSubject: root.subject, CertIssuerPublicKey: root.publicKey };
}

export function swarmResponse(record: ClusterRecord): SwarmResponse {
  const { root, tokens } = record;
  return {
    ...clusterInfoOf(record),
    Version: { Index: record.version },
    JoinTokens: {
      Worker: joinToken(root.certificate, tokens.worker),
      Manager: joinToken(root.certificate, tokens.manager),
    },
  };
}

function clusterInfoOf(record: ClusterRecord): ClusterInfo {
  const { id, version, created, updated, settings, dataPathPort, addressPools, subnetSize } = record;
  return {
    ID: id,
    Version: { Index: version },
    CreatedAt: dateTime(created),
    UpdatedAt: dateTime(updated),
    Spec: clusterSpecOf(settings),
    TLSInfo: tlsInfoOf(record),
    // The nodes of this engine get new certificates at once.
    RootRotationInProgress: false,
    DataPathPort: dataPathPort,
    DefaultAddrPool: [...addressPools],
    SubnetSize: subnetSize,
  };
}

/** Returns the part of the engine's information that concerns the swarm. */
export function swarmInfoOf(member: SwarmMember): SystemInfo['Swarm'] {
  const { state, nodeId, address, error, swarm } = member;
  const info: SystemInfo['Swarm'] = {
    NodeID: nodeId,
    NodeAddr: address,
    LocalNodeState: state,
    ControlAvailable: member.isManager,
    Error: error,
    RemoteManagers: null,
  };
  if (swarm === undefined || state !== 'active') return info;
  const managers = swarm.nodes.managers();
  return {
    ...info,
    RemoteManagers: managers.map(({ id, manager }) => ({ NodeID: id, Addr: manager?.address ?? '' })),
    ...(member.isManager && {
      Nodes: swarm.cluster.tables.node.size,
      Managers: managers.length,
      Cluster: clusterInfoOf(swarm.cluster.record),
      ...(managers.length === 2 && { Warnings: [evenManagers] }),
    }),
  };
}

const evenManagers =
  'WARNING: Running Swarm in a two-manager configuration. This configuration provides no fault tolerance, and poses a high risk to lose control over the cluster. Refer to https://docs.docker.com/engine/swarm/admin_guide/ to configure the Swarm for fault-tolerance.';

/** Returns the value of the header of pings. */
export function swarmHeaderOf({ state, isManager }: SwarmMember): string {
  if (state !== 'active') return state;
  return isManager ? 'active/manager' : 'active/worker';
}
