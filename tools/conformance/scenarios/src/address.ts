/** Where the server is: `unix:///run/docker.sock`, `tcp://127.0.0.1:2375`, `http://…`. */
export interface Address {
  readonly text: string;
  /** As node:http takes it. */
  readonly options: { readonly socketPath: string } | { readonly host: string; readonly port: number };
}

/** @throws Error when it is none of the known forms */
export function addressOf(text: string): Address {
  const [, path] = /^unix:\/\/(\/.+)$/.exec(text) ?? [];
  if (path !== undefined) return { text, options: { socketPath: path } };
  const [, host, port] = /^(?:tcp|http):\/\/(\[[^\]]+\]|[^/:]+):(\d+)\/?$/.exec(text) ?? [];
  if (host !== undefined) return { text, options: { host: host.replace(/[[\]]/g, ''), port: Number(port) } };
  throw new Error(`'${text}' is no address: write unix:///path or tcp://host:port`);
}
