/** The code samples in the reference of another API compile against its packages. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { main, type GroupPage } from 'lading/testing';
import { programFolder } from '../compiler.js';
import { compileGenerated } from '../clients/compile-generated.js';

const work = programFolder();
const clients = join(import.meta.dirname, '..', 'clients');

const names = ['pet-shop', 'shelves', 'reports', ...(inject('isFullRun') ? ['weather-station'] : [])];

describe.each(names)('%s', (name) => {
  const folder = join(work, name);
  const samples: Record<string, string> = {};

  beforeAll(async () => {
    const document = join(clients, `${name}.yaml`);
    const config = join(work, `${name}.json`);
    const emitters = ['client', 'server', ['docs', { data: true }]];
    writeFileSync(config, JSON.stringify({ documents: [document], scope: '@generated', emitters, out: folder }));
    const status = await main(['generate', '--quiet', '--config', config]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const groups = join(folder, 'v1.0', 'docs', 'gen', 'pages', 'groups');
    for (const file of readdirSync(groups)) {
      const { operations } = JSON.parse(readFileSync(join(groups, file), 'utf8')) as GroupPage;
      for (const { id, code } of operations) {
        for (const [kind, text] of Object.entries({ client: code.client, server: code.server })) {
          if (text !== undefined) samples[`${id}-${kind}.ts`] = text.replaceAll('{version}', '1.0');
        }
      }
    }
  });

  test('has samples', () => expect(Object.keys(samples).length).toBeGreaterThanOrEqual(4));
  test('compile', () => expect(compileGenerated(folder, samples)).toBe(''));
});
