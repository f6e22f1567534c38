/** The headers that every response has. */

/** What the server says of itself in the headers of every answer. */
export interface Product {
  /** `Lading` */
  readonly name?: string;
  /** Of the product, not of the interface. */
  readonly version?: string;
  /** `linux` */
  readonly os?: string;
  readonly experimental?: boolean;
}

/** A header with several values becomes a line for each. */
export type Headers = Record<string, string | readonly string[]>;

export interface ResponseHeaders {
  readonly apiVersion: string;
  /** A new object each: whoever gets it may add to it. */
  readonly plain: () => Headers;
  /** Of JSON. */
  readonly json: (length: number) => Headers;
}

export function responseHeadersOf(vendor: string, apiVersion: string, product: Product = {}): ResponseHeaders {
  const { name = 'Lading', version = '0.1.0', os = 'linux', experimental = false } = product;
  const server = `${name}/${version} (${os})`;
  const flag = `${vendor}-Experimental`;
  const isExperimental = String(experimental);
  // Written out, since a spread of a constant object costs a hundred times as much, and this is done for every answer.
  return {
    apiVersion,
    plain: () => {
      const headers: Headers = { 'Api-Version': apiVersion, Ostype: os, Server: server };
      headers[flag] = isExperimental;
      return headers;
    },
    json: (length) => {
      const headers: Headers = {
        'Api-Version': apiVersion,
        'Content-Type': 'application/json',
        'Content-Length': String(length),
        Ostype: os,
        Server: server,
      };
      headers[flag] = isExperimental;
      return headers;
    },
  };
}
