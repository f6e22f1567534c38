/** YAML 1.1 and YAML 1.2 readers read the same data from the specification and from the output of `bundle`. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repository, spec } from '../paths.js';

const files = readdirSync(spec, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));

test.each(files)('%s', (file) => {
  expectSameData(readFileSync(join(spec, file), 'utf8'));
});

test.each(['1.44', '1.41'])('the bundled document of %s', (version) => {
  const program = join(repository, 'generators', 'cli', 'lading.mjs');
  const text = execFileSync(process.execPath, [program, 'bundle', version], { cwd: repository, maxBuffer: 64 << 20 });
  expectSameData(text.toString('utf8'));
});

function expectSameData(text: string): void {
  const read = parse(text, { version: '1.2', maxAliasCount: -1 }) as unknown;
  // In YAML 1.1, plain `no`, `on`, `1:30` and `2024-01-01` are not strings.
  expect(parse(text, { version: '1.1', maxAliasCount: -1 })).toEqual(read);
}
