/** Reads the settings of a swarm's certificate authority. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { BadRequest } from '@lading/server-v1.44';
import type { SwarmSpecInput } from '@lading/types-v1.44';
import { rpcError } from '../cluster/rpc-error.js';

type Authority = NonNullable<SwarmSpecInput['CAConfig']>;

const shortestExpiry = 3_600_000_000_000;
const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * Returns the root certificate that the settings require, in PEM, or an empty string. Engines ignore a `SigningCACert`
 * without a block of PEM.
 *
 * @throws BadRequest in the words of engines
 */
export function requiredRootCertificate(authority: Authority | null | undefined): string {
  const { NodeCertExpiry, SigningCACert, SigningCAKey, ExternalCAs } = authority ?? {};
  // What breaks the contract is read too, since it is rejected here in the words of engines.
  for (const { Protocol } of (ExternalCAs ?? []) as { readonly Protocol?: string }[])
    if (Protocol?.toLowerCase() !== 'cfssl') throw new BadRequest(`invalid protocol: "${Protocol ?? ''}"`);
  if (NodeCertExpiry && NodeCertExpiry < shortestExpiry) throw invalid('minimum certificate expiry time is: 1h0m0s');
  const [block, ...furtherBlocks] = SigningCACert?.match(certificateBlock) ?? [];
  if (block === undefined) {
    if (SigningCAKey) throw invalid('if a signing CA key is provided, the signing CA cert must also be provided');
    return '';
  }
  if (furtherBlocks.length > 0) throw invalid('the desired CA certificate cannot contain multiple certificates');
  const certificate = parse(() => new X509Certificate(block), 'invalid root certificates', 1003, 'certificate');
  // Nodes of this process cannot ask an external authority for certificates.
  if (!SigningCAKey)
    throw invalid(
      'there must be at least one valid, reachable external CA corresponding to the desired CA certificate',
    );
  if (!SigningCAKey.includes('-----BEGIN '))
    throw invalid('malformed private key: {"code":2002,"message":"Failed to decode private key"}');
  const key = parse(() => createPrivateKey(SigningCAKey), 'malformed private key', 2003, 'private key');
  if (!certificate.checkPrivateKey(key)) throw invalid('certificate key mismatch');
  return `${block}\n`;
}

function parse<T>(read: () => T, subject: string, code: number, name: string): T {
  try {
    return read();
  } catch {
    throw invalid(`${subject}: {"code":${code},"message":"Failed to parse ${name}"}`);
  }
}

function invalid(reason: string) {
  return rpcError('InvalidArgument', reason);
}
