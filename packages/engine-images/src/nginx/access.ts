/** Who may send a request: addresses, passwords, methods, and the size of the body. */
import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';
import type { Exchange } from './exchange.js';
import type { Directive } from './parse-config.js';

/** Returns the `client_max_body_size` of a request. */
export function bodyLimitOf(exchange: Exchange): number {
  return sizeOf(exchange.argument('client_max_body_size') ?? '1m') || Number.POSITIVE_INFINITY;
}

/** Returns the block of `limit_except`, if the method of the request is another one than it names. */
export function exceptionOf(exchange: Exchange): readonly Directive[] | undefined {
  const found = exchange.location?.directives.find(({ name }) => name === 'limit_except');
  const isNamed = found?.args.some(
    (each) => each === exchange.method || (each === 'GET' && exchange.method === 'HEAD'),
  );
  return isNamed === true ? undefined : found?.block;
}

/** @returns the status with which the request is refused */
export function refusalOf(exchange: Exchange): number | undefined {
  const isDenied = !allowsAddress(exchange);
  const isUnknown = !isSignedIn(exchange);
  if (exchange.argument('satisfy') === 'any' ? isDenied && isUnknown : isDenied || isUnknown)
    return isUnknown ? 401 : 403;
  return undefined;
}

/** Reads a size such as `10m`. */
function sizeOf(text: string): number {
  return (
    Number.parseInt(text, 10) *
    (/k$/i.test(text) ? 1024 : /m$/i.test(text) ? 1024 ** 2 : /g$/i.test(text) ? 1024 ** 3 : 1)
  );
}

function allowsAddress(exchange: Exchange): boolean {
  const level = exchange.levels.findLast((each) => each.some(({ name }) => name === 'allow' || name === 'deny')) ?? [];
  const rules = level.filter(({ name }) => name === 'allow' || name === 'deny');
  const first = rules.find(({ args: [place = ''] }) => place === 'all' || covers(place, exchange.remote));
  return first?.name !== 'deny';
}

function covers(place: string, address: string): boolean {
  const [network = '', bits] = place.split('/');
  const list = new BlockList();
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(network, family);
  else list.addSubnet(network, Number(bits), family);
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

function isSignedIn(exchange: Exchange): boolean {
  const realm = exchange.value(exchange.argument('auth_basic') ?? 'off');
  if (realm === 'off') return true;
  const { name, password } = signedIn(exchange);
  const file =
    exchange.context.files.read(exchange.value(exchange.argument('auth_basic_user_file') ?? ''))?.toString() ?? '';
  const stored = file
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':')[1]
    ?.trim();
  if (name !== '' && stored !== undefined && isPassword(password, stored)) return true;
  exchange.response.setHeader('WWW-Authenticate', `Basic realm="${realm}"`);
  return false;
}

/** Returns the name and the password that a request states. */
export function signedIn({ request }: Exchange): { readonly name: string; readonly password: string } {
  const [, sent = ''] = /^Basic\s+(\S+)/i.exec(request.headers.authorization ?? '') ?? [];
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? [];
  return { name, password };
}

/** Thrown for a hash that is not known here. */
export class UnknownHash extends Error {}

function isPassword(password: string, stored: string): boolean {
  const digest = (salt: Buffer) => createHash('sha1').update(password).update(salt).digest();
  if (stored.startsWith('{PLAIN}')) return stored.slice(7) === password;
  if (stored.startsWith('{SHA}')) return stored.slice(5) === digest(Buffer.alloc(0)).toString('base64');
  if (stored.startsWith('{SSHA}')) {
    const bytes = Buffer.from(stored.slice(6), 'base64');
    return bytes.subarray(0, 20).equals(digest(bytes.subarray(20)));
  }
  const [, salt] = /^\$apr1\$([^$]{0,8})\$/.exec(stored) ?? [];
  if (salt !== undefined) return stored === apr1(password, salt);
  throw new UnknownHash(
    'lading: a password of auth_basic_user_file has a hash that is not simulated: use openssl passwd -apr1',
  );
}

const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The hash of `htpasswd` and of `openssl passwd -apr1`, which consists of a thousand rounds of MD5. */
function apr1(password: string, salt: string): string {
  const key = Buffer.from(password);
  const md5 = (...parts: readonly (Buffer | string)[]) =>
    createHash('md5')
      .update(Buffer.concat(parts.map((each) => Buffer.from(each))))
      .digest();
  const inner = md5(key, salt, key);
  const first: Buffer[] = [key, Buffer.from(`$apr1$${salt}`)];
  for (let left = key.length; left > 0; left -= 16) first.push(inner.subarray(0, Math.min(16, left)));
  for (let bits = key.length; bits > 0; bits >>= 1) first.push(bits & 1 ? Buffer.alloc(1) : key.subarray(0, 1));
  let hash = md5(...first);
  for (let round = 0; round < 1000; round += 1)
    hash = md5(round & 1 ? key : hash, round % 3 ? salt : '', round % 7 ? key : '', round & 1 ? hash : key);
  const byte = (index: number): number => hash[index] ?? 0;
  const encode = (value: number, length: number): string =>
    Array.from({ length }, (_, index) => digits[(value >> (6 * index)) & 63]).join('');
  const groups = [0, 1, 2, 3, 4].map((index) =>
    encode((byte(index) << 16) | (byte(index + 6) << 8) | byte(index === 4 ? 5 : index + 12), 4),
  );
  return `$apr1$${salt}$${groups.join('')}${encode(byte(11), 2)}`;
}
