/** The headers of every answer. */
import type { Product } from './options.js';

/** A header with several values becomes a line for each. */
export type Headers = Record<string, string | readonly string[]>;

export interface Envelope {
  readonly apiVersion: string;
  /** A new object each: whoever gets it may add to it. */
  readonly plain: () => Headers;
  /** Of JSON. */
  readonly json: (length: number) => Headers;
}

export function envelopeOf(vendor: string, apiVersion: string, product: Product = {}): Envelope {
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
