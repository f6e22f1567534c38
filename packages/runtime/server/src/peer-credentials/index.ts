/** Which process is at the other end of a unix socket. An entry point of its own, since it needs `koffi`, an optional dependency. */
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { RequestHead } from '../index.js';

/** The process that opened the connection, as the kernel knows it. */
export interface PeerCredentials {
  /** The user ID. */
  readonly uid: number;
  /** The ID of the user's group. */
  readonly gid: number;
  /** The process ID when the connection was opened. The process may have ended, and its ID may be another's. */
  readonly pid: number;
}

/** `SOL_SOCKET` and `SO_PEERCRED` of Linux. */
const [socketLevel, peerCredentialsOption] = [1, 17];

/** The size of `struct ucred`. */
const credentialsSize = 12;

let getCredentials: ((fd: number) => PeerCredentials | undefined) | undefined;

/**
 * Returns the credentials of the client of a request. Undefined if the connection is not a unix socket, if the host does
 * not have the socket (`request.socket`), or if the connection is closed.
 *
 * @throws Error on systems other than Linux, and if `koffi` is not installed
 */
export function peerCredentials({ socket }: Pick<RequestHead, 'socket'>): PeerCredentials | undefined {
  const fd = socket && fileDescriptorOf(socket);
  // A connection of a network has the credentials -1, and a remote address.
  if (fd === undefined || socket?.remoteAddress !== undefined) return undefined;
  getCredentials ??= loadGetCredentials();
  return getCredentials(fd);
}

/** The property is undocumented. Sockets of pipes and of the network have it on all systems but Windows. */
function fileDescriptorOf(socket: Socket): number | undefined {
  const { _handle: handle } = socket as { readonly _handle?: { readonly fd?: number } | null };
  const fd = handle?.fd;
  return fd === undefined || fd < 0 ? undefined : fd;
}

function loadGetCredentials(): (fd: number) => PeerCredentials | undefined {
  if (process.platform !== 'linux') {
    throw new Error(
      `peerCredentials: not supported on ${process.platform}; use certificates or the mode of the socket`,
    );
  }
  const koffi = loadKoffi();
  // Without names, since koffi knows types by name in the whole process.
  const credentials = koffi.struct({ pid: 'int', uid: 'uint', gid: 'uint' });
  const outputs = [koffi.out(koffi.pointer(credentials)), koffi.inout(koffi.pointer('uint'))];
  const getsockopt = koffi.load(null).func('getsockopt', 'int', ['int', 'int', 'int', ...outputs]) as (
    ...args: readonly unknown[]
  ) => number;
  return (fd) => {
    const value = {} as PeerCredentials;
    const result = getsockopt(fd, socketLevel, peerCredentialsOption, value, [credentialsSize]);
    return result === 0 && value.pid > 0 ? value : undefined;
  };
}

function loadKoffi(): typeof import('koffi').default {
  try {
    return createRequire(import.meta.url)('koffi') as typeof import('koffi').default;
  } catch (cause) {
    throw new Error('peerCredentials: the package koffi cannot be loaded; install it: npm install koffi', { cause });
  }
}
