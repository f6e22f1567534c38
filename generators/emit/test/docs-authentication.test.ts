/** The page of authentication: security schemes and servers in the words of the API. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentOf, objectOf } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { readDocument } from '../../read/index.js';
import { authenticationPage } from '../docs/authentication-page.js';
import { pageContextOf } from '../docs/pages.js';

it('explains each scheme, which operations require it, and the servers', () => {
  const path = fileURLToPath(new URL('../../testing/documents/every-feature.yaml', import.meta.url));
  const { sections } = authenticationPage(pageContextOf(normalize(readDocument(path)), { scope: '@lading' }));
  const texts = sections.map(({ title, text = '' }) => `${title}: ${text.replaceAll('\n', ' ')}`);
  expect(texts).toEqual([
    'key: A key in the header `X-Key`.  The key of a team.',
    'session: A key in the cookie `sid`.',
    'token: The scheme `bearer` of the header `Authorization`, of the format `JWT`.',
    'cert: A client certificate (mutual TLS).',
    'oidc: OpenID Connect, with the configuration at `https://id.example.com`.',
    expect.stringContaining('oauth: OAuth 2.0.  Flow `authorization-code`: authorization at `https://id.example.com'),
    'Servers: ',
  ]);
  expect(sections[0]?.table?.rows[0]).toEqual([
    [{ text: 'BoxSearch', link: expect.stringContaining('#BoxSearch') }],
    ['key and oauth (read) or session or nothing'],
  ]);
  expect(sections.at(-1)?.table?.rows[0]).toEqual([
    ['https://{region}.example.com/v1.2'],
    ['main. ', { markdown: 'Every region.' }],
    ['region: eu, us. Where.'],
  ]);
});

it('shows some of many alternatives, those with the scheme of a section there', () => {
  const names = Array.from({ length: 100 }, (_, at) => `key${at}`);
  const securitySchemes = objectOf(names.map((name) => [name, { type: 'apiKey', in: 'header', name }]));
  const security = names.map((name) => ({ [name]: [] }));
  const paths = { '/': { get: { operationId: 'all', security, responses: {} } } };
  const info = { title: 'Keys', version: '1' };
  const document = documentOf('keys.yaml', { openapi: '3.1.0', info, paths, components: { securitySchemes } });
  const { sections } = authenticationPage(pageContextOf(normalize(document), { scope: '@lading' }));
  expect(sections[70]?.table?.rows[0]?.[1]).toEqual(['key70 or one of 99 others']);
});
