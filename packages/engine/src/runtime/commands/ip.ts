/** The commands that show interfaces, their addresses and their routes. Changes are refused, as in a container without privileges. */
import { BlockList } from 'node:net';
import type { NetworkInterface } from '../../ports/container-runtime.js';
import type { ProcessContext } from '../process-context.js';
import { CommandError, fail, linesOf, print, printLines, readFile, type Commands } from './command.js';
import { readOptions } from './options.js';

const loopback: NetworkInterface = { name: 'lo', mac: '00:00:00:00:00:00', addresses: ['127.0.0.1/8', '::1/128'] };

export const ipCommands: Commands = {
  ip(process, words) {
    const flags = words.filter((word) => word.startsWith('-'));
    const unknown = flags.find((flag) => !/^-(o|oneline|4|6)$/.test(flag));
    if (unknown !== undefined) throw new CommandError(`invalid option -- '${unknown.replace(/^-+/, '')}'`);
    const [object = 'address', ...rest] = words.filter((word) => !word.startsWith('-'));
    const isLine = flags.some((flag) => flag.startsWith('-o'));
    const family = flags.includes('-4') ? 4 : flags.includes('-6') ? 6 : undefined;
    if ('link'.startsWith(object))
      return printLines(
        process,
        shown(process, rest, 'SIOCSIFFLAGS:').map(([each, at]) => linkOf(each, at, isLine)),
      );
    if ('route'.startsWith(object)) return printRoutes(process, rest);
    if (!'address'.startsWith(object)) throw new CommandError('usage: ip [OPTIONS] address|route|link [ARGS]');
    const lines = shown(process, rest).flatMap(([each, at]) => {
      const addresses = each.addresses
        .filter((address) => family === undefined || (address.includes(':') ? 6 : 4) === family)
        .map((address) => addressOf(each, address));
      const valid = '       valid_lft forever preferred_lft forever';
      if (isLine) return addresses.map((address) => `${at}: ${each.name}    ${address}\\${valid}`);
      return addresses.length === 0 && family !== undefined
        ? []
        : [linkOf(each, at, false), ...addresses.flatMap((address) => [`    ${address}`, valid])];
    });
    return printLines(process, lines);
  },
  ifconfig(process, [name, ...changes]) {
    const all = interfacesOf(process);
    if (name === undefined || name === '-a')
      return printLines(process, [...all.slice(1), loopback].flatMap(configurationOf));
    const named = all.find((each) => each.name === name);
    if (named === undefined) throw new CommandError(`${name}: error fetching interface information: Device not found`);
    if (changes.length === 0) return printLines(process, configurationOf(named));
    throw new CommandError(
      `${/^(up|down)$/.test(changes[0] ?? '') ? 'SIOCSIFFLAGS' : 'SIOCSIFADDR'}: Operation not permitted`,
    );
  },
  route(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'ne' });
    if (operands.length > 0) throw new CommandError('SIOCADDRT: Operation not permitted');
    const isNumeric = flags.has('n');
    return printLines(process, [
      'Kernel IP routing table',
      'Destination     Gateway         Genmask         Flags Metric Ref    Use Iface',
      ...routesOf(process).map(({ name, to, gateway, mask }) => {
        const isDefault = mask === 0;
        const target = isDefault && !isNumeric ? 'default' : textOf(to);
        const through = gateway === 0 && !isNumeric ? '*' : textOf(gateway);
        return `${target.padEnd(15)} ${through.padEnd(15)} ${textOf(mask).padEnd(16)}${(gateway === 0 ? 'U' : 'UG').padEnd(6)}0      0        0 ${name}`;
      }),
    ]);
  },
};

/** Returns the interfaces that the words after `ip link` or `ip addr` select, with their numbers. @throws CommandError */
function shown(
  process: ProcessContext,
  [action = 'show', ...words]: readonly string[],
  call = 'RTNETLINK answers:',
): readonly (readonly [NetworkInterface, number])[] {
  if (/^(a|add|c|change|d|del|delete|f|flush|r|replace|set)$/.test(action))
    throw new CommandError(`${call} Operation not permitted`, 2);
  if (!'show'.startsWith(action) && !'list'.startsWith(action) && action !== 'lst')
    throw new CommandError(`invalid argument '${action}' to 'ip'`);
  const all = interfacesOf(process).map((each, index) => [each, index + 1] as const);
  const name = words.find((word) => word !== 'dev' && word !== 'up');
  const named = all.filter(([each]) => name === undefined || each.name === name);
  if (named.length === 0) throw new CommandError(`can't find device '${name}'`);
  return named;
}

function interfacesOf({ settings: { network } }: ProcessContext): readonly NetworkInterface[] {
  return [loopback, ...(network?.interfaces?.() ?? [])];
}

function linkOf({ name, mac }: NetworkInterface, at: number, isLine: boolean): string {
  const isLoopback = name === loopback.name;
  const head = isLoopback
    ? `${at}: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue qlen 1000`
    : `${at}: ${name}@if${at}: <BROADCAST,MULTICAST,UP,LOWER_UP,M-DOWN> mtu 1500 qdisc noqueue `;
  const link = isLoopback ? `link/loopback ${mac} brd ${mac}` : `link/ether ${mac} brd ff:ff:ff:ff:ff:ff`;
  return isLine ? `${head}\\    ${link}` : `${head}\n    ${link}`;
}

function addressOf({ name }: NetworkInterface, address: string): string {
  const scope = name === loopback.name ? 'host' : 'global';
  if (address.includes(':')) return `inet6 ${address} scope ${scope} `;
  const broadcast = scope === 'host' ? '' : ` brd ${textOf(broadcastOf(address))}`;
  return `inet ${address}${broadcast} scope ${scope} ${name}`;
}

function configurationOf({ name, mac, addresses }: NetworkInterface): string[] {
  const isLoopback = name === loopback.name;
  const lines = addresses.map((address) => {
    if (address.includes(':')) return `inet6 addr: ${address} Scope:${isLoopback ? 'Host' : 'Global'}`;
    const broadcast = isLoopback ? '' : `Bcast:${textOf(broadcastOf(address))}  `;
    return `inet addr:${address.split('/')[0]}  ${broadcast}Mask:${textOf(maskOf(address))}`;
  });
  return [
    `${name.padEnd(10)}Link encap:${isLoopback ? 'Local Loopback' : `Ethernet  HWaddr ${mac.toUpperCase()}`}  `,
    ...[
      ...lines,
      isLoopback ? 'UP LOOPBACK RUNNING  MTU:65536  Metric:1' : 'UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1',
      'RX packets:0 errors:0 dropped:0 overruns:0 frame:0',
      'TX packets:0 errors:0 dropped:0 overruns:0 carrier:0',
      `collisions:0 txqueuelen:${isLoopback ? 1000 : 0} `,
      'RX bytes:0 (0.0 B)  TX bytes:0 (0.0 B)',
    ].map((line) => `          ${line}`),
    '',
  ];
}

interface Route {
  readonly name: string;
  readonly to: number;
  readonly gateway: number;
  readonly mask: number;
}

/** Reads the routes of the kernel, whose numbers are in the order of the machine's bytes. */
function routesOf(process: ProcessContext): readonly Route[] {
  const numberOf = (hex = ''): number => Buffer.from(hex, 'hex').readUInt32LE();
  return linesOf(readFile(process, '/proc/net/route'))
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .map(([name = '', to, gateway, , , , , mask]) => ({
      name,
      to: numberOf(to),
      gateway: numberOf(gateway),
      mask: numberOf(mask),
    }));
}

function printRoutes(process: ProcessContext, [action = 'show', target = '']: readonly string[]): Promise<number> {
  const routes = routesOf(process);
  const sourceOf = (route: Route): string =>
    (interfacesOf(process).find(({ name }) => name === route.name)?.addresses[0] ?? '').split('/')[0] ?? '';
  if (action === 'get') {
    const route = routes.findLast(({ to, mask }) => includes(to, mask, target));
    if (route === undefined) return fail(process, 'ip: RTNETLINK answers: Network is unreachable', 2);
    const through = route.gateway === 0 ? '' : ` via ${textOf(route.gateway)}`;
    return print(process, `${target}${through} dev ${route.name}  src ${sourceOf(route)} `);
  }
  if (/^(a|add|append|c|change|d|del|f|flush|r|replace)$/.test(action))
    throw new CommandError('RTNETLINK answers: Operation not permitted', 2);
  if (!'show'.startsWith(action) && !'list'.startsWith(action))
    throw new CommandError(`invalid argument '${action}' to 'ip'`);
  return printLines(
    process,
    routes.map((route) =>
      route.mask === 0
        ? `default via ${textOf(route.gateway)} dev ${route.name} `
        : `${textOf(route.to)}/${lengthOf(route.mask)} dev ${route.name} scope link  src ${sourceOf(route)} `,
    ),
  );
}

function includes(to: number, mask: number, address: string): boolean {
  const list = new BlockList();
  list.addSubnet(textOf(to), lengthOf(mask));
  return list.check(address);
}

function lengthOf(mask: number): number {
  return mask.toString(2).replaceAll('0', '').length;
}

function maskOf(address: string): number {
  return 2 ** 32 - 2 ** (32 - Number(address.split('/')[1]));
}

function broadcastOf(address: string): number {
  const size = 2 ** (32 - Number(address.split('/')[1]));
  const number = (address.split('/')[0] ?? '').split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  return number - (number % size) + size - 1;
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}
