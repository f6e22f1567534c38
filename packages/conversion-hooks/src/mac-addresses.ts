/** MAC addresses of containers and of their connections. */
import { isGiven, isRecord, propertyOf, Refusal, withProperty, type Hook } from '@lading/runtime-conversion';
import { networkOfMode } from './networks.js';

/** At 1.41 a container has one MAC address, on its only network; addresses of endpoints are ignored. */
export function endpointMacAddress(): Hook {
  return {
    async around(request, next) {
      const networking = propertyOf(request.body, 'NetworkingConfig');
      const endpoints = propertyOf(networking, 'EndpointsConfig');
      if (!isRecord(endpoints)) return next(request);
      const given = Object.values(endpoints).flatMap((endpoint) => {
        const address = propertyOf(endpoint, 'MacAddress');
        return isGiven(address) ? [String(address)] : [];
      });
      const [address] = given;
      if (address === undefined) return next(request);
      if (Object.keys(endpoints).length > 1) {
        throw new Refusal(400, 'A MAC address on one of several networks needs API version 1.44', 'mac-endpoint');
      }
      const whole = propertyOf(request.body, 'MacAddress');
      if (isGiven(whole) && String(whole).toLowerCase() !== address.toLowerCase()) {
        const message = 'The MAC address of the container must be that of its endpoint, or left out';
        throw new Refusal(400, message, 'mac-endpoint');
      }
      const plain = Object.fromEntries(
        Object.entries(endpoints).map(([network, endpoint]) => [
          network,
          withProperty(endpoint, 'MacAddress', undefined),
        ]),
      );
      const body = withProperty(request.body, 'NetworkingConfig', withProperty(networking, 'EndpointsConfig', plain));
      return next({ ...request, body: withProperty(body, 'MacAddress', address) });
    },
  };
}

/** Before 1.44 the MAC address of a container is that of the network that the request names, whatever the network mode. */
export function macAddressOfEndpoint(): Hook {
  return {
    around(request, next) {
      const address = propertyOf(request.body, 'MacAddress');
      const networking = propertyOf(request.body, 'NetworkingConfig');
      const endpoints = propertyOf(networking, 'EndpointsConfig');
      if (!isGiven(address) || address === '') return next(request);
      const network = networkOfMode(propertyOf(request.body, 'HostConfig', 'NetworkMode'));
      if (network === 'none')
        throw new Refusal(400, 'conflicting options: mac-address and the network mode', 'mac-endpoint');
      if (!isRecord(endpoints) || Object.keys(endpoints).length === 0) return next(request);
      const isNamed =
        Object.hasOwn(endpoints, network) || (network === 'bridge' && Object.hasOwn(endpoints, 'default'));
      if (isNamed) return next(request);
      const addressed = Object.fromEntries(
        Object.entries(endpoints).map(([network, endpoint]) => [
          network,
          withProperty(endpoint, 'MacAddress', address),
        ]),
      );
      const rest = withProperty(request.body, 'MacAddress', undefined);
      return next({
        ...request,
        body: withProperty(rest, 'NetworkingConfig', withProperty(networking, 'EndpointsConfig', addressed)),
      });
    },
  };
}

/** From 1.52 on a MAC address belongs to a connection: that of a container moves to the network that it starts on. */
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
