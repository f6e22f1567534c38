/** At 1.41 a container has one MAC address, on its only network; addresses of endpoints are ignored. */
import { isGiven, isRecord, memberOf, Refusal, withMember, type Step } from '@lading/runtime-overlay';

export function endpointMacAddress(): Step {
  return {
    async around(request, next) {
      const networking = memberOf(request.body, 'NetworkingConfig');
      const endpoints = memberOf(networking, 'EndpointsConfig');
      if (!isRecord(endpoints)) return next(request);
      const given = Object.values(endpoints).flatMap((endpoint) => {
        const address = memberOf(endpoint, 'MacAddress');
        return isGiven(address) ? [String(address)] : [];
      });
      const [address] = given;
      if (address === undefined) return next(request);
      if (Object.keys(endpoints).length > 1) {
        throw new Refusal(400, 'A MAC address on one of several networks needs API version 1.44', 'mac-endpoint');
      }
      const whole = memberOf(request.body, 'MacAddress');
      if (isGiven(whole) && String(whole).toLowerCase() !== address.toLowerCase()) {
        const message = 'The MAC address of the container must be that of its endpoint, or left out';
        throw new Refusal(400, message, 'mac-endpoint');
      }
      const plain = Object.fromEntries(
        Object.entries(endpoints).map(([network, endpoint]) => [
          network,
          withMember(endpoint, 'MacAddress', undefined),
        ]),
      );
      const body = withMember(request.body, 'NetworkingConfig', withMember(networking, 'EndpointsConfig', plain));
      return next({ ...request, body: withMember(body, 'MacAddress', address) });
    },
  };
}
