/** The generated server accepts every request that the reference shows, including the rules between fields. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GroupPage } from 'lading/testing';
import { packages } from '../paths.js';
import { contracts, requestCheckerOf, accepted } from '../servers/request-checker.js';

describe.each(Object.entries(contracts))('%s', (version, contract) => {
  const checkRequest = requestCheckerOf(contract);
  const groups = join(packages, `v${version}`, 'docs', 'dist', 'pages', 'groups');
  // Operations with an upgrade need a connection.
  const operations = readdirSync(groups)
    .flatMap((file) => (JSON.parse(readFileSync(join(groups, file), 'utf8')) as GroupPage).operations)
    .filter(({ examples }) => examples.response.status !== '101');

  test('has operations', () => expect(operations.length).toBeGreaterThan(50));

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (_id, { method, code, examples }) => {
      const command = code.curl.replaceAll('{version}', version);
      const [, address = ''] = /'http:\/\/localhost(\/[^']*)'/.exec(command) ?? [];
      const query = [...command.matchAll(/--data-urlencode '([^'=]+)=([^']*)'/g)].map(
        ([, name = '', value = '']) => `${name}=${encodeURIComponent(value)}`,
      );
      const url = command.includes('--get') ? `${address}?${query.join('&')}` : address;
      const headers = Object.fromEntries(
        [...command.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name = '', value = '']) => [
          name.toLowerCase(),
          value,
        ]),
      );
      const body = examples.request === undefined ? {} : { body: JSON.stringify(examples.request.body) };
      const { status, message } = await checkRequest({ method, url, headers, ...body });
      expect(message).toBe('accepted');
      expect(status).toBe(accepted);
    },
  );
});
