/** The root certificate of a swarm, as other programs read it. */
import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { newRootCertificate, readRootCertificate } from '../../src/swarm/cluster/certificate.js';

const now = Date.UTC(2026, 0, 1);

it('is a certificate of an authority that has signed itself', () => {
  const { certificate, subject, publicKey } = newRootCertificate(now);
  const read = new X509Certificate(certificate);
  expect(read).toMatchObject({ subject: 'CN=swarm-ca', issuer: 'CN=swarm-ca', ca: true });
  expect([read.validFrom, read.validTo]).toEqual(['Jan  1 00:00:00 2026 GMT', 'Dec 27 00:00:00 2045 GMT']);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.serialNumber).toMatch(/^[23][0-9A-F]{39}$/);
  // A sequence with a set with a sequence: the name of the attribute, and its value.
  expect(Buffer.from(subject, 'base64').toString('hex')).toBe(
    `3013${'3111'}300f0603550403${'1308'}${Buffer.from('swarm-ca').toString('hex')}`,
  );
  expect(read.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')).toBe(publicKey);
  expect(readRootCertificate(certificate)).toEqual({ certificate, subject, publicKey });
});

it('is no other text', () => {
  expect(() => readRootCertificate('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')).toThrow();
});

it('has years of four digits from 2050 on', () => {
  const read = new X509Certificate(newRootCertificate(Date.UTC(2040, 5, 1)).certificate);
  expect(read.validTo).toBe('May 27 00:00:00 2060 GMT');
});
