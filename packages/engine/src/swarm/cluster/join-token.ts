/** Join tokens and unlock keys: their form, and what they prove. */
import { createHash } from 'node:crypto';
import { ServerError } from '@lading/server-v1.44';
import type { Ids } from '../../ports/ports.js';
import { rpcError } from './rpc-error.js';
import { base36 } from '../../values/digest.js';

export interface TokenSecrets {
  readonly worker: string;
  readonly manager: string;
}

export function newTokenSecret(ids: Ids): string {
  return nextSwarmId(ids);
}

/** Returns a token: it contains the fingerprint of the root certificate and a secret. */
export function joinToken(certificate: string, secret: string): string {
  return `SWMTKN-1-${fingerprintOf(certificate)}-${secret}`;
}

/** Returns the role that a token grants. @throws BadRequest, ServerError for an invalid token */
export function roleOfToken(token: string, certificate: string, secrets: TokenSecrets): 'worker' | 'manager' {
  const unusable = rpcError('InvalidArgument', 'A valid join token is necessary to join this cluster');
  if (token === '') throw unusable;
  const [, fingerprint, secret] = /^SWMTKN-1-([0-9a-z]{50})-([0-9a-z]{25})$/.exec(token) ?? [];
  if (fingerprint === undefined) throw new ServerError('invalid join token');
  if (fingerprint !== fingerprintOf(certificate))
    throw new ServerError(`remote CA does not match fingerprint. Expected: ${fingerprint}`);
  if (secret === secrets.worker) return 'worker';
  if (secret === secrets.manager) return 'manager';
  throw unusable;
}

export function newUnlockKey(ids: Ids): string {
  return `SWMKEY-1-${Buffer.from(ids.next(), 'hex').toString('base64').replace(/=+$/, '')}`;
}

function fingerprintOf(certificate: string): string {
  return base36(createHash('sha256').update(certificate).digest('hex'), 50);
}

const length = 25;

/** Identifiers of swarms: 25 digits and lower-case letters. */
export function nextSwarmId(ids: Ids): string {
  return base36(ids.next().slice(0, 32), length);
}
