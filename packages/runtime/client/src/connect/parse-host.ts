/** Parses the address of an engine: `tcp://host:2375/base`, `unix:///x.sock`, `/x.sock`, `ssh://user@host`. */
import { InputError } from '../error/index.js';
import type { SshTarget, Target } from './connect-options.js';

/** A target without TLS settings, and whether the address requires TLS. */
export interface ParsedHost {
  readonly target: Target;
  readonly secure: boolean;
}

const unixSocket = '/var/run/docker.sock';
const windowsPipe = '//./pipe/docker_engine';

/**
 * Parses an address like the engine's command line does; an empty one is the default of the platform.
 *
 * @param tls whether TLS is configured; the default is then TLS on the local host
 * @throws InputError when the address is invalid, has a password, or could be read as an option of ssh; the message never
 *   contains a password
 */
export function parseHost(text: string, tls: boolean, platform: NodeJS.Platform): ParsedHost {
  const host = text.trim();
  if (/\p{Cc}/u.test(host)) throw refused(host, 'it has control characters');
  if (host === '') {
    if (tls) return tcp('', 2376, platform, false, text);
    return platform === 'win32' ? local('npipe', windowsPipe) : local('unix', unixSocket);
  }
  const [, scheme, rest = ''] = /^([^:/]*):\/\/(.*)$/s.exec(host) ?? [undefined, undefined, host];
  switch (scheme ?? (/^\.?\//.test(host) ? 'unix' : 'tcp')) {
    case 'unix':
      return local('unix', withoutScheme(rest, host) || unixSocket);
    case 'npipe':
      return local('npipe', withoutScheme(rest, host) || windowsPipe);
    case 'tcp':
      return tcp(withoutScheme(rest, host), 2375, platform, false, host);
    case 'http':
      return tcp(rest, 80, platform, false, host);
    case 'https':
      return tcp(rest, 443, platform, true, host);
    case 'ssh':
      return ssh(rest, host);
    default:
      throw refused(host, 'it begins with none of unix://, npipe://, tcp://, http://, https://, ssh://');
  }
}

function local(kind: 'unix' | 'npipe', path: string): ParsedHost {
  // The notation of Windows, which names a pipe in any current folder.
  const socketPath = kind === 'npipe' ? path.replaceAll('/', '\\') : path;
  return { target: { kind, address: `${kind}://${path}`, socketPath, basePath: '' }, secure: false };
}

function tcp(rest: string, defaultPort: number, platform: NodeJS.Platform, secure: boolean, text: string): ParsedHost {
  const [authority, path] = partsOf(rest, text);
  // Checked in the path, too, since passwords can have slashes.
  if (rest.includes('@')) throw refused(text, 'a user or a password has no meaning here');
  const { name, port = defaultPort } = authorityOf(authority, text);
  const host = name || (platform === 'win32' ? '127.0.0.1' : 'localhost');
  if (/\s/.test(host + path)) throw refused(text, 'it has spaces');
  const basePath = path.replace(/\/+$/, '');
  const shown = host.includes(':') ? `[${host}]` : host;
  const address = `tcp://${shown}:${port}${basePath}`;
  return { target: { kind: 'tcp', address, host, port, basePath }, secure };
}

function ssh(rest: string, text: string): ParsedHost {
  const [authority, path] = partsOf(rest, text);
  const at = authority.lastIndexOf('@');
  const userText = at < 0 ? '' : authority.slice(0, at);
  if (userText.includes(':')) throw refused(text, 'a password in it would be seen by others; use a key or an agent');
  const user = decoded(userText, text);
  const { name: host, port } = authorityOf(decoded(authority.slice(at + 1), text), text);
  if (host === '') throw refused(text, 'it names no host');
  // Names that begin with a hyphen would be options of ssh, and ssh may pass both to a shell (%h, %r in its settings).
  if (!/^[\p{L}\p{N}_.:][\p{L}\p{N}_.:%-]*$/u.test(host)) throw refused(text, 'the host name is invalid');
  if (at >= 0 && !/^[\p{L}\p{N}_.+][\p{L}\p{N}_.+@-]*$/u.test(user)) throw refused(text, 'the user name is invalid');
  const socketPath = decoded(path, text);
  if (/\p{Cc}/u.test(socketPath)) throw refused(text, 'it has control characters');
  const target: SshTarget = {
    host,
    ...(user === '' ? {} : { user }),
    ...(port === undefined ? {} : { port }),
    ...(/^\/*$/.test(socketPath) ? {} : { socketPath }),
  };
  return { target: { kind: 'ssh', address: sshAddress(target), ssh: target, basePath: '' }, secure: false };
}

/** Splits what follows the scheme into the authority and the path. */
function partsOf(rest: string, text: string): readonly [authority: string, path: string] {
  if (/[?#]/.test(rest)) throw refused(text, 'a query or a fragment has no meaning here');
  const end = rest.indexOf('/');
  return end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end)];
}

function sshAddress({ host, user, port, socketPath }: SshTarget): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `ssh://${user === undefined ? '' : `${user}@`}${name}${port === undefined ? '' : `:${port}`}${socketPath ?? ''}`;
}

function authorityOf(authority: string, text: string): { readonly name: string; readonly port: number | undefined } {
  const match = /^(?:\[([0-9a-fA-F:.]+(?:%[\w.-]+)?)\]|([^:[\]]*))(?::(\d*))?$/.exec(authority);
  if (match === null) throw refused(text, 'it must be host:port');
  const [, six, name, digits] = match;
  const port = digits === undefined || digits === '' ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65535)) throw refused(text, 'its port is not between 1 and 65535');
  return { name: six ?? name ?? '', port };
}

function withoutScheme(rest: string, text: string): string {
  if (rest.includes('://')) throw refused(text, 'it has two schemes');
  return rest;
}

function decoded(text: string, whole: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused(whole, 'it has an invalid % escape');
  }
}

function refused(text: string, reason: string): InputError {
  return new InputError('HOST_INVALID', `"${redacted(text)}" is not the address of an engine: ${reason}.`);
}

/** Removes the part before the last `@` and after `?` or `#`, which may be passwords or tokens. */
function redacted(text: string): string {
  const shown = text.replace(/^([^:/]*:\/\/)?.*@/s, '$1…@').replace(/[?#].*$/s, '?…');
  return shown.replace(/\p{Cc}/gu, '�').slice(0, 200);
}
