/** The network that a container starts on, and the option for kernel parameters of a connection. */
import { isGiven } from '@lading/runtime-conversion';

/** The key among `DriverOpts` of a connection whose value sets kernel parameters of its interface. */
export const endpointSysctlsKey = 'com.docker.network.endpoint.sysctls';

/** Returns the name of the network for a network mode; that of a container without one is `bridge`. */
export function networkOfMode(mode: unknown): string {
  return isGiven(mode) && mode !== 'default' ? String(mode) : 'bridge';
}
