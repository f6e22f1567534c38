/** Addresses to listen on. */
import { isIP } from 'node:net';
import { parseListenAddress, type ParsedListenAddress } from '@lading/runtime-wire';

/**
 * Reads where to listen: `unix:///run/bridge.sock`, `tcp://127.0.0.1:2375`, or `fd://3`.
 *
 * @param subject what has the address, for errors: `--listen`
 * @throws Error for any other text
 */
export function listenerOf(text: string, subject: string): ParsedListenAddress {
  const address = parseListenAddress(text);
  if (address !== undefined && !('port' in address && address.port === 0)) return address;
  throw new Error(`${subject} "${text}": pass a socket such as unix:///run/bridge.sock, or tcp://127.0.0.1:2375`);
}

/** Whether only programs on this machine reach an address. */
export function isLocal(address: ParsedListenAddress): boolean {
  // Whoever passes a socket decided who reaches it.
  if (!('host' in address)) return true;
  const { host } = address;
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
