/**
 * At 1.41 a container is created on one network. The hook connects the others afterwards, and removes the container if
 * that fails.
 */
import {
  isGiven,
  isRecord,
  propertyOf,
  Refusal,
  withProperty,
  type ResponseMessage,
  type Ask,
  type Hook,
} from '@lading/runtime-conversion';

export function furtherNetworks(): Hook {
  return {
    async around(request, next, ask) {
      const networking = propertyOf(request.body, 'NetworkingConfig');
      const endpoints = propertyOf(networking, 'EndpointsConfig');
      if (!isRecord(endpoints)) return next(request);
      const first = firstOf(Object.keys(endpoints), propertyOf(request.body, 'HostConfig', 'NetworkMode'));
      const others = Object.keys(endpoints).filter((network) => network !== first);
      const addressed = others.find((network) => isGiven(propertyOf(endpoints[network], 'MacAddress')));
      if (addressed !== undefined) {
        const message = `The MAC address on the network ${addressed} needs API version 1.44: below it only the network that the container starts on can have one`;
        throw new Refusal(400, message, 'mac-endpoint');
      }
      const only = { [first]: endpoints[first] };
      const body = withProperty(request.body, 'NetworkingConfig', withProperty(networking, 'EndpointsConfig', only));
      const created = await next({ ...request, body });
      const id = propertyOf(created.body, 'Id');
      if (created.status >= 400 || typeof id !== 'string') return created;
      return (await connectAll(id, others, endpoints, ask)) ?? created;
    },
  };
}

/** Returns the network of the network mode if it has an endpoint: an engine of 1.44 starts the container on it, too. */
function firstOf(networks: readonly string[], mode: unknown): string {
  const wanted = isGiven(mode) && mode !== 'default' ? [mode] : ['bridge', 'default', 'nat'];
  return networks.find((network) => wanted.includes(network)) ?? networks[0] ?? '';
}

/** Connects networks; after a failure, removes the container and returns the failed response. */
async function connectAll(
  id: string,
  networks: readonly string[],
  endpoints: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<ResponseMessage | undefined> {
  const remove = () => ask('ContainerDelete', { path: { id }, query: { force: true, v: true } });
  for (const network of networks) {
    const EndpointConfig = withProperty(endpoints[network], 'DNSNames', undefined);
    try {
      const response = await ask('NetworkConnect', { path: { id: network }, body: { Container: id, EndpointConfig } });
      if (response.status < 400) continue;
      await remove();
      return response;
    } catch (error) {
      await remove();
      throw error;
    }
  }
  return undefined;
}
