/** Handles swarm operations. */
import { BadRequest, ServerError, type Handlers } from '@lading/server-v1.44';
import type { SwarmInitRequest, SwarmJoinRequest } from '@lading/types-v1.44';
import { isIP } from 'node:net';
import { requireCurrent } from '../../swarm/cluster/cluster.js';
import { completedSpec, readClusterSettings, rotatedRoot } from '../../swarm/manager/cluster-spec.js';
import { swarmResponse } from './cluster-view.js';
import { newUnlockKey, newTokenSecret } from '../../swarm/cluster/join-token.js';
import type { InitSettings, SwarmMember } from '../../swarm/swarm-member.js';
import { requiredRootCertificate } from '../../swarm/manager/read-authority.js';

const managed = /^(Swarm(Inspect|Update|Unlockkey)|(Node|Service|Task|Secret|Config)[A-Z].*)$/i;

/** Rejects an operation of managers, as an engine does after it has decoded the request. @throws Unavailable */
export function rejectOutsideSwarm(member: SwarmMember, operation: string): void {
  if (managed.test(operation)) member.requireManager();
}

export function swarmHandlers(member: SwarmMember): NonNullable<Handlers['swarm']> {
  const { ids, clock } = member.parts.ports;
  return {
    inspect: () => swarmResponse(member.requireManager().cluster.record),
    init({ body }) {
      if (body.ForceNewCluster !== true) member.requireInactive();
      else if (member.swarm !== undefined) return member.forceNewCluster();
      rejectInvalidInit(member, body);
      return member.init(readInit(body, member));
    },
    join({ body }) {
      const { ListenAddr, AdvertiseAddr, RemoteAddrs, JoinToken, Availability } = body;
      member.requireInactive();
      rejectInvalidJoin(body);
      const address = readAddress(ListenAddr, AdvertiseAddr ?? '', member);
      member.join({ ...address, availability: Availability || 'active', remotes: RemoteAddrs, token: JoinToken });
    },
    leave: ({ query: { force } }) => member.leave(force === true),
    update({ query, body }) {
      const { cluster } = member.requireManager();
      const { record } = cluster;
      const settings = readClusterSettings(body);
      requireCurrent(record, query.version);
      const { rotateWorkerToken, rotateManagerToken, rotateManagerUnlockKey } = query;
      const needsKey = settings.isAutolocked && (record.unlockKey === '' || rotateManagerUnlockKey === true);
      cluster.put('cluster', {
        ...record,
        settings,
        root: rotatedRoot(record, settings, requiredRootCertificate(body.CAConfig), clock.now()),
        tokens: {
          worker: rotateWorkerToken === true ? newTokenSecret(ids) : record.tokens.worker,
          manager: rotateManagerToken === true ? newTokenSecret(ids) : record.tokens.manager,
        },
        unlockKey: needsKey ? newUnlockKey(ids) : settings.isAutolocked ? record.unlockKey : '',
      });
    },
    unlockkey: () => ({ UnlockKey: member.requireManager().cluster.record.unlockKey }),
    unlock: ({ body: { UnlockKey } }) => member.unlock(UnlockKey),
  };
}

/**
 * Rejects invalid settings of a new swarm. As in an engine, which updates the certificate authority of a swarm that it has
 * created, the swarm stays, with default settings, if those of the authority are invalid.
 *
 * @throws BadRequest; ServerError for those of the authority
 */
export function rejectInvalidInit(member: SwarmMember, body: SwarmInitRequest): void {
  requireAddress('ListenAddr', body.ListenAddr);
  readClusterSettings(completedSpec({ ...body.Spec, CAConfig: {} }));
  try {
    requiredRootCertificate(body.Spec?.CAConfig);
  } catch (error) {
    member.init(readInit({ ...body, Spec: {} }, member));
    throw new ServerError(`error updating cluster settings: ${(error as Error).message}`);
  }
}

/** @throws BadRequest without an address to listen on, or one of a manager */
export function rejectInvalidJoin({ ListenAddr, RemoteAddrs }: Partial<SwarmJoinRequest>): void {
  requireAddress('ListenAddr', ListenAddr);
  if ((RemoteAddrs ?? []).length === 0) throw new BadRequest('at least 1 RemoteAddr is required to join');
  for (const address of RemoteAddrs ?? []) requireAddress('remoteAddr', address);
}

function requireAddress(name: string, address: string | null | undefined): void {
  if (!address) throw new BadRequest(`invalid ${name} "": invalid empty address`);
}

/** @throws BadRequest with the engine's messages */
function readInit(body: SwarmInitRequest, member: SwarmMember): InitSettings {
  const { AdvertiseAddr, Availability, DataPathPort, SubnetSize, Spec, AutoLockManagers } = body;
  const pools = body.DefaultAddrPool ?? [];
  const settings = readClusterSettings(completedSpec(Spec));
  return {
    ...readAddress(body.ListenAddr, AdvertiseAddr ?? '', member),
    dataPathPort: DataPathPort || 4789,
    availability: Availability || 'active',
    rootCertificate: requiredRootCertificate(Spec?.CAConfig),
    settings: { ...settings, isAutolocked: AutoLockManagers === true || settings.isAutolocked },
    addressPools: pools.length > 0 ? pools : ['10.0.0.0/8'],
    subnetSize: (pools.length > 0 && SubnetSize) || 24,
  };
}

function readAddress(
  listen: string,
  advertise: string,
  { parts }: SwarmMember,
): { readonly address: string; readonly port: number } {
  const { host, port = 2377 } = hostAndPort(listen);
  if (isIP(host) === 0 && !/^(eth|en|lo|wl)\w*$/.test(host))
    throw new BadRequest('listen address must be an IP address or network interface (with optional port number)');
  const advertised = hostAndPort(advertise);
  if (advertise !== '' && isIP(advertised.host) === 0 && !/^(eth|en|lo|wl)\w*$/.test(advertised.host))
    throw new BadRequest(
      'advertise address must be a non-zero IP address or network interface (with optional port number)',
    );
  const address = isIP(advertised.host) === 0 ? parts.swarmNetwork.nextAddress() : advertised.host;
  return { address, port: advertised.port ?? port };
}

function hostAndPort(text: string): { readonly host: string; readonly port?: number } {
  // The colons of an IPv6 address without brackets separate no port.
  const [, host = text, digits] = (isIP(text) === 0 && /^\[?(.*?)\]?:(\d+)$/.exec(text)) || [];
  return { host, ...(digits !== undefined && { port: Number(digits) }) };
}
