/** Servers: the addresses of an API. */
import type { Extensions } from './notes.js';

/** A server, whose URL is a template with variables. */
export interface Server extends Extensions {
  /** `https://{region}.example.com/v1`; without scheme and host it is relative to the address of the document. */
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  /** The variables, in the order of the document. */
  readonly variables?: readonly ServerVariable[];
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** The allowed values; absent if any value is allowed. */
  readonly values?: readonly string[];
  readonly description?: string;
}

/** Returns the URL with every variable replaced by its default, without a slash at its end; `https` if it only lacks the scheme. */
export function defaultUrl({ url, variables = [] }: Server): string {
  const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
  const filled = url.replace(/\{([^{}]*)\}/g, (text, name: string) => defaults.get(name) ?? text).replace(/\/$/, '');
  return filled.startsWith('//') ? `https:${filled}` : filled;
}

/** Returns scheme and host of the first server, `https://api.example.com`; undefined if its URL is relative. */
export function originOf([first]: readonly Server[]): string | undefined {
  return first && /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.exec(defaultUrl(first))?.[0];
}

/** Returns the URL of a server of an operation. A relative one is at the origin of the API, if its servers name one. */
export function absoluteUrl(server: Server, servers: readonly Server[]): string {
  const origin = originOf([server]) === undefined ? originOf(servers) : undefined;
  return `${origin ?? ''}${defaultUrl(server)}`;
}

/** Returns the path of the first server, `/v1`; empty if it has none. */
export function basePathOf([first]: readonly Server[]): string {
  return first === undefined ? '' : defaultUrl(first).replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
}
