/** From 1.52 on a MAC address belongs to a connection: that of a container moves to the network that it starts on. */
import { isGiven, isRecord, propertyOf, Refusal, withProperty, type Hook } from '@lading/runtime-conversion';
import { networkOfMode } from './network-of-mode.js';

export function containerMacAddress(): Hook {
  return {
    around(request, next) {
      const address = propertyOf(request.body, 'MacAddress');
      const rest = withProperty(request.body, 'MacAddress', undefined);
      if (!isGiven(address)) return next(request);
      const networking = propertyOf(rest, 'NetworkingConfig');
      const given = propertyOf(networking, 'EndpointsConfig');
      const endpoints = isRecord(given) ? given : {};
      const network = networkOfMode(propertyOf(rest, 'HostConfig', 'NetworkMode'));
      if (network === 'host' || network === 'none' || network.startsWith('container:')) {
        return next({ ...request, body: rest });
      }
      if (Object.keys(endpoints).length > 0 && !Object.hasOwn(endpoints, network)) {
        const message =
          'unable to migrate container-wide MAC address to a specific network: ' +
          'HostConfig.NetworkMode must match the identity of a network in NetworkSettings.Networks';
        throw new Refusal(400, message, 'container-mac-address');
      }
      const own = propertyOf(endpoints[network], 'MacAddress');
      if (isGiven(own) && own !== address) {
        const message =
          'the container-wide MAC address must match the endpoint-specific MAC address for the main network, or be left empty';
        throw new Refusal(400, message, 'container-mac-address');
      }
      const connections = { ...endpoints, [network]: withProperty(endpoints[network], 'MacAddress', address) };
      const body = withProperty(rest, 'NetworkingConfig', withProperty(networking, 'EndpointsConfig', connections));
      return next({ ...request, body });
    },
  };
}
