/** YAML 1.1 and YAML 1.2 readers read the same data from the specification and from the output of `bundle`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'lading/testing';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { spec } from '../paths.js';
import { sampled } from '../sampled.js';

const files = readdirSync(spec, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));

test.each(sampled(files, 6))('%s', (file) => {
  expectSameData(readFileSync(join(spec, file), 'utf8'));
});

test.each(sampled(['1.44', '1.41'], 2))('the bundled document of %s', async (version) => {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const status = await main(['bundle', version, '--spec', spec]);
  vi.restoreAllMocks();
  expect(status).toBe(0);
  expectSameData(printed.join(''));
});

function expectSameData(text: string): void {
  const read = parse(text, { version: '1.2', maxAliasCount: -1 }) as unknown;
  // In YAML 1.1, plain `no`, `on`, `1:30` and `2024-01-01` are not strings.
  expect(parse(text, { version: '1.1', maxAliasCount: -1 })).toEqual(read);
}
