/** The address of a server: `unix:///run/docker.sock`, `tcp://127.0.0.1:2375`, `http://…`. */
export interface Address {
  readonly text: string;
  /** The request options of node:http for this address. */
  readonly options: { readonly socketPath: string } | { readonly host: string; readonly port: number };
}

/** Parses an address. @throws Error when it has none of the supported forms */
export function addressOf(text: string): Address {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(text) ?? [];
  if (path !== undefined) return { text, options: { socketPath: path } };
  const [, host, port] = /^(?:tcp|http):\/\/(\[[^\]]+\]|[^/:]+):(\d+)\/?$/.exec(text) ?? [];
  if (host !== undefined) return { text, options: { host: host.replace(/[[\]]/g, ''), port: Number(port) } };
  throw new Error(`'${text}' is not an address: write unix:///path or tcp://host:port`);
}
