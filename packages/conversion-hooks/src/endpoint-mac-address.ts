/** At 1.41 a container has one MAC address, on its only network; addresses of endpoints are ignored. */
import { isGiven, isRecord, propertyOf, Refusal, withProperty, type Hook } from '@lading/runtime-conversion';

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
