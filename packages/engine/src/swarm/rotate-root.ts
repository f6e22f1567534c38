/** The rotation of a swarm's root certificate. */
import { BadRequest } from '@lading/server';
import { newRootCertificate, readRootCertificate, type RootCertificate } from './certificate.js';
import type { ClusterRecord, ClusterSettings } from './cluster-record.js';

/**
 * Returns the certificate after an update: the given one, a new one if a rotation is requested, or the current one.
 *
 * @throws BadRequest for something that is not a certificate
 */
export function rotatedRoot(
  { settings, root }: ClusterRecord,
  { forcedRotations }: ClusterSettings,
  given: string,
  now: number,
): RootCertificate {
  if (given !== '') {
    try {
      return readRootCertificate(given);
    } catch {
      throw new BadRequest('rpc error: code = InvalidArgument desc = A root CA certificate in PEM format is required');
    }
  }
  return forcedRotations === settings.forcedRotations ? root : newRootCertificate(now);
}
