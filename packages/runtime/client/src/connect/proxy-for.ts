/** Determines the HTTP proxy for an engine from the environment. */
import { BlockList, isIP } from 'node:net';
import { InputError } from '../error/index.js';
import type { Environment, Proxy, Target } from './connect-options.js';
import { isSet } from './config-folder.js';

/**
 * Returns the proxy for a target by `HTTP_PROXY`, or `HTTPS_PROXY` with TLS, and `NO_PROXY`, also in lower case. The rules
 * are those of the engine's command line, which never uses a proxy for sockets, ssh and the local host.
 *
 * @throws InputError when the variable does not name a usable proxy; the message does not contain its value
 */
export function proxyFor({ kind, host, port = 0, tls }: Target, env: Environment): Proxy | undefined {
  if (kind !== 'tcp' || host === undefined) return undefined;
  // In a CGI program, HTTP_PROXY is the value of the request header "Proxy", which any visitor can set.
  const plain = isSet(env['REQUEST_METHOD']) ? ['http_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = (tls === undefined ? plain : ['HTTPS_PROXY', 'https_proxy']).find((name) => isSet(env[name]));
  if (variable === undefined) return undefined;
  const exceptions = isSet(env['NO_PROXY']) ? env['NO_PROXY'] : (env['no_proxy'] ?? '');
  return isLocal(host) || isExcepted(exceptions, host, port) ? undefined : parseProxy(env[variable] ?? '', variable);
}

function parseProxy(text: string, variable: string): Proxy {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const secure = url?.protocol === 'https:';
  if (url === undefined || url.hostname === '' || !(secure || url.protocol === 'http:')) {
    throw new InputError(
      'PROXY_INVALID',
      `${variable} does not name a usable proxy: it should be like http://proxy:3128.`,
    );
  }
  const { protocol, hostname, username, password } = url;
  const port = Number(url.port) || (secure ? 443 : 80);
  const address = `${protocol}//${hostname}:${port}`;
  const proxy = { variable, address, host: hostname.replace(/^\[|\]$/g, ''), port, secure };
  if (username === '' && password === '') return proxy;
  const authorization = `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
  return Object.defineProperty(proxy, 'authorization', { value: authorization });
}

function isLocal(host: string): boolean {
  return host === 'localhost' || within('127.0.0.0/8', host) || within('::1', host);
}

function isExcepted(exceptions: string, host: string, port: number): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return exceptions.split(',').some((exception) => matches(exception.trim().toLowerCase(), name, port));
}

function matches(exception: string, host: string, port: number): boolean {
  if (exception === '' || exception === '*') return exception === '*';
  if (isIP(exception) !== 0 || exception.includes('/')) return within(exception, host);
  const [, pattern = '', only] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(exception) ?? [];
  if (only !== undefined && Number(only) !== port) return false;
  if (isIP(pattern) !== 0) return within(pattern, host);
  const suffix = pattern.replace(/^\*(?=\.)/, '');
  // A leading dot excludes the domain itself.
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host.endsWith(`.${suffix}`);
}

/** Whether a host is an address in a network: `10.0.0.0/8`, or `10.1.2.3` for a single address. */
function within(network: string, host: string): boolean {
  const [address = '', prefix] = network.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) === 0) return false;
  const longest = family === 4 ? 32 : 128;
  const length = prefix === undefined ? longest : Number(prefix || NaN);
  if (!Number.isInteger(length) || length < 0 || length > longest) return false;
  const list = new BlockList();
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
