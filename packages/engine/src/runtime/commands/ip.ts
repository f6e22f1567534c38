/** The command `ip`: it shows interfaces and their addresses. */
import type { NetworkInterface } from '../../ports/container-runtime.js';
import { fail, printLines, type Commands } from './command.js';

const loopback: NetworkInterface = { name: 'lo', mac: '00:00:00:00:00:00', addresses: ['127.0.0.1/8', '::1/128'] };

export const ipCommands: Commands = {
  ip(process, words) {
    const flags = words.filter((word) => word.startsWith('-'));
    const [object = 'addr'] = words.filter((word) => !word.startsWith('-'));
    const all = [loopback, ...(process.settings.network?.interfaces?.() ?? [])];
    const isLine = flags.some((flag) => /^-(o|oneline)$/.test(flag));
    const family = flags.includes('-4') ? 4 : flags.includes('-6') ? 6 : undefined;
    if ('link'.startsWith(object))
      return printLines(
        process,
        all.map((each, at) => linkOf(each, at, isLine)),
      );
    if (!'address'.startsWith(object)) return fail(process, `ip: invalid argument '${object}'`);
    const lines = all.flatMap((each, at) => {
      const addresses = each.addresses
        .filter((address) => family === undefined || (address.includes(':') ? 6 : 4) === family)
        .map((address) => `${address.includes(':') ? 'inet6' : 'inet'} ${address} scope ${scopeOf(each)} ${each.name}`);
      if (isLine) return addresses.map((address) => `${at + 1}: ${each.name}    ${address}`);
      return addresses.length === 0 && family !== undefined
        ? []
        : [linkOf(each, at, false), ...addresses.map((address) => `    ${address}`)];
    });
    return printLines(process, lines);
  },
};

function linkOf({ name, mac }: NetworkInterface, at: number, isLine: boolean): string {
  const isLoopback = name === loopback.name;
  const head = isLoopback
    ? `${at + 1}: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000`
    : `${at + 1}: ${name}@if${at + 1}: <BROADCAST,MULTICAST,UP,LOWER_UP,M-DOWN> mtu 1500 qdisc noqueue`;
  const link = isLoopback ? `link/loopback ${mac} brd ${mac}` : `link/ether ${mac} brd ff:ff:ff:ff:ff:ff`;
  return isLine ? `${head} \\    ${link}` : `${head}\n    ${link}`;
}

function scopeOf({ name }: NetworkInterface): string {
  return name === loopback.name ? 'host' : 'global';
}
