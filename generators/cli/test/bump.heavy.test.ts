/**
 * `lading bump` on a copy of the specification: what it adds, what it asks, and what it does not change. A run that is not
 * full bumps to one version; `bump-generate.heavy.test.ts` and `bump-corrections.test.ts` bump small specifications.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parse } from 'yaml';
import { versionNamed, versionsOfSpec } from '../../overlay/index.js';
import { get, isObject, type Json } from '../../document/index.js';
import { slashed } from '../../document/path.js';
import { readDocument, readSpec } from '../../read/index.js';
import { keepVersions } from '../../testing/keep-versions.js';
import { main } from '../main.js';
import { contentsOf } from './testing/cases.js';

const own = fileURLToPath(new URL('../../../spec', import.meta.url));
const published = fileURLToPath(new URL('../../../../shared/upstream', import.meta.url));
const isThere = existsSync(published);
const without = isThere ? '' : ' (SKIPPED: there are no published documents in ../shared/upstream)';
if (!isThere) console.warn(without);

const folder = temporaryFolder();
const spec = join(folder, 'spec');
beforeAll(() => {
  cpSync(own, spec, { recursive: true });
  // Those that the test adds.
  keepVersions(spec, (version) => version === '1.41');
});

interface Report {
  readonly decided: boolean;
  readonly extends: string;
  readonly written: readonly string[];
  readonly unwritten: readonly (readonly string[])[];
  readonly questions: readonly { kind: string; place: string; operations: readonly string[]; question: string }[];
  readonly changes: readonly { place: string; kind: string; breaks: string }[];
  readonly overlay: string;
}

async function bump(version: string, ...more: readonly string[]): Promise<Report & { exit: number }> {
  const output: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  const exit = await main(['bump', join(published, `v${version}.yaml`), '--spec', spec, '--json', ...more]);
  vi.restoreAllMocks();
  return { ...(JSON.parse(output.join('')) as Report), exit };
}

function documentOf(version: string): Json {
  return versionNamed(versionsOfSpec(readSpec(spec)), version).document.root;
}

/** Every text of a published document that is long enough to be somebody's. */
function sentencesOf(value: Json, found: string[] = []): readonly string[] {
  if (Array.isArray(value)) for (const entry of value as readonly Json[]) sentencesOf(entry, found);
  else if (isObject(value)) for (const entry of Object.values(value)) sentencesOf(entry, found);
  else if (typeof value === 'string') {
    found.push(
      ...value
        .split(/(?<=[.:])\s+|\n+/)
        .map((text) => text.trim())
        .filter((text) => text.split(' ').length > 4),
    );
  }
  return found;
}

describe.skipIf(!isThere)(`bump${without}`, { timeout: 240_000 }, () => {
  const isFullRun = inject('isFullRun');
  it.runIf(isFullRun)('only reports with --dry-run', async () => {
    const before = contentsOf(spec);
    const report = await bump('1.45', '--dry-run');
    expect(contentsOf(spec)).toEqual(before);
    expect(report).toMatchObject({ exit: 3, decided: false, extends: '1.44', written: [] });
    expect(report.unwritten.map((path) => path.slice(2).join('.'))).toEqual([
      'VolumeOptionsInput.properties.Subpath',
      'VolumeOptions.properties.Subpath',
    ]);
    expect(
      report.questions.filter(({ kind }) => kind === 'rule').map(({ place, operations }) => [place, operations]),
    ).toEqual([
      ['request.downgrade, VolumeOptionsInput.Subpath', ['ContainerCreate', 'ServiceCreate', 'ServiceUpdate']],
    ]);
    expect(report.changes.map(({ place, kind, breaks }) => `${place} ${kind} ${breaks}`)).toEqual([
      'ImageInspect.Container removed client',
      'ImageInspect.ContainerConfig removed client',
      'VolumeOptions.Subpath added none',
      'VolumeOptionsInput.Subpath added none',
    ]);
  });

  const from = isFullRun ? '1.45' : '1.44';
  it('takes 1.48 over, in a full run upon 1.45, and leaves what was there', async () => {
    const documentsBefore = ['1.44', '1.41'].map(documentOf);
    const before = new Set(contentsOf(spec));
    if (isFullRun) await bump('1.45');
    const { questions, overlay, written } = await bump('1.48');
    expect(['1.44', '1.41'].map(documentOf)).toEqual(documentsBefore);
    const changed = contentsOf(spec)
      .filter((file) => !before.has(file))
      .map((file) => file.slice(0, file.indexOf(':')));
    expect(changed.filter((file) => !file.startsWith('corrections/'))).toEqual(
      expect.arrayContaining([...(isFullRun ? ['overlays/v1.45.yaml'] : []), 'overlays/v1.48.yaml', 'versions.yaml']),
    );
    expect(changed.filter((file) => file.startsWith('v1.44/') || file === 'overlays/v1.41.yaml')).toEqual([]);
    expect(written.length).toBeGreaterThan(2);

    // No mistake that was corrected comes back: its correction does not reach it, so ours stays and it is asked.
    const schemas = (version: string) =>
      get((documentOf(version) as { components: { schemas: Json } }).components, 'schemas') as Record<
        string,
        Record<string, Json>
      >;
    const inspect = schemas('1.48')['ContainerInspectResponse'];
    expect(inspect?.['required']).toEqual(schemas(from)['ContainerInspectResponse']?.['required']);
    const asked = questions.filter(({ kind }) => kind === 'correction').map(({ place }) => place);
    expect(asked).toContain('components schemas ContainerInspectResponse required');

    // Between the two lie versions: nobody knows which of them brought a thing.
    expect(overlay).not.toContain('x-lading-since: "1.48"');
    expect(
      questions.filter(({ question }) => question.startsWith(`There are versions between ${from} and 1.48`)),
    ).not.toEqual([]);

    // A schema under another name keeps its descriptions, and its corrections, which are asked about no more.
    expect(asked.filter((place) => place.startsWith('container-graph-driver-data'))).toEqual([]);
    expect(changed).toContain('corrections/container-graph-driver-data-1.48.yaml');
    expect(schemas('1.48')['DriverData']).toEqual(schemas(from)['GraphDriverData']);
    expect(schemas('1.48')['GraphDriverData']).toBeUndefined();

    // Facts only: none of the publisher's sentences.
    const foreign = new Set(sentencesOf(readDocument(join(published, 'v1.48.yaml')).root));
    const ours = new Set(sentencesOf(documentOf('1.44')));
    const texts = sentencesOf(parse(overlay) as Json);
    expect(texts.filter((text) => foreign.has(text) && !ours.has(text))).toEqual([]);
    expect(foreign.size).toBeGreaterThan(500);
  });

  it.runIf(isFullRun)('adds versions in between, each upon the next newer one', async () => {
    const documentsBefore = documentOf('1.41');
    const { questions, ...report } = await bump('1.43');
    expect(report).toMatchObject({ extends: '1.44' });
    const { changes } = await bump('1.42');
    expect(changes.map(({ place }) => place)).toContain('HostConfig.Annotations');
    const links = readSpec(spec).overlays.map(
      (overlay) => `${overlay.version} ${overlay.extends.slice(spec.length + 1)}`,
    );
    expect(links).toEqual([
      '1.41 v1.44/openapi.yaml',
      '1.45 v1.44/openapi.yaml',
      '1.48 overlays/v1.45.yaml',
      '1.43 v1.44/openapi.yaml',
      '1.42 overlays/v1.43.yaml',
    ]);
    expect(documentOf('1.41')).toEqual(documentsBefore);
    // What 1.44 does no longer have says so, and no correction that only describes a thing makes it where it was not yet.
    const text = readFileSync(join(spec, 'overlays/v1.43.yaml'), 'utf8');
    expect(text).toContain('x-lading-until: "1.44"');
    const { components } = documentOf('1.43') as { components: { schemas: Record<string, Json> } };
    expect(Object.keys(components.schemas)).not.toContain('Seccomp');
    // What is known to have been deprecated later is not yet, and nobody is asked.
    expect(JSON.stringify(components)).not.toContain('"x-lading-deprecated-since":"1.44"');
    expect(questions.filter(({ kind }) => kind === 'fact')).toEqual([]);
  });

  it('rejects an existing version', async () => {
    const output: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => output.push(String(text)) > 0);
    const exit = await main(['bump', join(published, 'v1.44.yaml'), '--spec', own]);
    vi.restoreAllMocks();
    expect(exit).toBe(1);
    expect(output.join('')).toBe(
      `VERSION_DUPLICATE: The specification already contains version "1.44" (${slashed(join(own, 'versions.yaml'))}). Edit its overlay, or name the document of another version.\n`,
    );
  });
});
