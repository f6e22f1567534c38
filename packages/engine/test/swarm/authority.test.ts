/** The certificate authority of a swarm: which settings engines accept, and in which words they reject others. */
import { generateKeyPairSync } from 'node:crypto';
import type { Swarm } from '@lading/types-v1.44';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf, newEngine, type Api } from './swarm-api.js';

/** A root certificate of a test, and its key. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUbBWWJwT6s7tzMCxbJADdyL9z3ZAwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjYwNDE3MjNaGA8yMTI2MTEwMjA0MTcy
M1owDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOLU
ZPXFelNGaWNAdmR96vD5spS3GM0gIKEE+pstfvqLjs/czrYe20F1qKYPUBTPNP7s
gJc2V/tP9uU9C/UbwlyjUzBRMB0GA1UdDgQWBBRWFWmJ1dMTC6z4oaG0Oiz9EIUE
+jAfBgNVHSMEGDAWgBRWFWmJ1dMTC6z4oaG0Oiz9EIUE+jAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIQDkdB0TOMghYcEsKMtoIF1ys8JUqpqPALHm
ze4nBqAb4gIgDgUl2RadRcJ20QDXeQsBQMOXZiObXKSmJucXLNe4beI=
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ/rrTUEmgMLMoW/q
rXsRVTHjjCSv66BxpAzkcVR9mUihRANCAATi1GT1xXpTRmljQHZkferw+bKUtxjN
ICChBPqbLX76i47P3M62HttBdaimD1AUzzT+7ICXNlf7T/blPQv1G8Jc
-----END PRIVATE KEY-----
`;
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const invalidCertificate = '-----BEGIN CERTIFICATE-----\nMIIBbTCC\n-----END CERTIFICATE-----\n';

const withoutCertificate = 'if a signing CA key is provided, the signing CA cert must also be provided';
const withoutAuthority =
  'there must be at least one valid, reachable external CA corresponding to the desired CA certificate';
const rejected: readonly (readonly [settings: object, reason: string])[] = [
  [{ NodeCertExpiry: 5 }, 'minimum certificate expiry time is: 1h0m0s'],
  [{ SigningCAKey: 'nonsense' }, withoutCertificate],
  [{ SigningCACert: 'nonsense', SigningCAKey: key }, withoutCertificate],
  [{ SigningCACert: certificate }, withoutAuthority],
  [{ SigningCACert: certificate + certificate }, 'the desired CA certificate cannot contain multiple certificates'],
  [{ SigningCACert: invalidCertificate }, 'invalid root certificates: {"code":1003,"message":"Failed to parse certificate"}'],
  [{ SigningCACert: certificate, SigningCAKey: 'x' }, 'malformed private key: {"code":2002,"message":"Failed to decode private key"}'],
  [{ SigningCACert: certificate, SigningCAKey: '-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\n' }, 'malformed private key: {"code":2003,"message":"Failed to parse private key"}'],
  [{ SigningCACert: certificate, SigningCAKey: otherKey }, 'certificate key mismatch'],
]; // prettier-ignore
const invalidProtocols: readonly (readonly [settings: object, reason: string])[] = [
  [{ ExternalCAs: [{ URL: 'https://ca.test' }] }, 'invalid protocol: ""'],
  [{ ExternalCAs: [{ Protocol: 'xyz', URL: 'https://ca.test' }] }, 'invalid protocol: "xyz"'],
];
const messages = [
  ...rejected.map(([settings, reason]) => [settings, `rpc error: code = InvalidArgument desc = ${reason}`] as const),
  ...invalidProtocols,
];

const externalAuthorities = [{ Protocol: 'cfssl', URL: 'https://ca.test', Options: { a: 'b' } }];
const { engine, api } = newEngine();
const inspect = async (api: Api) => (await api('GET /swarm')).body as Swarm;
const update = async (CAConfig: object) =>
  api(`POST /swarm/update?version=${(await inspect(api)).Version.Index}`, { Name: 'default', CAConfig });

beforeAll(() => void engine.swarm.init());
afterAll(() => engine.close());

describe('an update of a swarm', () => {
  it.each(messages)('rejects %j', async (settings, message) => {
    expect(await update(settings)).toMatchObject({ status: 400, message });
  });

  it('ignores a certificate without PEM, and shows external authorities but no certificate', async () => {
    const root = (await inspect(api)).TLSInfo?.TrustRoot;
    const settings = { SigningCACert: 'nonsense', ExternalCAs: externalAuthorities };
    expect((await update(settings)).status).toBe(200);
    const { Spec, TLSInfo } = await inspect(api);
    expect(Spec.CAConfig).toEqual({ ExternalCAs: [{ ...externalAuthorities[0], CACert: '' }] });
    expect(TLSInfo?.TrustRoot).toBe(root);
  });

  it('replaces the root certificate', async () => {
    expect((await update({ SigningCACert: certificate, SigningCAKey: key })).status).toBe(200);
    expect((await inspect(api)).TLSInfo?.TrustRoot).toBe(certificate);
  });
});

describe('a new swarm', () => {
  it.each(messages)('stays, with the default settings, when %j is rejected', async (CAConfig, message) => {
    const { engine } = newEngine();
    const api = apiOf(engine);
    const response = await api('POST /swarm/init', { ListenAddr: '127.0.0.1', Spec: { CAConfig } });
    expect(response).toMatchObject({ status: 500, message: `error updating cluster settings: ${message}` });
    expect((await inspect(api)).Spec.CAConfig).toEqual({ NodeCertExpiry: 7_776_000_000_000_000 });
    await engine.close();
  });

  it('has the root certificate of the request', async () => {
    const { engine } = newEngine();
    const api = apiOf(engine);
    const CAConfig = { SigningCACert: certificate, SigningCAKey: key };
    expect((await api('POST /swarm/init', { ListenAddr: '127.0.0.1', Spec: { CAConfig } })).status).toBe(200);
    expect((await inspect(api)).TLSInfo?.TrustRoot).toBe(certificate);
    await engine.close();
  });
});
