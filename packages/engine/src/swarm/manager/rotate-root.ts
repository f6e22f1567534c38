/** The rotation of a swarm's root certificate. */
import { newRootCertificate, readRootCertificate, type RootCertificate } from '../cluster/certificate.js';
import type { ClusterRecord, ClusterSettings } from '../cluster/cluster-record.js';

/**
 * Returns the certificate after an update: the given one, a new one if a rotation is requested, or the current one.
 *
 * @param given in PEM, or an empty string
 */
export function rotatedRoot(
  { settings, root }: ClusterRecord,
  { forcedRotations }: ClusterSettings,
  given: string,
  now: number,
): RootCertificate {
  if (given !== '') return readRootCertificate(given);
  return forcedRotations === settings.forcedRotations ? root : newRootCertificate(now);
}
