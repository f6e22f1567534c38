/** Rejects options of the drivers of networks, with the engine's messages. */
import { isIP } from 'node:net';
import { BadRequest, Forbidden, ServerError } from '@lading/server-v1.44';
import { isBoolean } from '../../values/filters.js';
import { parseSubnet } from '../../values/address.js';
import type { NewNetwork, SubnetRecord } from '../../state/network-record.js';

const prefix = 'com.docker.network.';

/** @throws BadRequest; ServerError for a driver that gives no status */
export function validateDriverOptions({ driver, options }: Pick<NewNetwork, 'driver' | 'options'>): void {
  if (driver === 'macvlan' || driver === 'ipvlan') return validateVirtualInterface(driver, options);
  if (driver !== '' && driver !== 'bridge') return;
  for (const [name, value] of Object.entries(options)) {
    const problem = problemOf(name, value);
    if (problem !== undefined) throw new BadRequest(`failed to parse ${name} value: ${value} (${problem})`);
  }
  const mtu = options[`${prefix}driver.mtu`] ?? '0';
  if (Number(mtu) < 0) throw new BadRequest(`invalid MTU number: ${mtu}`);
}

function problemOf(name: string, value: string): string | undefined {
  switch (name.startsWith(prefix) ? name.slice(prefix.length) : '') {
    case 'driver.mtu':
      return /^[+-]?\d+$/.test(value) ? undefined : `strconv.Atoi: parsing ${JSON.stringify(value)}: invalid syntax`;
    case 'bridge.enable_icc':
    case 'bridge.enable_ip_masquerade':
      return isBoolean(value) ? undefined : `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
    case 'bridge.host_binding_ipv4':
      return isIP(value) === 0 ? 'nil ip' : undefined;
    default:
      return undefined;
  }
}

const modes = {
  macvlan: ['macvlan_mode', 'bridge', ['', 'bridge', 'private', 'passthru', 'vepa']],
  ipvlan: ['ipvlan_mode', 'l2', ['', 'l2', 'l3', 'l3s']],
} as const;

function validateVirtualInterface(driver: 'macvlan' | 'ipvlan', options: NewNetwork['options']): void {
  const [option, standard, accepted] = modes[driver];
  const mode = options[option] ?? '';
  if (!(accepted as readonly string[]).includes(mode))
    throw new ServerError(
      `requested ${driver} mode '${mode}' is not valid, '${standard}' mode is the ${driver} driver default`,
    );
}

/** @throws Forbidden for several blocks of IPv4 on a network of the driver `bridge` */
export function requireOneSubnet(subnets: readonly SubnetRecord[]): void {
  if (subnets.filter(({ subnet = '' }) => parseSubnet(subnet)?.family === 4).length > 1)
    throw new Forbidden("bridge driver doesn't support multiple subnets");
}
