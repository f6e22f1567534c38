/** Addresses that a server on the internet must not send us to: this machine, and networks that only its neighbours reach. */
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const internal = new BlockList();
for (const [network, prefix] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const, ['127.0.0.0', 8] as const],
  ...[['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const, ['192.0.0.0', 24] as const],
  ...[['192.168.0.0', 16] as const, ['198.18.0.0', 15] as const, ['224.0.0.0', 4] as const, ['240.0.0.0', 4] as const],
])
  internal.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ...[['::', 128] as const, ['::1', 128] as const, ['64:ff9b::', 96] as const, ['fc00::', 7] as const],
  ...[['fe80::', 10] as const, ['ff00::', 8] as const],
])
  internal.addSubnet(network, prefix, 'ipv6');

/** Whether the name of a host, as in a URL, means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  const family = isIP(name);
  return family === 0 ? name === 'localhost' : loopback.check(name, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an address is not reached from the internet. An IPv4 address within IPv6 is looked at as the former. */
export function isInternal(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return internal.check(mapped, isIP(mapped) === 4 ? 'ipv4' : 'ipv6');
}
