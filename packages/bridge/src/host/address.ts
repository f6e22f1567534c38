/** Addresses to listen on. */
import { isIP } from 'node:net';

/** What a server listens on: an address, or a socket that the process got when it was started. */
export type Listener =
  { readonly path: string } | { readonly host: string; readonly port: number } | { readonly fd: number };

/**
 * Reads where to listen: `unix:///run/bridge.sock`, `tcp://127.0.0.1:2375`, or `fd://3`.
 *
 * @param subject what has the address, for errors: `--listen`
 * @throws Error for any other text
 */
export function listenerOf(text: string, subject: string): Listener {
  const [, fd] = /^fd:\/\/(\d{1,5})$/.exec(text) ?? [];
  if (fd !== undefined) return { fd: Number(fd) };
  const [, path] = /^unix:\/\/(\/.+)$/s.exec(text) ?? [];
  if (path !== undefined) return { path };
  const url = /^tcp:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const port = Number(url?.port);
  if (host !== '' && port > 0) return { host, port };
  throw new Error(`${subject} "${text}": pass a socket such as unix:///run/bridge.sock, or tcp://127.0.0.1:2375`);
}

/** Whether only programs on this machine reach an address. */
export function isLocal(address: Listener): boolean {
  // Whoever passes a socket decided who reaches it.
  if (!('host' in address)) return true;
  const { host } = address;
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
