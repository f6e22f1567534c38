/** Reads where a server listens, as command lines write it. */

/** The path of a socket, a port, or a socket that the process got when it was started (socket activation). */
export type ParsedListenAddress =
  { readonly path: string } | { readonly host: string; readonly port: number } | { readonly fd: number };

/**
 * Reads `unix:///run/x.sock`, `tcp://127.0.0.1:2375`, `tcp://[::1]:0` or `fd://3`.
 *
 * @returns undefined for any other text
 */
export function parseListenAddress(text: string): ParsedListenAddress | undefined {
  const [, fd] = /^fd:\/\/(\d{1,5})$/.exec(text) ?? [];
  if (fd !== undefined) return { fd: Number(fd) };
  const [, path] = /^unix:\/\/(\/.+)$/s.exec(text) ?? [];
  if (path !== undefined) return { path };
  const url = /^tcp:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '' || url.port === '') return undefined;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}
