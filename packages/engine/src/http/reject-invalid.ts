/** Rejects requests that do not fit the contract in the words of engines, as far as those have their own. */
import type { OnInvalid } from '@lading/server';
import { BadRequest } from '@lading/server-v1.44';
import type {
  ConfigSpecInput,
  ContainerCreateQuery,
  ContainerCreateRequest,
  NetworkConnectRequest,
  NetworkCreateRequest,
  NodeSpecInput,
  SecretSpecInput,
  ServiceSpecInput,
  SwarmInitRequest,
  SwarmJoinRequest,
  SwarmSpecInput,
} from '@lading/types-v1.44';
import { parsePlatform } from '../distribution/platform.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import type { EndpointService } from '../objects/networks/endpoint-service.js';
import type { NetworkService } from '../objects/networks/network-service.js';
import { rejectMacAddress } from '../objects/containers/validate-create.js';
import { readEndpoint } from '../state/endpoint-record.js';
import { readClusterSettings } from '../swarm/manager/cluster-spec.js';
import { readService } from '../swarm/manager/read-service.js';
import { findServiceNetwork } from '../swarm/manager/service-networks.js';
import { validateService } from '../swarm/manager/validate-service.js';
import type { SwarmMember } from '../swarm/swarm-member.js';
import { rejectFilters } from './filter-rules.js';
import { rejectTypes } from './go-types.js';
import { readNewNetwork } from './network-view.js';
import { rejectBody, rejectKernelMemory, rejectLogs, rejectQuery } from './request-rules.js';
import { readSecret } from './swarm/secret-handlers.js';
import { rejectInvalidInit, rejectInvalidJoin, rejectOutsideSwarm } from './swarm/swarm-handlers.js';
import { readNodeSettings } from './swarm/node-view.js';

interface RejectingParts {
  readonly containers: ContainerService;
  readonly networks: NetworkService;
  readonly endpoints: EndpointService;
  readonly member: SwarmMember;
}

export interface Rejections {
  readonly onInvalid: OnInvalid;
  readonly onMistyped: OnInvalid;
}

export function rejections({ containers, networks, endpoints, member }: RejectingParts): Rejections {
  const rejectBeforeFilters = (operation: string, url: string, path: Readonly<Record<string, unknown>>): void => {
    // The limit is read with the filters, whose values are looked at later.
    if (operation === 'ContainerList') rejectQuery(operation, url);
    if (operation === 'ContainerStats') containers.find(String(path['id']));
    if (operation === 'ContainerLogs') rejectLogs(url, () => containers.find(String(path['id'])));
  };
  return {
    // Each of these throws the error of the engine.
    onInvalid(operation, { path, query, body, url, contract }) {
      rejectBeforeFilters(operation, url, path);
      rejectQuery(operation, url);
      // The range of a number belongs to its type.
      rejectTypes(contract, body);
      rejectOutsideSwarm(member, operation);
      rejectFilters(operation, query);
      rejectBody(operation, body);
      switch (operation) {
        case 'ContainerCreate': {
          const { name = '', platform = '' } = query as ContainerCreateQuery;
          const wanted = platform === '' ? undefined : parsePlatform(platform);
          if (Number(/^\/v1\.(\d+)\//.exec(url)?.[1] ?? 44) < 44) rejectMacAddress(body as ContainerCreateRequest);
          containers.rejectInvalid(name, body as ContainerCreateRequest, wanted);
          return rejectKernelMemory({ ...(body as ContainerCreateRequest).HostConfig });
        }
        case 'ContainerUpdate':
          containers.rejectInvalidUpdate(body as object);
          return rejectKernelMemory({ ...(body as object) });
        case 'NetworkCreate':
          return networks.rejectInvalid(readNewNetwork(body as NetworkCreateRequest));
        case 'NetworkConnect': {
          const { Container, EndpointConfig } = body as NetworkConnectRequest;
          containers.find(Container ?? '');
          return endpoints.validate(networks.find(String(path['id'])), readEndpoint(EndpointConfig));
        }
        case 'NodeUpdate':
          return void readNodeSettings(body as NodeSpecInput);
        case 'ServiceCreate':
        case 'ServiceUpdate':
          return validateService(
            readService(body as ServiceSpecInput, (target) => findServiceNetwork(networks, target)),
          );
        case 'SecretCreate':
          return member.requireManager().secrets.validate(readSecret(body as SecretSpecInput));
        case 'ConfigCreate':
          return member.requireManager().configs.validate(readSecret(body as ConfigSpecInput));
        case 'SecretUpdate':
        case 'ConfigUpdate':
          readSecret(body as SecretSpecInput);
          throw new BadRequest('rpc error: code = InvalidArgument desc = only updates to Labels are allowed');
        case 'SwarmJoin':
          member.requireInactive();
          return rejectInvalidJoin(body as Partial<SwarmJoinRequest>);
        case 'SwarmInit':
          member.requireInactive();
          return rejectInvalidInit(member, body as SwarmInitRequest);
        case 'SwarmUnlock':
          return member.unlock('');
        case 'SwarmUpdate':
          return void readClusterSettings(body as SwarmSpecInput);
        default:
      }
    },
    onMistyped(operation, { path, query, body, url, contract }) {
      rejectBeforeFilters(operation, url, path);
      rejectFilters(operation, query);
      rejectQuery(operation, url);
      rejectTypes(contract, body);
    },
  };
}
