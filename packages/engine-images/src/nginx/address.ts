/** Hosts and paths of requests, and addresses in responses. */
import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.js';

/** Returns the host that a request names, without its port. @returns undefined if it is no host, or there are several */
export function hostOf({ url = '', headersDistinct: { host: named = [] } }: IncomingMessage): string | undefined {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  const text = authority ?? named[0] ?? '';
  const [, host = '', port = '0'] = /^(\[[^\]/]+\]|[^:/[\]\s]*)(?::(\d*))?$/.exec(text) ?? [];
  const isNamed = authority !== undefined || named.length > 0;
  const isWrong = named.length > 1 || host.includes('..') || Number(port) > 65_535;
  const plain = host.replace(/\.$/, '');
  return isWrong || (isNamed && plain === '') ? undefined : plain.toLowerCase();
}

/** Writes a path as it is in an address. */
export function encodedPath(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent);
}

/** Returns the address of a path as nginx knows its own: with the port on which it listens. */
export function absolute(exchange: Exchange, target: string): string {
  if (!target.startsWith('/') || exchange.argument('absolute_redirect') === 'off') return target;
  const own = exchange.argument('server_name_in_redirect') === 'on' ? exchange.variable('server_name') : exchange.host;
  const port = exchange.port === 80 || exchange.argument('port_in_redirect') === 'off' ? '' : `:${exchange.port}`;
  return `http://${own || exchange.variable('server_addr')}${port}${target}`;
}
