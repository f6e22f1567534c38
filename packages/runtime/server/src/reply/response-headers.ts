/** The headers that every response has. */

/** The product information in the headers of every response. */
export interface Product {
  /** The name of the product. @default 'Lading' */
  readonly name?: string;
  /** The version of the product, not of the API. */
  readonly version?: string;
  /** The operating system. @default 'linux' */
  readonly os?: string;
  readonly experimental?: boolean;
}

/** Headers by name. A header with several values is sent as one line for each value. */
export type Headers = Record<string, string | readonly string[]>;

export interface ResponseHeaders {
  readonly apiVersion: string;
  /** Returns a new object, which the caller may modify. */
  readonly plain: () => Headers;
  /** Returns the headers of a JSON response. */
  readonly json: (length: number) => Headers;
}

export function responseHeadersOf(vendor: string, apiVersion: string, product: Product = {}): ResponseHeaders {
  const { name = 'Lading', version = '0.1.0', os = 'linux', experimental = false } = product;
  const server = `${name}/${version} (${os})`;
  const experimentalHeader = `${vendor}-Experimental`;
  const isExperimental = String(experimental);
  // Object literals, since spreading a constant object is a hundred times as slow, and every response needs them.
  return {
    apiVersion,
    plain: () => {
      const headers: Headers = { 'Api-Version': apiVersion, Ostype: os, Server: server };
      headers[experimentalHeader] = isExperimental;
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
      headers[experimentalHeader] = isExperimental;
      return headers;
    },
  };
}

/** Checks a `Content-Length`. @throws RangeError if it is not a number of bytes, which would be invalid HTTP */
export function checkLength(value: unknown): void {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new RangeError('the Content-Length of a response is not a number of bytes');
  }
}

/** Returns the headers without `Content-Length`: an upgraded or raw response ends with its connection. */
export function withoutLength({ 'Content-Length': _length, ...headers }: Headers): Headers {
  return headers;
}
