/** Kernel parameters of network interfaces. */
import {
  isRecord,
  propertyOf,
  isGiven,
  Refusal,
  withProperty,
  isList,
  type Hook,
  type RequestMessage,
} from '@lading/runtime-conversion';
import { endpointSysctlsKey, networkOfMode } from './networks.js';

/** A kernel parameter of a network interface, among those of a container. */
interface InterfaceSysctl {
  /** The name of the parameter: `net.ipv4.conf.eth0.log_martians`. */
  readonly name: string;
  /** The interface: `eth0`. */
  readonly device: string;
  /** The name for any interface, as `DriverOpts` contain it: `net.ipv4.conf.IFNAME.log_martians`. */
  readonly ofConnection: string;
  readonly value: unknown;
}

/** Returns the parameters of interfaces in `HostConfig.Sysctls`; there are none on a network that is not the container's own. */
function interfaceSysctls(body: unknown): readonly InterfaceSysctl[] {
  const host = propertyOf(body, 'HostConfig');
  const mode = propertyOf(host, 'NetworkMode');
  const sysctls = propertyOf(host, 'Sysctls');
  if (!isRecord(sysctls) || mode === 'host' || String(mode ?? '').startsWith('container:')) return [];
  return Object.entries(sysctls).flatMap(([name, value]) => {
    const [, start, device = '', end] = /^(net\.[^.]*\.[^.]*)\.(eth[^.]*)\.(.*)$/s.exec(name) ?? [];
    return start === undefined ? [] : [{ name, device, ofConnection: `${start}.IFNAME.${end}`, value }];
  });
}

/**
 * Below 1.46 a connection has no kernel parameters of its own. Those of the network that a container starts on can be set
 * with `Sysctls` of the container, since its interface is `eth0`; others are refused.
 */
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

/** Below 1.48 kernel parameters of `eth0` are set at the connection to the network that a container starts on. */
export function migratedSysctls(): Hook {
  return {
    async around(request, next) {
      const sysctls = interfaceSysctls(request.body);
      if (sysctls.length === 0) return next(request);
      const other = sysctls.find(({ device }) => device !== 'eth0');
      if (other !== undefined) {
        const message = `unable to determine network endpoint for sysctl ${other.name}, use driver option '${endpointSysctlsKey}' to set per-interface sysctls`;
        throw new Refusal(500, message, 'interface-sysctls');
      }
      const names = sysctls.map(({ name }) => name);
      const value = sysctls.map(({ ofConnection, value: one }) => `${ofConnection}=${String(one)}`).join(',');
      const response = await next(migrated(request, names, value));
      if (response.status >= 400) return response;
      const warnings = propertyOf(response.body, 'Warnings');
      const warning = `Migrated sysctl ${JSON.stringify(names.join(','))} to DriverOpts{"${endpointSysctlsKey}":${JSON.stringify(value)}}.`;
      const all = [...(isList(warnings) ? warnings : []), warning];
      return { ...response, body: withProperty(response.body, 'Warnings', all) };
    },
  };
}

function migrated(request: RequestMessage, names: readonly string[], value: string): RequestMessage {
  const host = propertyOf(request.body, 'HostConfig');
  const networking = propertyOf(request.body, 'NetworkingConfig');
  const given = propertyOf(networking, 'EndpointsConfig');
  const endpoints = isRecord(given) ? given : {};
  const network = networkOfMode(propertyOf(host, 'NetworkMode'));
  if (Object.keys(endpoints).length > 0 && !Object.hasOwn(endpoints, network)) {
    const message = 'HostConfig.NetworkMode must match the identity of a network in NetworkSettings.Networks';
    throw new Refusal(400, `unable to find a network for sysctl ${names[0]}: ${message}`, 'interface-sysctls');
  }
  const options = propertyOf(endpoints[network], 'DriverOpts');
  // Parameters of the connection itself come later and therefore win.
  const own = propertyOf(options, endpointSysctlsKey);
  const all = isGiven(own) ? `${value},${String(own)}` : value;
  const endpoint = withProperty(endpoints[network], 'DriverOpts', withProperty(options, endpointSysctlsKey, all));
  const sysctls = propertyOf(host, 'Sysctls') as Readonly<Record<string, unknown>>;
  const left = Object.fromEntries(Object.entries(sysctls).filter(([name]) => !names.includes(name)));
  const body = withProperty(request.body, 'HostConfig', withProperty(host, 'Sysctls', left));
  const connections = { ...endpoints, [network]: endpoint };
  return {
    ...request,
    body: withProperty(body, 'NetworkingConfig', withProperty(networking, 'EndpointsConfig', connections)),
  };
}

/** From 1.48 on kernel parameters of an interface are set at its connection only. */
export function noInterfaceSysctls(): Hook {
  return {
    around(request, next) {
      const [first] = interfaceSysctls(request.body);
      if (first === undefined) return next(request);
      const message = `interface specific sysctl setting "${first.name}" must be supplied using driver option '${endpointSysctlsKey}'`;
      throw new Refusal(500, message, 'interface-sysctls');
    },
  };
}
