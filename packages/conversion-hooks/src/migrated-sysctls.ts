/** Below 1.48 kernel parameters of `eth0` are set at the connection to the network that a container starts on. */
import {
  isGiven,
  isList,
  isRecord,
  propertyOf,
  Refusal,
  withProperty,
  type Hook,
  type RequestMessage,
} from '@lading/runtime-conversion';
import { interfaceSysctls } from './interface-sysctl.js';
import { endpointSysctlsKey, networkOfMode } from './network-of-mode.js';

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
