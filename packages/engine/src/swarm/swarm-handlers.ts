/** Handles swarm operations. */
import { BadRequest, ServerError, Unavailable, type BodylessCall, type HandlersV144 } from '@lading/server';
import type { SwarmInitRequest } from '@lading/types-v1.44';
import { isIP } from 'node:net';
import { parseSubnet } from '../networks/address.js';
import { withoutUnset } from '../unset-values.js';
import { requireCurrent } from './cluster.js';
import { completedSpec, readClusterSettings } from './cluster-spec.js';
import { swarmResponse } from './cluster-view.js';
import { newUnlockKey, newTokenSecret } from './join-token.js';
import { notManager, type InitSettings, type SwarmMember } from './swarm-member.js';
import { rotatedRoot } from './rotate-root.js';

const managed = /^(Swarm(Inspect|Update|Unlockkey)|(Node|Service|Task|Secret|Config)[A-Z].*)$/i;

/** Implements `hooks.beforeBody`: like an engine, rejects a swarm operation before it validates the body. */
export function rejectOutsideSwarm(member: SwarmMember, { operation }: BodylessCall): void {
  if (managed.test(operation)) member.requireManager();
  if (member.swarm !== undefined) return;
  if (/^SwarmUnlock$/i.test(operation)) throw new Unavailable(notManager);
  if (/^SwarmLeave$/i.test(operation)) throw new Unavailable('This node is not part of a swarm');
}

export function swarmHandlers(member: SwarmMember): NonNullable<HandlersV144['swarm']> {
  const { ids, clock } = member.parts.ports;
  return {
    inspect: () => swarmResponse(member.requireManager().cluster.record),
    init({ body }) {
      if (body.ForceNewCluster !== true) member.requireInactive();
      else if (member.swarm !== undefined) return member.forceNewCluster();
      return member.init(readInit(body, member));
    },
    join({ body }) {
      member.requireInactive();
      const {
        ListenAddr,
        AdvertiseAddr,
        RemoteAddrs = [],
        JoinToken = '',
        Availability,
      } = withoutUnset(body) as Partial<typeof body>;
      const { address, port } = readAddress(ListenAddr, AdvertiseAddr ?? '', member);
      member.join({
        address,
        port,
        availability: readAvailability(Availability),
        remotes: RemoteAddrs,
        token: JoinToken,
      });
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
        root: rotatedRoot(record, settings, body.CAConfig?.SigningCACert ?? '', clock.now()),
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

/** @throws BadRequest, ServerError with the engine's messages */
function readInit(body: SwarmInitRequest, member: SwarmMember): InitSettings {
  const given = withoutUnset(body) as Partial<SwarmInitRequest>;
  const { ListenAddr, AdvertiseAddr, DataPathPort, SubnetSize, DefaultAddrPool, Spec, AutoLockManagers } = given;
  const { address, port } = readAddress(ListenAddr, AdvertiseAddr ?? '', member);
  const dataPathPort = DataPathPort || 4789;
  if (dataPathPort < 1024 || dataPathPort > 49_151)
    throw new BadRequest(`Datapath port number is not in valid range (1024-49151) : ${dataPathPort}`);
  for (const pool of DefaultAddrPool ?? [])
    if (parseSubnet(pool) === undefined)
      throw new ServerError(`invalid base pool ${pool}: invalid CIDR address: ${pool}`);
  const subnetSize = SubnetSize || 24;
  const hasPools = DefaultAddrPool !== undefined && DefaultAddrPool !== null && DefaultAddrPool.length > 0;
  if (hasPools && subnetSize > 29) throw new ServerError(`subnet size is out of range: ${subnetSize}`);
  const settings = readClusterSettings(completedSpec(Spec));
  return {
    ...{ address, port, dataPathPort },
    availability: readAvailability(given.Availability),
    settings: { ...settings, isAutolocked: AutoLockManagers === true || settings.isAutolocked },
    addressPools: hasPools ? DefaultAddrPool : ['10.0.0.0/8'],
    subnetSize: hasPools ? subnetSize : 24,
  };
}

function readAvailability(given: string | null | undefined): InitSettings['availability'] {
  const availability = given || 'active';
  if (availability !== 'active' && availability !== 'pause' && availability !== 'drain')
    throw new ServerError(`invalid Availability: ${JSON.stringify(availability)}`);
  return availability;
}

function readAddress(
  listen: string | null | undefined,
  advertise: string,
  { parts }: SwarmMember,
): { readonly address: string; readonly port: number } {
  const { host, port = 2377 } = hostAndPort(listen || '0.0.0.0:2377');
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
  const [, host = text, digits] = /^\[?(.*?)\]?:(\d+)$/.exec(text) ?? [];
  return { host, ...(digits !== undefined && isIP(text) === 0 && { port: Number(digits) }) };
}
