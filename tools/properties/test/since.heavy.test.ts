/** "Since" and "until" are specified for every version, and match the published documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Api, Notes } from 'lading/emitter';
import { normalize, readDocument } from 'lading/testing';
import { hasPublished, packages, published, skipNote } from '../paths.js';
import { comparedVersions } from '../specification.js';

/** Everything that may be added or removed, by a name that is equal in the published documents and in the specification. */
function notesOf(api: Api): ReadonlyMap<string, Notes> {
  const found = new Map<string, Notes>();
  for (const operation of api.operations) {
    const at = `${operation.method} ${operation.path.replace(/\{\w+\}/g, '{}')}`;
    found.set(at, operation);
    for (const parameter of operation.parameters) {
      if (parameter.in !== 'path') found.set(`${at} ${parameter.in} ${parameter.name}`, parameter);
    }
    for (const { status, headers, content } of operation.responses) {
      for (const header of headers) found.set(`${at} ${status} header ${header.name}`, header);
      if (!/^[45]/.test(status)) for (const each of content) found.set(`${at} ${status} ${each.mediaType}`, each);
    }
  }
  for (const { name, type } of api.schemas) {
    if (type.kind === 'record') for (const field of type.fields) found.set(`${name}.${field.name}`, field);
  }
  return found;
}

const versions = comparedVersions();
const number = (version: string) => Number(version.split('.')[1]);

test('no badge is a guess', () => {
  const pages = versions.flatMap(({ version }) => {
    const folder = join(packages, `v${version}`, 'docs', 'dist', 'pages');
    // Some versions have no reference; the number of pages shows that the others were read.
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(folder, file));
  });
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.filter((file) => readFileSync(file, 'utf8').includes(' or earlier"'))).toEqual([]);
});

/** Reviewed deviations from the published documents, with the reason. */
const reviewed: Readonly<Record<string, string>> = {
  'EndpointSettingsInput.MacAddress since': 'it existed before, and was ignored',
  'HostConfigInput.ConsoleSize since': 'it existed before, for Windows only',
  'TaskStatus.PortStatus since': 'it was always sent, but not documented',
  'ServiceCreateResponse.Warnings since': 'the documents called it Warning, which no engine sent',
  'GET /containers/{}/logs 200 application/vnd.docker.raw-stream since':
    'the documents said text/plain, which was never sent',
  'GET /events 200 application/jsonl since': 'the documents say 1.53, and engines send it at 1.52 too',
  'GET /services/{}/logs 200 application/vnd.docker.raw-stream since': 'the same',
  'GET /tasks/{}/logs 200 application/vnd.docker.raw-stream since': 'the same',
};

describe.skipIf(!hasPublished)(`compared with the published documents${skipNote}`, () => {
  const documents = (hasPublished ? readdirSync(published) : [])
    .map((file) => /^v(\d\.\d+)\.yaml$/.exec(file)?.[1] ?? '')
    .filter((version) => version !== '')
    .sort((a, b) => number(a) - number(b))
    .map((version) => ({ version, there: notesOf(normalize(readDocument(join(published, `v${version}.yaml`)))) }));
  // Documents of versions that are not adjacent do not show which version added what.
  const steps = documents.flatMap((newer, index) => {
    const older = documents[index - 1];
    return older !== undefined && number(newer.version) - number(older.version) === 1 ? [{ older, newer }] : [];
  });

  /** @returns the version that added or removed it, if the documents show it; undefined if its owner was added or removed as a whole */
  function changed(place: string, has: 'newer' | 'older'): string | undefined {
    const owner = ownerOf(place);
    const step = steps.find(
      (pair) =>
        pair.newer.there.has(place) === (has === 'newer') &&
        pair.older.there.has(place) === (has === 'older') &&
        (owner === undefined || (holds(pair.older.there, owner) && holds(pair.newer.there, owner))),
    );
    return step?.newer.version;
  }

  const needed = new Set<string>();
  test.each(versions)('$version: additions and removals', ({ api }) => {
    const wrong: Record<string, string> = {};
    const seen = { since: 0, until: 0, unchanged: 0 };
    for (const [name, { since, until }] of notesOf(api)) {
      const place = name.replace(/^(\w+)Input\./, '$1.');
      const brought = changed(place, 'newer');
      const took = changed(place, 'older');
      const always = documents.every(({ version, there }) => number(version) > number(api.version) || there.has(place));
      if (brought !== undefined) seen.since += 1;
      if (took !== undefined) seen.until += 1;
      if (always) seen.unchanged += 1;
      // The version that added what the oldest document contains is not shown by the documents.
      const isOlder = since === undefined || number(since) <= number(documents[0]?.version ?? '');
      if (brought !== undefined ? since !== brought : always && !isOlder)
        wrong[`${name} since`] = `${since}, ${brought}`;
      if (took !== undefined && until !== took) wrong[`${name} until`] = `${until}, ${took}`;
    }
    expect(seen.unchanged).toBeGreaterThan(500);
    expect(seen.since + seen.until).toBeGreaterThan(3);
    Object.keys(wrong).forEach((what) => needed.add(what));
    expect(Object.entries(wrong).filter(([what]) => reviewed[what] === undefined)).toEqual([]);
  });

  test('every reviewed deviation occurs', () => {
    expect(Object.keys(reviewed).filter((what) => !needed.has(what))).toEqual([]);
  });
});

/** The owner of an item: `HostConfig` for `HostConfig.Binds`, `GET /info` for `GET /info 200 header X`; undefined for an operation. */
function ownerOf(place: string): string | undefined {
  const [method, path, ...rest] = place.split(' ');
  if (path === undefined) return `${place.split('.')[0] ?? ''}.`;
  return rest.length === 0 ? undefined : `${method} ${path}`;
}

function holds(there: ReadonlyMap<string, Notes>, owner: string): boolean {
  return there.has(owner) || [...there.keys()].some((place) => place.startsWith(owner));
}
