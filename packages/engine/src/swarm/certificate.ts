/** The root certificate of a swarm: self-signed, with a key on the curve P-256. */
import { createSign, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { derIdentifier, derParts, derSequence, derValue } from './der.js';

const validity = 20 * 365 * 24 * 3_600_000;

export interface RootCertificate {
  /** In PEM. */
  readonly certificate: string;
  /** The subject and the public key, in base64. */
  readonly subject: string;
  readonly publicKey: string;
}

/** @param now in milliseconds since 1970 */
export function newRootCertificate(now: number): RootCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = derSequence(derIdentifier('1.2.840.10045.4.3.2'));
  const name = derSequence(
    derValue(0x31, derSequence(derIdentifier('2.5.4.3'), derValue(0x13, Buffer.from('swarm-ca')))),
  );
  const serial = randomBytes(20);
  serial[0] = 0x20 | ((serial[0] ?? 0) & 0x1f);
  const content = derSequence(
    derValue(0xa0, derValue(0x02, Buffer.from([2]))),
    derValue(0x02, serial),
    algorithm,
    name,
    derSequence(derTime(now), derTime(now + validity)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    derValue(0xa3, derSequence(basicConstraints())),
  );
  const signature = createSign('SHA256').update(content).sign(privateKey);
  const encoded = derSequence(content, algorithm, derValue(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return readRootCertificate(pemOf(encoded));
}

/** @throws Error for something that is not a certificate */
export function readRootCertificate(pem: string): RootCertificate {
  const certificate = new X509Certificate(pem);
  const [content = Buffer.alloc(0)] = derParts(certificate.raw);
  // The version is optional and comes first.
  const parts = derParts(content).filter((part, index) => index > 0 || part[0] !== 0xa0);
  return {
    certificate: pem,
    subject: (parts[4] ?? Buffer.alloc(0)).toString('base64'),
    publicKey: certificate.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Marks the certificate as that of an authority. */
function basicConstraints(): Buffer {
  const value = derSequence(derValue(0x01, Buffer.from([0xff])));
  return derSequence(derIdentifier('2.5.29.19'), derValue(0x01, Buffer.from([0xff])), derValue(0x04, value));
}

function derTime(moment: number): Buffer {
  const text = new Date(moment).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  // Years up to 2049 have two digits.
  return Number(text.slice(0, 4)) < 2050
    ? derValue(0x17, Buffer.from(text.slice(2)))
    : derValue(0x18, Buffer.from(text));
}

function pemOf(encoded: Buffer): string {
  const lines = encoded.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
