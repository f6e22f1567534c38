/**
 * The samples of the reference work: each is executed against the reference engine, whose response has the documented status,
 * matches its schema, and is the one that the reference shows. A full run executes all of them in every language at three versions; another one those of one
 * version, 30 of which are in TypeScript or Python.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { GroupPage } from 'lading/testing';
import { packages, spec } from '../paths.js';
import { examplesText, recorded, ShownDigests, type RecordedResponse } from '../samples/recorded.js';
import { languages, python, SampleRun, type SampledOperation, type SampleLanguage } from '../samples/sample-run.js';
import { execId, prepare, steps } from '../samples/steps.js';

const seed = inject('seed');
const versions = ['1.41', '1.44', '1.55'] as const;
/** The one whose responses are recorded; the overlays say how those of the others differ. */
const base = '1.44';
/** It has all operations of the others. */
const newest = '1.55';
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const hasRequests = spawnSync(python, ['-c', 'import requests_unixsocket']).status === 0;
const ids = steps.map(({ id }) => id);

interface SampleSeries {
  readonly version: string;
  readonly languageOf: (id: string) => SampleLanguage;
  readonly title: string;
}

const usable = languages.filter((language) => language !== 'python' || hasRequests);
const all = versions.flatMap((version) =>
  usable.map((language): SampleSeries => ({ version, languageOf: () => language, title: language })),
);

/** One version, with 30 samples in other languages than curl. */
function drawn(): SampleSeries {
  const version = versions[seed % versions.length] ?? '1.44';
  const others = usable.filter((language) => language !== 'curl');
  const ranked = ids.map((id, at) => [id, Math.imul(seed ^ (at + 1), 2654435761) >>> 0] as const);
  const chosen = new Map(ranked.sort((a, b) => a[1] - b[1]).slice(0, 30));
  return {
    version,
    languageOf: (id) => others[(chosen.get(id) ?? 0) % others.length] ?? 'curl',
    title: '30 drawn ones',
  };
}

function dataOf(version: string): string {
  return join(packages, `v${version}`, 'docs', 'dist');
}

function json<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(...path), 'utf8')) as T;
}

/** Returns the operations of a version, of which an extended version may have the page. */
function operationsOf(version: string): ReadonlyMap<string, SampledOperation> {
  interface Listed {
    readonly pages: readonly { readonly path: string; readonly kind: string; readonly package: string }[];
  }
  const groups = json<Listed>(dataOf(version), 'index.json').pages.filter(({ kind }) => kind === 'group');
  const operations = groups.flatMap(({ path, package: name }) => {
    return json<GroupPage>(dataOf(name.replace(/^.*-v/, '')), 'pages', `${path}.json`).operations;
  });
  return new Map(operations.map((operation) => [operation.id, operation]));
}

/** Returns what is wrong about the body of a response; empty if it is not JSON. */
function misfit(ajv: Ajv2020, { path, method, examples }: SampledOperation, body: string): string {
  const { status, mediaType = '' } = examples.response;
  if (method === 'HEAD' || !/[/+]json\b/.test(mediaType) || examples.response.body === undefined) return '';
  const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema']
    .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `api#/${pointer}` });
  // A stream has one value in each line, the last of which may be cut off.
  const lines = body.trim().split(/\r?\n(?=\{)/);
  const [value] = lines.slice(0, 1);
  return validate(JSON.parse(value ?? '')) ? '' : ajv.errorsText(validate.errors);
}

/** Returns what a page shows of a response, beside its status. */
function contentOf({ mediaType, body, text }: RecordedResponse) {
  return body === undefined && text === undefined ? {} : { mediaType, body, text };
}

test.skipIf(hasRequests)('Python has its package requests-unixsocket', () => expect(hasRequests).toBe(false));

describe.skipIf(!hasCurl).each(inject('isFullRun') ? all : [drawn()])(
  'samples of $version, $title',
  ({ version, languageOf, title }) => {
    const writesFile = version === base && title === 'curl';
    const operations = operationsOf(version);
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(
      json<object>(dataOf(version), 'openapi.json'),
      'api',
    );
    const responses = new Map<string, RecordedResponse>();
    const digests = new ShownDigests(execId);
    let run: SampleRun;
    beforeAll(async () => {
      run = new SampleRun(version);
      await run.start();
    });
    afterAll(() => run.stop());

    test('every operation is executed', () => {
      // The others are operations of other versions.
      const listed = ids.filter((id) => operations.has(id) || version === newest);
      expect(listed.sort()).toEqual([...operations.keys()].sort());
    });

    test.each(steps.filter(({ id }) => operations.has(id)))(
      '$id responds with its documented status',
      async (step) => {
        const { id } = step;
        const operation = operations.get(id);
        if (operation === undefined) throw new Error(`there is no operation ${id}`);
        await prepare(run, operation, step);
        run.clock.beginSample(ids.indexOf(id));
        const { response, failure } = await run.run(operation, languageOf(id));
        const statuses = operation.responses.map(({ status }) => status).filter((status) => /^(2|101)/.test(status));
        expect([failure, response?.status, response?.body.slice(0, 300)]).toEqual([
          '',
          expect.toBeOneOf(statuses),
          response?.body.slice(0, 300),
        ]);
        if (response?.status !== '101') expect(misfit(ajv, operation, response?.body ?? '')).toBe('');
        if (response === undefined) return;
        const came = recorded(response, run.values, digests);
        responses.set(id, came);
        // Clients of other languages upgrade the connection.
        if (!writesFile && came.status !== '101')
          expect(contentOf(came)).toEqual(contentOf(operation.examples.response));
      },
      60_000,
    );

    // `-u` writes the file.
    test.runIf(writesFile)('the examples of the specification are what came back', async () => {
      await expect(examplesText(responses, 'Docker')).toMatchFileSnapshot(join(spec, `v${base}`, 'responses.yaml'));
    });
  },
);
