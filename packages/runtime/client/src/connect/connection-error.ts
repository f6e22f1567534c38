/** Explains why a connection failed, in one helpful sentence. */
import { ConnectionError } from '../error/index.js';
import type { Target } from './connect-options.js';

/**
 * Returns the error for a failed connection: its `code` is that of the system (`ENOENT`, `ECONNREFUSED`,
 * `CERT_HAS_EXPIRED`), its message says what to check. A ConnectionError is returned unchanged.
 */
export function connectionError(error: unknown, target: Target): ConnectionError {
  const existing = causes(error).find((cause) => cause instanceof ConnectionError);
  if (existing instanceof ConnectionError) return existing;
  const code = codeOf(error) ?? 'CONNECTION_FAILED';
  return new ConnectionError(code, sentence(code, target), target.address, { cause: error });
}

/** Returns the error for a connection that failed without an error of the system. */
export function connectionFailure(code: string, target: Target): ConnectionError {
  return new ConnectionError(code, sentence(code, target), target.address);
}

function sentence(code: string, target: Target): string {
  const { address, kind, tls } = target;
  const local = kind === 'unix' || kind === 'npipe';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no socket at ${address}: is the engine running, and is it there (DOCKER_HOST, context)?`;
    case 'EACCES':
    case 'EPERM':
      return local
        ? `No permission for ${address}: ${permission(kind)}.`
        : `The system does not let this program connect to ${address}.`;
    case 'ECONNREFUSED':
      return local
        ? `Nobody listens at ${address}: the socket is there, but the engine is not running.`
        : `Nobody listens at ${address}: is the engine running, and is the port right?`;
    case 'EINVAL':
    case 'ENAMETOOLONG':
      return `${address} cannot be the path of a socket: it is longer than about 100 bytes.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${address} is not known: its name could not be resolved.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `There is no route to ${address}.`;
    case 'ETIMEDOUT':
      return `The engine at ${address} did not respond in time.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `The connection to ${address} was closed by the other side${tlsHint(target)}.`;
    case 'HPE_INVALID_CONSTANT':
      return `The server at ${address} does not speak HTTP${tlsHint(target)}.`;
    default:
      return tls === undefined ? `No connection to ${address} (${code}).` : tlsSentence(code, target);
  }
}

function permission(kind: Target['kind']): string {
  if (kind === 'npipe') return 'run as an administrator, or join the group docker-users';
  return 'run as root, or join the group of the socket (docker) and log in again';
}

function tlsHint({ kind, tls }: Target): string {
  if (kind !== 'tcp') return '';
  return tls === undefined
    ? ': perhaps it wants TLS (DOCKER_TLS_VERIFY=1, or the option "tls")'
    : ': perhaps it wants another certificate from us (cert.pem, key.pem)';
}

function tlsSentence(code: string, { address }: Target): string {
  switch (code) {
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'EPROTO':
      return `${address} does not speak TLS: connect without it (no DOCKER_TLS_VERIFY, no option "tls").`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${address} is for another name: use that name as the host, or as "servername".`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${address} has expired.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${address} is not valid yet: is the clock right?`;
    default:
  }
  if (/SELF_SIGNED|^UNABLE_TO_|^CERT_SIGN/.test(code)) {
    return `The certificate of ${address} is not signed by an authority that is trusted here: is it the right ca.pem?`;
  }
  if (/ALERT|HANDSHAKE_FAILURE/.test(code)) {
    return `${address} did not accept our certificate (${code}): its own authority must have signed cert.pem.`;
  }
  if (/^ERR_(OSSL|SSL|CRYPTO)/.test(code)) {
    return `The certificates for ${address} cannot be used (${code}): check the files and the passphrase.`;
  }
  return `No TLS connection to ${address} (${code}).`;
}

function codeOf(error: unknown): string | undefined {
  const codes = causes(error).flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  );
  // The codes of the HTTP client say less than those of the system, and change with it.
  return codes.find((code) => !code.startsWith('UND_ERR'));
}

function causes(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 8) return [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...inner].flatMap((cause) => causes(cause, depth + 1))];
}
