/** Tests credentials in config.json and in DOCKER_AUTH_CONFIG. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { allCredentials, credentialsFor, registryAuth } from '../../src/credentials/index.js';
import { decodeAuth } from '../../src/credentials/auth-entry.js';
import { jsonErrorPosition } from '../../src/credentials/json-error-position.js';
import { CredentialError } from '../../src/error/index.js';
import { errorOf, inHome, login, secret } from './home.js';

const hub = 'https://index.docker.io/v1/';

describe('auths', () => {
  const cases: [string, Record<string, unknown>, string, Record<string, string> | undefined][] = [
    ['the hub', { [hub]: login('me', secret) }, 'alpine', { username: 'me', password: secret, serveraddress: hub }],
    ['the hub is not known by its host', { 'docker.io': login('me', secret) }, 'alpine', undefined],
    ['a host', { 'a.io': login('me', secret) }, 'a.io/x', { username: 'me', password: secret, serveraddress: 'a.io' }],
    ['a port', { 'a.io:1': login('me', secret) }, 'a.io/x', undefined],
    [
      'an address',
      { 'https://a.io/v1/': login('m', 'p') },
      'a.io/x',
      { username: 'm', password: 'p', serveraddress: 'https://a.io/v1/' },
    ],
    [
      'an address with a port',
      { 'http://a.io:1/v2/': login('m', 'p') },
      'a.io:1/x',
      { username: 'm', password: 'p', serveraddress: 'http://a.io:1/v2/' },
    ],
    [
      'a path without a scheme',
      { 'a.io/x': login('m', 'p') },
      'a.io/x',
      { username: 'm', password: 'p', serveraddress: 'a.io/x' },
    ],
    [
      'the host before the address',
      { 'https://a.io': login('m', 'old'), 'a.io': login('m', 'p') },
      'a.io/x',
      { username: 'm', password: 'p', serveraddress: 'a.io' },
    ],
    [
      'colons in the password',
      { 'a.io': login('m', 'p:q:r') },
      'a.io/x',
      { username: 'm', password: 'p:q:r', serveraddress: 'a.io' },
    ],
    [
      'an identity token',
      { 'a.io': { ...login('m', ''), identitytoken: 't' } },
      'a.io/x',
      { username: 'm', serveraddress: 'a.io', identitytoken: 't' },
    ],
    ['a registry token', { 'a.io': { registrytoken: 't' } }, 'a.io/x', { serveraddress: 'a.io', registrytoken: 't' }],
    [
      'user and password apart',
      { 'a.io': { username: 'm', password: 'p', email: 'e' } },
      'a.io/x',
      { username: 'm', password: 'p', email: 'e', serveraddress: 'a.io' },
    ],
    ['what a helper left behind', { 'a.io': {} }, 'a.io/x', undefined],
    ['null', { 'a.io': null }, 'a.io/x', undefined],
    ['no member of Object', {}, 'https://constructor', undefined],
    [
      'another entry that is broken',
      { 'b.io': { auth: '?' }, 'a.io': login('m', 'p') },
      'a.io/x',
      { username: 'm', password: 'p', serveraddress: 'a.io' },
    ],
  ];
  test.each(cases)('%s', async (_, auths, asked, wanted) => {
    const got = await inHome({ auths }, {}, (options) => credentialsFor(asked, options));
    expect(got).toStrictEqual(wanted);
  });

  test('all of them, with an own __proto__', async () => {
    const config = `{"auths":{"a.io":${JSON.stringify(login('m', 'p'))},"b.io":{},"__proto__":{"registrytoken":"t"}}}`;
    const all = await inHome(config, {}, allCredentials);
    expect(Object.keys(all)).toEqual(['a.io', '__proto__']);
    expect(Object.getOwnPropertyDescriptor(all, '__proto__')?.value).toMatchObject({ registrytoken: 't' });
  });

  test.each([undefined, '', ' \n', '{}', '{"auths":null}'])('none in %j', async (config) => {
    await inHome(config, {}, async (options) => {
      expect(await credentialsFor('a.io/x', options)).toBeUndefined();
      expect(await allCredentials(options)).toEqual({});
    });
  });

  test('the folder: the option, DOCKER_CONFIG, the home', async () => {
    await inHome({ auths: { 'a.io': login('m', 'p') } }, {}, async ({ config, env }) => {
      expect(await credentialsFor('a.io/x', { env: { ...env, DOCKER_CONFIG: config } })).toBeDefined();
      expect(await credentialsFor('a.io/x', { env: { ...env, DOCKER_CONFIG: '' } })).toBeUndefined();
      expect(await credentialsFor('a.io/x', { config, env: { DOCKER_CONFIG: '/nowhere' } })).toBeDefined();
    });
  });

  test('the variable takes precedence over the file, key by key', async () => {
    await inHome({ auths: { 'a.io': login('file', 'p'), 'b.io': login('file', 'p') } }, {}, async (options) => {
      const DOCKER_AUTH_CONFIG = JSON.stringify({ auths: { 'a.io': login('variable', 'p') } });
      const both = { ...options, env: { ...options.env, DOCKER_AUTH_CONFIG } };
      expect((await credentialsFor('a.io/x', both))?.username).toBe('variable');
      expect((await credentialsFor('b.io/x', both))?.username).toBe('file');
      const all = await allCredentials(both);
      expect([all['a.io']?.username, all['b.io']?.username]).toEqual(['variable', 'file']);
      const address = { ...options, env: { DOCKER_AUTH_CONFIG: DOCKER_AUTH_CONFIG.replace('a.io', 'https://a.io') } };
      expect((await credentialsFor('a.io/x', address))?.username).toBe('file');
      const broken = { ...options, env: { DOCKER_AUTH_CONFIG: `{"auths":${secret}` } };
      const error = await errorOf(credentialsFor('a.io/x', broken));
      expect(error.message).toBe('DOCKER_AUTH_CONFIG is not JSON (line 1, column 10).');
    });
  });
});

describe('an invalid configuration is an error with file and position, without its content', () => {
  test.each([
    [`{\n  "auths": {\n    "a.io": ${secret}\n`, /config\.json is not JSON \(line 3, column 13\)\.$/],
    [`{"auths": {"a.io": {"auth": "${secret}`, /config\.json is not JSON \(line 1, column 29\)\.$/],
    [`["${secret}"]`, /config\.json is not an object\.$/],
    [`{"auths": "${secret}"}`, /config\.json: "auths" is not an object\.$/],
    [`{"credsStore": ["${secret}"]}`, /config\.json: "credsStore" is not a string\.$/],
    [
      `{"credHelpers": {"a.io": ["${secret}"]}}`,
      /config\.json: the entry of "credHelpers" for a\.io is not a string\.$/,
    ],
    [`{"auths": {"a.io": "${secret}"}}`, /config\.json: the entry of "auths" for a\.io is not an object\.$/],
    [`{"auths": {"a.io": {"auth": "${secret}"}}}`, /for a\.io: "auth" is not the base64 of user:password\.$/],
    [`{"auths": {"https://me:${secret}@a.io": {"auth": 1}}}`, /for a\.io: "auth" is not a string\.$/],
  ])('%s', async (config, message) => {
    const error = await inHome(config, {}, (options) => errorOf(credentialsFor('a.io/x', options)));
    expect(error).toBeInstanceOf(CredentialError);
    expect(error.code).toBe('CONFIG_INVALID');
    expect(error.message).toMatch(message);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  });

  test('a file that cannot be read', async () => {
    const error = await inHome(undefined, {}, async (options) => {
      const { mkdir } = await import('node:fs/promises');
      await mkdir(`${options.config}/config.json`);
      return errorOf(credentialsFor('a.io/x', options));
    });
    expect(error.code).toBe('CONFIG_UNREADABLE');
    expect(error.message).toMatch(/config\.json cannot be read \(EISDIR\)\.$/);
  });
});

describe('properties', () => {
  const username = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes(':'));
  const password = fc.string({ unit: 'binary' }).filter((text) => !/^\0|\0$/.test(text));

  test('credentials of a login are read unchanged', () => {
    fc.assert(
      fc.property(username, password, (name, word) => {
        expect(decodeAuth(login(name, word).auth)).toEqual({ username: name, password: word });
      }),
    );
  });

  test('any other string is rejected or has a user, without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(decodeAuth(text)?.username).not.toBe('');
      }),
    );
    expect(decodeAuth('A'.repeat(1_000_001))).toBeUndefined();
    expect(decodeAuth('bTpwYQ')).toBeUndefined();
    expect(decodeAuth('bTpwYQ==')).toEqual({ username: 'm', password: 'pa' });
    expect(decodeAuth(Buffer.from('m:p\0\0').toString('base64'))).toEqual({ username: 'm', password: 'p' });
  });

  test('a position is found in a text exactly if it is not JSON', () => {
    const cut = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', '\\', ',', '}', ']', '{', ':', '0', 'x', '\n', '\t'),
    );
    const mutated = cut.map(([text, at, put]) => {
      const offset = at % (text.length + 1);
      return text.slice(0, offset) + put + text.slice(put === '' ? offset + 1 : offset);
    });
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutated), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(jsonErrorPosition(text) === undefined).toBe(valid);
      }),
      { numRuns: inject('isFullRun') ? 2000 : 200 },
    );
    expect(jsonErrorPosition(`{"a":"${'x\\n'.repeat(500_000)}"`)).toBe('line 1, column 1500008');
  });

  test('printing and JSON show only the registry; programs have all properties', () => {
    const auth = registryAuth({
      username: `user-${secret}`,
      password: secret,
      identitytoken: secret,
      serveraddress: `https://me:${secret}@a.io/v1/`,
    });
    for (const text of [
      inspect(auth),
      inspect({ deep: [auth] }, { depth: 9, showHidden: true }),
      JSON.stringify([auth]),
    ]) {
      expect(text).toContain('RegistryAuth { [hidden] for a.io }');
      expect(text).not.toContain(secret);
    }
    expect(auth.password).toBe(secret);
  });
});
