/** The options for connecting to an engine, and the target that they are resolved to. */

import type { OnReadOpts } from 'node:net';
import type { CallMiddleware } from '../call/middleware.js';
import { InputError } from '../error/index.js';

/** The environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The certificates of a TLS connection, in PEM. */
export interface TlsOptions {
  /** The trusted certificate authorities; by default those of Node. */
  readonly ca?: string | Uint8Array;
  /** The client certificate, for an engine that requires one. */
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
  readonly passphrase?: string;
  /** The expected name in the engine's certificate, if it differs from the host name. */
  readonly servername?: string;
  /** `false` accepts any certificate, which allows man-in-the-middle attacks. Default `true`. */
  readonly rejectUnauthorized?: boolean;
}

/** Where the engine is and how to connect to it. The defaults are those of the engine's command line. */
export interface ConnectOptions {
  /**
   * The address: `unix:///run/docker.sock`, `npipe:////./pipe/docker_engine`, `tcp://host:2375`, `https://host:2376`,
   * `ssh://user@host:22/path/of/the.sock`. Not together with `context`.
   */
  readonly host?: string;
  /** The name of a context on disk. Not together with `host`. */
  readonly context?: string;
  /** Replaces the TLS settings of the environment or the context; enables TLS for `tcp://`. */
  readonly tls?: TlsOptions;
  /** The environment variables; default `process.env`. */
  readonly env?: Environment;
  /** Sent with every request, an array as separate lines; overrides `HttpHeaders` of `config.json`. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The maximum number of concurrent connections, not counting streams, which have one each. */
  readonly connections?: number;
  /** The time limit for opening a connection in milliseconds; default 10 000. */
  readonly connectTimeout?: number;
  readonly userAgent?: string;
  readonly signal?: AbortSignal | undefined;
  /** The `timeout` of every call that has none, in milliseconds; by default calls have no limit. */
  readonly timeout?: number;
  /** Functions around every call; the first one is the outermost. */
  readonly middleware?: readonly CallMiddleware[];
}

/** A host that is reached by the ssh program of the system. */
export interface SshTarget {
  readonly host: string;
  readonly user?: string;
  readonly port?: number;
  /** The engine's socket on that host, if it is not the default one. */
  readonly socketPath?: string;
}

/** An HTTP proxy between the client and an engine. */
export interface Proxy {
  /** For messages, without secrets: `http://proxy:3128`. */
  readonly address: string;
  /** The variable that names it: `HTTPS_PROXY`. */
  readonly variable: string;
  readonly host: string;
  readonly port: number;
  /** Whether the connection to the proxy uses TLS. */
  readonly secure: boolean;
  /** The value of the header `Proxy-Authorization`. Hidden from inspection and from JSON. */
  readonly authorization?: string;
}

/** Where an engine is. Keys and passphrases in `tls`, and `headers`, are hidden from inspection and from JSON. */
export interface Target {
  readonly kind: 'unix' | 'npipe' | 'tcp' | 'ssh';
  /** For messages, without secrets: `unix:///var/run/docker.sock`. */
  readonly address: string;
  /** Of kinds `unix` and `npipe`. */
  readonly socketPath?: string;
  /** Of kind `tcp`. */
  readonly host?: string;
  /** Of kind `tcp`. */
  readonly port?: number;
  /** Of kind `tcp`: the TLS settings, if TLS is used. */
  readonly tls?: TlsOptions;
  /** Of kind `tcp`. */
  readonly proxy?: Proxy;
  readonly ssh?: SshTarget;
  /** Sent with every request: `HttpHeaders` of `config.json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The version in the paths of requests, if the engine is older than the version of the client: `1.30`. */
  readonly apiVersion?: string;
  /** The prefix of every path: `''`, or `/engine` for `tcp://proxy:80/engine`. */
  readonly basePath: string;
}

/** The limits for opening a connection. */
export interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** The time limit in milliseconds. */
  readonly timeout: number;
  /** Whether the connection stays open for writing when the engine ends its half, as that of a proxy must. Default `false`. */
  readonly allowHalfOpen?: boolean;
  /**
   * What reads a connection in place of the event `data`, as `onread` of `net.connect`: the same memory is used again, which takes less
   * time. Without effect with TLS, with ssh, and through a proxy.
   */
  readonly onread?: OnReadOpts | undefined;
}

/** @throws InputError `OPTION_UNKNOWN` or `OPTION_INVALID` */
export function checkOptions(options: ConnectOptions): void {
  const { host, context, tls, env, headers, userAgent, signal, middleware, ...others } = options;
  const { connections = 1, connectTimeout = 1, timeout = 0, ...unknown } = others;
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    throw new InputError('OPTION_UNKNOWN', `connect has no option "${name}": see the type ConnectOptions.`);
  if (connections > 0 && connectTimeout > 0 && timeout >= 0) return;
  throw new InputError(
    'OPTION_INVALID',
    'connections, connectTimeout and timeout must be numbers above 0; no timeout is 0.',
  );
}
