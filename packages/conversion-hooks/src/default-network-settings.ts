/** Below 1.52 the addresses of a container on the network `bridge` are also those of the container. */
import { isRecord, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';

const names = [
  'EndpointID',
  'Gateway',
  'GlobalIPv6Address',
  'GlobalIPv6PrefixLen',
  'IPAddress',
  'IPPrefixLen',
  'IPv6Gateway',
  'MacAddress',
];

export function defaultNetworkSettings(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      const settings = propertyOf(response.body, 'NetworkSettings');
      const endpoint = propertyOf(settings, 'Networks', 'bridge');
      if (response.status >= 400 || !isRecord(settings) || !isRecord(endpoint)) return response;
      const copied = Object.fromEntries(names.map((name) => [name, endpoint[name]]));
      return { ...response, body: withProperty(response.body, 'NetworkSettings', { ...copied, ...settings }) };
    },
  };
}
