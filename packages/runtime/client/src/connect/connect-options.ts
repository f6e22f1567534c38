/** What a person may say about where the engine is, and what that comes to. */

/** The certificates of a TLS connection, in PEM. */
export interface TlsOptions {
  /** Whom to trust; without it, the authorities that Node trusts. */
  readonly ca?: string | Uint8Array;
  /** Our own certificate, for an engine that asks who we are. */
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
  readonly passphrase?: string;
  /** The name to look for in the engine's certificate, when it is not the host's. */
  readonly servername?: string;
  /** `false` accepts any certificate: anybody on the way can read and change everything. Default `true`. */
  readonly rejectUnauthorized?: boolean;
}

/** Where the engine is and how to speak to it. With nothing said: what the engine's own command line would use. */
export interface ConnectOptions {
  /**
   * `unix:///run/docker.sock`, `npipe:////./pipe/docker_engine`, `tcp://host:2375`, `https://host:2376`,
   * `ssh://user@host:22/path/of/the.sock`. Not together with `context`.
   */
  readonly host?: string;
  /** The name of a context on disk. Not together with `host`. */
  readonly context?: string;
  /** Used instead of what the environment or the context says of TLS; turns TLS on for `tcp://`. */
  readonly tls?: TlsOptions;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Sent with every request, an array as lines of their own; goes before `HttpHeaders` of `config.json`. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** How many connections may be open at once, besides those of streams, which have one each. */
  readonly connections?: number;
  /** In milliseconds, default 10 000. */
  readonly connectTimeout?: number;
  readonly userAgent?: string;
  readonly signal?: AbortSignal;
}

/** A host that is reached by the system's ssh program. */
export interface SshTarget {
  readonly host: string;
  readonly user?: string;
  readonly port?: number;
  /** The engine's socket on that host, when it is not the usual one. */
  readonly socketPath?: string;
}

/** An HTTP proxy on the way to an engine. */
export interface Proxy {
  /** For messages, without secrets: `http://proxy:3128`. */
  readonly address: string;
  /** The variable that names it: `HTTPS_PROXY`. */
  readonly variable: string;
  readonly host: string;
  readonly port: number;
  /** Whether the proxy itself is spoken to by TLS. */
  readonly secure: boolean;
  /** The header's value. Hidden from inspection and from JSON. */
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
  /** Of kind `tcp`: spoken with TLS when present. */
  readonly tls?: TlsOptions;
  /** Of kind `tcp`. */
  readonly proxy?: Proxy;
  readonly ssh?: SshTarget;
  /** Sent with every request: `HttpHeaders` of `config.json`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What stands before every path: `''`, or `/engine` for `tcp://proxy:80/engine`. */
  readonly basePath: string;
}

/** What limits the time that opening a connection may take. */
export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** In milliseconds. */
  readonly timeout: number;
}
