// Validates the documents of the specification against recordings of real engines.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { check } from './check.js';
import { readRecording } from '../recorder/exchange.js';
import { bundle, object } from './document.js';

const folder = join(import.meta.dirname, '../recordings');
const exchanges = readdirSync(folder)
  .filter((name) => /\.jsonl(\.gz)?$/.test(name))
  .flatMap((name) => readRecording(join(folder, name)));

const documents = new Map<string, ReturnType<typeof bundle>>();

function bundled(version: string): ReturnType<typeof bundle> {
  const described = documents.get(version) ?? bundle(version);
  documents.set(version, described);
  return described;
}

/** Operations that no client of the drivers uses. */
const neverCalled = new Set(['ImageAttestations']);

const byNumber = (one: string, other: string): number => Number(one.slice(2)) - Number(other.slice(2));
const recordedVersions = [...new Set(exchanges.map(({ version }) => version))].sort(byNumber);

/** The versions in between differ from their neighbors in few responses. */
const between = recordedVersions.slice(2, -1);
const checkedVersions = recordedVersions.filter((version) => inject('isFullRun') || !between.includes(version));

test.each(checkedVersions)(
  'every recorded body matches the document of %s, and every operation succeeded once',
  async (version) => {
    const report = check(await bundled(version), exchanges);
    expect(report.failures).toEqual([]);
    expect(report.operations.missing.filter((id) => !neverCalled.has(id))).toEqual([]);
    expect(report.bodies.responses).toBeGreaterThan(700);
  },
);

test('an engine of today was recorded at the versions from 1.52 on, and at 1.44', () => {
  const versions = exchanges.filter(({ engine }) => engine.startsWith('29')).map(({ version }) => version);
  expect([...new Set(versions)].sort(byNumber)).toEqual(['1.44', '1.52', '1.53', '1.55']);
});

test('a body that engines do not send is reported', async () => {
  const wrong = exchanges
    .filter(
      ({ version, path, response }) => version === '1.44' && path.startsWith('/v1.44/info') && response.status === 200,
    )
    .map((exchange) => ({
      ...exchange,
      response: { ...exchange.response, body: { ...object(exchange.response.body), NCPU: 'two' } },
    }));
  expect(wrong.length).toBeGreaterThan(0);
  const { failures } = check(await bundled('1.44'), wrong as typeof exchanges);
  expect(failures.map(({ pointer }) => pointer)).toEqual(['/components/schemas/SystemInfo/properties/NCPU/type']);
});

test('recordings contain no data of the machine that they were recorded on', () => {
  const text = JSON.stringify(exchanges);
  expect(text).not.toMatch(/\/var\/tmp|\/root\/|opensesame|SWMTKN-1-(?!redacted)|(index|registry-1)\.docker\.(io|com)/);
});
