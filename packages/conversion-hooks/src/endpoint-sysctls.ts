/**
 * Below 1.46 a connection has no kernel parameters of its own. Those of the network that a container starts on can be set
 * with `Sysctls` of the container, since its interface is `eth0`; others are refused.
 */
import {
  isGiven,
  isRecord,
  propertyOf,
  Refusal,
  withProperty,
  type Hook,
  type RequestMessage,
} from '@lading/runtime-conversion';
import { endpointSysctlsKey, networkOfMode } from './network-of-mode.js';

export function endpointSysctls(): Hook {
  return {
    around(request, next) {
      if (request.operation === 'ContainerCreate') return next(withSysctlsOfContainer(request));
      if (isGiven(sysctlsOf(propertyOf(request.body, 'EndpointConfig')))) throw refused();
      return next(request);
    },
  };
}

function withSysctlsOfContainer(request: RequestMessage): RequestMessage {
  const networking = propertyOf(request.body, 'NetworkingConfig');
  const endpoints = propertyOf(networking, 'EndpointsConfig');
  const host = propertyOf(request.body, 'HostConfig');
  if (!isRecord(endpoints)) return request;
  const given = Object.keys(endpoints).filter((network) => isGiven(sysctlsOf(endpoints[network])));
  const [network] = given;
  if (network === undefined) return request;
  if (given.length > 1 || network !== networkOfMode(propertyOf(host, 'NetworkMode'))) throw refused();
  const options = withProperty(propertyOf(endpoints[network], 'DriverOpts'), endpointSysctlsKey, undefined);
  const endpoint = withProperty(endpoints[network], 'DriverOpts', Object.keys(options).length === 0 ? null : options);
  const changed = withProperty(networking, 'EndpointsConfig', { ...endpoints, [network]: endpoint });
  const sysctls = { ...(propertyOf(host, 'Sysctls') as object | undefined), ...ofContainer(endpoints[network]) };
  const body = withProperty(request.body, 'HostConfig', withProperty(host, 'Sysctls', sysctls));
  return { ...request, body: withProperty(body, 'NetworkingConfig', changed) };
}

function sysctlsOf(endpoint: unknown): unknown {
  return propertyOf(propertyOf(endpoint, 'DriverOpts'), endpointSysctlsKey);
}

/** `net.ipv4.conf.IFNAME.log_martians=1,…` → `{ 'net.ipv4.conf.eth0.log_martians': '1' }` */
function ofContainer(endpoint: unknown): Readonly<Record<string, string>> {
  const parameters = String(sysctlsOf(endpoint)).split(',');
  return Object.fromEntries(
    parameters.map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      return [name.replace('.IFNAME.', '.eth0.'), value.join('=')] as const;
    }),
  );
}

function refused(): Refusal {
  const message = `DriverOpts["${endpointSysctlsKey}"] on other networks than the one that a container starts on needs API version 1.46`;
  return new Refusal(400, message, 'endpoint-sysctls');
}
