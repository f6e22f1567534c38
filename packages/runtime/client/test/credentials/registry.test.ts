/** Tests image references, registries, and the keys of registries. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/error/index.js';
import { registryOf } from '../../src/credentials/index.js';
import { hostnameOf, registryKey } from '../../src/credentials/registry.js';

const hub = 'https://index.docker.io/v1/';

describe('the registry of an image', () => {
  test.each([
    ['alpine', 'docker.io'],
    ['alpine:3.20', 'docker.io'],
    ['alpine@sha256:0123', 'docker.io'],
    ['localhost:5000', 'docker.io'],
    ['team/tool:1', 'docker.io'],
    ['docker.io/library/alpine', 'docker.io'],
    ['index.docker.io/library/alpine', 'docker.io'],
    ['registry-1.docker.io/library/alpine', 'registry-1.docker.io'],
    ['localhost/tool', 'localhost'],
    ['localhost:5000/tool', 'localhost:5000'],
    ['registry:5000/a/b/c:tag', 'registry:5000'],
    ['ghcr.io/a/b', 'ghcr.io'],
    ['10.0.0.1:5000/b', '10.0.0.1:5000'],
    ['[::1]:5000/b', '[::1]:5000'],
    ['Registry/b', 'Registry'],
  ])('%s → %s', (reference, registry) => expect(registryOf(reference)).toBe(registry));

  test.each([
    '',
    '/a',
    'a/',
    'https://ghcr.io/a',
    'user:hunter2@ghcr.io/a',
    'a..b/c',
    '-a.b/c',
    'a.b:x/c',
    `${'a'.repeat(300)}.b/c`,
  ])('rejects %j without repeating it', (reference) => {
    expect(() => registryOf(reference)).toThrow(InputError);
    expect(() => registryOf(reference)).not.toThrow(/hunter2|ghcr/);
  });
});

describe('the key of an image or a registry', () => {
  test.each([
    ['alpine', hub],
    ['alpine:3.20', hub],
    ['docker.io', hub],
    ['index.docker.io', hub],
    [hub, hub],
    ['https://index.docker.io/v1', hub],
    ['ghcr.io/a/b', 'ghcr.io'],
    ['ghcr.io', 'ghcr.io'],
    ['ghcr.io:443', 'ghcr.io:443'],
    ['localhost:5000', 'localhost:5000'],
    ['[::1]:5000', '[::1]:5000'],
    ['registry:5000', hub],
    ['https://registry:5000', 'registry:5000'],
    ['https://me@registry.example.com:5000/v2/?x', 'registry.example.com:5000'],
    ['my.image@sha256:0123', hub],
  ])('%s → %s', (text, key) => expect(registryKey(text)).toBe(key));

  test.each(['https://', 'https:///v2/', 'http://a b/'])('refuses %j', (text) => {
    expect(() => registryKey(text)).toThrow(InputError);
  });
});

test('an address shows as its host, without user info', () => {
  expect(hostnameOf('https://me:hunter2@a.b:1/v1/')).toBe('a.b:1');
  expect(hostnameOf('a.b/path')).toBe('a.b');
});
