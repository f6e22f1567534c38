/** The root certificate of a swarm: self-signed, with a key on the curve P-256. */
import { createSign, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';

const validity = 20 * 365 * 24 * 3_600_000;
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonName = '2.5.4.3';

export interface RootCertificate {
  /** In PEM. */
  readonly certificate: string;
  /** The subject and the public key, in base64. */
  readonly subject: string;
  readonly publicKey: string;
}

/** Loads the library that encodes certificates: only engines that create a swarm need it. */
function encoding() {
  const load = createRequire(import.meta.url);
  const { AsnConvert, OctetString } = load('@peculiar/asn1-schema') as typeof import('@peculiar/asn1-schema');
  return { AsnConvert, OctetString, x509: load('@peculiar/asn1-x509') as typeof import('@peculiar/asn1-x509') };
}

/** @param now in milliseconds since 1970 */
export function newRootCertificate(now: number): RootCertificate {
  const { AsnConvert, OctetString, x509 } = encoding();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = new x509.AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const value = new x509.AttributeValue({ printableString: 'swarm-ca' });
  const part = new x509.AttributeTypeAndValue({ type: commonName, value });
  const name = new x509.Name([new x509.RelativeDistinguishedName([part])]);
  const constraints = AsnConvert.serialize(new x509.BasicConstraints({ cA: true }));
  const content = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: name,
    subject: name,
    validity: new x509.Validity({ notBefore: new Date(now), notAfter: new Date(now + validity) }),
    subjectPublicKeyInfo: AsnConvert.parse(key, x509.SubjectPublicKeyInfo),
    extensions: new x509.Extensions([
      new x509.Extension({
        extnID: x509.id_ce_basicConstraints,
        critical: true,
        extnValue: new OctetString(constraints),
      }),
    ]),
  });
  const signature = createSign('SHA256')
    .update(Buffer.from(AsnConvert.serialize(content)))
    .sign(privateKey);
  const encoded = AsnConvert.serialize(
    new x509.Certificate({
      tbsCertificate: content,
      signatureAlgorithm: algorithm,
      signatureValue: new Uint8Array(signature).buffer,
    }),
  );
  return {
    certificate: new X509Certificate(Buffer.from(encoded)).toString(),
    subject: Buffer.from(AsnConvert.serialize(name)).toString('base64'),
    publicKey: key.toString('base64'),
  };
}

/** @throws Error for something that is not a certificate */
export function readRootCertificate(pem: string): RootCertificate {
  const certificate = new X509Certificate(pem);
  const { AsnConvert, x509 } = encoding();
  const { subject } = AsnConvert.parse(certificate.raw, x509.Certificate).tbsCertificate;
  return {
    certificate: pem,
    subject: Buffer.from(AsnConvert.serialize(subject)).toString('base64'),
    publicKey: certificate.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Returns a random number of 20 bytes that is positive and not padded. */
function serialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(20));
  bytes[0] = 0x20 | ((bytes[0] ?? 0) & 0x1f);
  return bytes.buffer;
}
