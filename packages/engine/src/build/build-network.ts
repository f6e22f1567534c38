/** What `RUN` instructions reach: their own host, and the names that the request adds. */
import type { ContainerNetwork } from '../ports/container-runtime.js';
import { hostsOf } from '../networks/extra-hosts.js';

/** @param extraHosts entries in the form `name:address` */
export function buildNetwork(extraHosts: readonly string[]): ContainerNetwork {
  const hosts = hostsOf(extraHosts);
  const resolve = (name: string): string[] => {
    const address = name === 'localhost' ? '127.0.0.1' : hosts.get(name);
    return address === undefined ? [] : [address];
  };
  return {
    hosts,
    resolve,
    listen: () => () => undefined,
    connect(host, port) {
      const [address] = resolve(host);
      throw address === undefined
        ? Object.assign(new Error(`bad address '${host}'`), { code: 'ENOTFOUND' })
        : Object.assign(new Error(`can't connect to remote host (${address}): Connection refused`), {
            code: 'ECONNREFUSED',
            port,
          });
    },
  };
}
