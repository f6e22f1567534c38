/** Where a host listens. */
import type { SecureContextOptions, TlsOptions } from 'node:tls';

/** The path of a unix socket or named pipe, an open socket, or a port. */
export type ListenAddress =
  | {
      readonly path: string;
      /** The permissions of the socket file. @default 0o660 */
      readonly mode?: number;
      /** The group of the socket file, by name or number. @default that of the process */
      readonly group?: string | number;
    }
  /** A socket that already listens, such as 3, the first one that systemd passes (socket activation). */
  | { readonly fd: number }
  | {
      readonly port: number;
      /** The default is local, so that only programs of the same machine have access. @default '127.0.0.1' */
      readonly host?: string;
      readonly tls?: SecureContextOptions & TlsOptions;
    };

export interface CloseOptions {
  /** The time that running requests have to finish, in milliseconds; 0 aborts them immediately. @default 10_000 */
  readonly timeout?: number;
}

export interface Listening {
  /** The address: `unix:///run/x.sock`, `npipe:////./pipe/x`, `fd://3`; of a port `http://127.0.0.1:8080`, or of an engine `tcp://127.0.0.1:2375`. */
  readonly address: string;
  /** The port, or 0 for sockets, pipes and file descriptors. */
  readonly port: number;
  /**
   * Closes only this address. The connections of requests that do not finish in time are closed, which aborts their
   * signals.
   */
  close(options?: CloseOptions): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
