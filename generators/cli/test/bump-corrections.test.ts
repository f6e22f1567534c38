/** `lading bump` with corrections that were written for other documents. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { beforeEach, expect, it, vi } from 'vitest';
import { publishedThings, putThings } from '../../testing/things.js';
import { main } from '../main.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  putThings(folder);
  mkdirSync(join(folder, 'spec/corrections'));
});

function correction(name: string, actions: string, versions = "['1.0']"): void {
  const head = `overlay: 1.1.0\ninfo: { title: A mistake, version: 1.0.0 }\nx-lading-correction:\n  applies-to: ${versions}`;
  writeFileSync(join(folder, 'spec/corrections', name), `${head}\n  evidence: Seen.\nactions:\n${actions}`);
}

function corrections(): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, 'spec/corrections')).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, 'spec/corrections', name), 'utf8')]));
}

interface CorrectionReport {
  readonly questions: readonly { readonly kind: string; readonly place: string; readonly question: string }[];
  readonly changes: readonly { readonly sentence: string }[];
  readonly overlay: string;
}

async function bump(version: string, previous: string): Promise<CorrectionReport> {
  const output: string[] = [];
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => output.push(String(text)) > 0);
  const files = [`acme-${version}.yaml`, '--previous', `acme-${previous}.yaml`].map((arg) =>
    arg.startsWith('--') ? arg : join(folder, arg),
  );
  await main(['bump', ...files, '--spec', join(folder, 'spec'), '--json']);
  vi.restoreAllMocks();
  return JSON.parse(output.join('')) as CorrectionReport;
}

const nullable = (member: string) =>
  `  - target: $.definitions.Thing.properties.${member}\n    update: { x-nullable: true }\n`;

it('lists the corrections of one more version, and touches none of them', async () => {
  correction('a.yaml', nullable('AcmeName'));
  correction('b.yaml', nullable('AcmeName').replace('x-nullable: true', 'maxLength: 9'), '\n    - "1.0"');
  const before = corrections();
  await bump('1.1', '1.0');
  expect(corrections()).toEqual(before);
  expect(listOf('1.1')).toEqual(['a', 'b']);
  // The next bump goes on from there.
  writeFileSync(join(folder, 'acme-1.2.yaml'), publishedThings('1.2'));
  const { questions } = await bump('1.2', '1.1');
  expect(questions.filter(({ kind }) => kind === 'correction')).toEqual([]);
  expect(corrections()).toEqual(before);
  expect(listOf('1.2')).toEqual(['a', 'b']);
});

function listOf(version: string): unknown {
  const list = parse(readFileSync(join(folder, 'spec/corrections/versions', `${version}.yaml`), 'utf8')) as object;
  return Object.entries(list).flatMap(([key, names]) => (key === 'corrections' ? (names as unknown[]) : []));
}

const renamedTo = (name: string, text: string) =>
  text.replace('#/definitions/Thing', `#/definitions/${name}`).replace('  Thing:\n', `  ${name}:\n`);

it('follows a schema that got another name, in a separate file', async () => {
  correction('thing-name-1.0.yaml', nullable('AcmeName'));
  correction(
    'thing-size-1.0.yaml',
    nullable('AcmeName').replace('.Thing', "['Thing']").replace('x-nullable: true', 'maxLength: 9'),
  );
  writeFileSync(join(folder, 'acme-1.1.yaml'), renamedTo('Gadget', publishedThings('1.1')));
  const before = corrections();
  const { questions, changes } = await bump('1.1', '1.0');
  expect(questions.filter(({ kind }) => kind === 'correction')).toEqual([]);
  expect(changes.map(({ sentence }) => sentence)).toEqual([
    'The schema `Thing` was renamed to `Gadget`; requests and responses do not change.',
  ]);
  expect(Object.keys(corrections())).toEqual([
    ...['thing-name-1.0.yaml', 'thing-name-1.1.yaml', 'thing-size-1.0.yaml', 'thing-size-1.1.yaml'],
  ]);
  expect(corrections()).toMatchObject(before);
  expect(corrections()['thing-name-1.1.yaml']).toContain('target: $.definitions.Gadget.properties.AcmeName\n');
  expect(corrections()['thing-size-1.1.yaml']).toContain("target: $.definitions['Gadget'].properties.AcmeName\n");
});

it('does not take another schema in the same place for a renamed one', async () => {
  correction('thing-name-1.0.yaml', nullable('AcmeName'));
  const other = renamedTo('Gadget', publishedThings('1.1')).replace('AcmeName', 'AcmeColor');
  writeFileSync(join(folder, 'acme-1.1.yaml'), other);
  const { questions } = await bump('1.1', '1.0');
  expect(questions.filter(({ kind }) => kind === 'correction').map(({ place }) => place)).toContain(
    'thing-name-1.0.yaml, $.definitions.Thing.properties.AcmeName',
  );
  expect(Object.keys(corrections())).toEqual(['thing-name-1.0.yaml']);
});

it('keeps the part of a correction that still matches, in a separate file, from which the next bump goes on', async () => {
  correction('thing-name-1.0.yaml', nullable('AcmeName') + nullable('AcmeOld'));
  const old = '      AcmeOld: { type: string }\n';
  writeFileSync(join(folder, 'acme-1.0.yaml'), publishedThings('1.0', old));
  writeFileSync(join(folder, 'acme-1.2.yaml'), publishedThings('1.2'));
  const before = corrections();
  const { questions } = await bump('1.1', '1.0');
  expect(questions.filter(({ kind }) => kind === 'correction')).toEqual([
    {
      kind: 'correction',
      place: 'thing-name-1.0.yaml, $.definitions.Thing.properties.AcmeOld',
      question:
        'The correction does not match the document of 1.1: does the mistake no longer exist? If it has moved, complete the correction for 1.1, with its evidence.',
      operations: [],
    },
  ]);
  expect(Object.keys(corrections())).toEqual(['thing-name-1.0.yaml', 'thing-name-1.1.yaml']);
  expect(corrections()['thing-name-1.0.yaml']).toBe(before['thing-name-1.0.yaml']);
  expect(corrections()['thing-name-1.1.yaml']).toContain('properties.AcmeName');
  expect(corrections()['thing-name-1.1.yaml']).toContain('evidence: Seen.');
  expect(corrections()['thing-name-1.1.yaml']).not.toContain('AcmeOld');
  expect((await bump('1.2', '1.1')).questions.filter(({ kind }) => kind === 'correction')).toEqual([]);
  expect(corrections()['thing-name-1.1.yaml']).toMatch(/applies-to:\n +- "1\.1"\n +evidence/);
  expect(listOf('1.2')).toEqual(['thing-name-1.1']);
});

it('keeps parts of corrections of one name for several versions in separate files', async () => {
  correction('thing-1.0.yaml', nullable('AcmeName') + nullable('AcmeOld'));
  correction('thing.yaml', nullable('AcmeName').replace('x-nullable: true', 'maxLength: 9') + nullable('AcmeElder'));
  // The name that a part would get belongs to a correction already.
  correction('size-1.1.yaml', nullable('AcmeName').replace('x-nullable: true', 'minLength: 1') + nullable('AcmeElder'));
  const before = corrections();
  const old = '      AcmeOld: { type: string }\n      AcmeElder: { type: string }\n';
  writeFileSync(join(folder, 'acme-1.0.yaml'), publishedThings('1.0', old));
  await bump('1.1', '1.0');
  const after = corrections();
  expect(Object.keys(after).filter((name) => !Object.hasOwn(before, name))).toEqual([
    ...['size-1.1-1.1.yaml', 'thing-1.0-1.1.yaml', 'thing-1.1.yaml'],
  ]);
  expect(after).toMatchObject(before);
  expect(after['thing-1.0-1.1.yaml']).toContain('x-nullable');
  expect(after['thing-1.1.yaml']).toContain('maxLength');
});

it('tells of a document that is not the edition the corrections were written for, and takes the next one over', async () => {
  correction('thing.yaml', nullable('AcmeName') + nullable('AcmeElsewhere'));
  const { questions, changes } = await bump('1.1', '1.0');
  expect(changes.map(({ sentence }) => sentence)).toEqual(['`Thing.VendorSize` was added to responses of ThingList.']);
  expect(questions.filter(({ kind }) => kind === 'correction')).toMatchObject([
    {
      place: 'thing.yaml, $.definitions.Thing.properties.AcmeElsewhere',
      question:
        'The correction matches neither document, so the one of 1.0 is another edition, and our value is unchanged: does this edition contain the mistake?',
    },
  ]);
});

it('leaves out of a correction what refers to a thing that the document does not have', async () => {
  const twin = `  - { target: $.definitions, update: { OldInput: {} } }\n  - { target: $.definitions.OldInput, copy: $.definitions.Old }\n`;
  correction('00-old.yaml', twin);
  correction(
    'thing.yaml',
    `  - target: $.definitions.Thing
    update: { properties: { AcmeOld: { allOf: [{ $ref: '#/definitions/OldInput' }] }, AcmeName: { x-nullable: true } } }
`,
  );
  writeFileSync(join(folder, 'acme-1.0.yaml'), `${publishedThings('1.0')}  Old: { type: string }\n`);
  const { questions } = await bump('1.1', '1.0');
  expect(questions.filter(({ kind }) => kind === 'correction').map(({ place }) => place)).toEqual([
    'thing.yaml, $.definitions.Thing',
    '00-old.yaml, $.definitions.OldInput',
    'components schemas Thing properties VendorOld',
  ]);
  expect(corrections()['thing-1.1.yaml']).toContain('AcmeName');
  expect(corrections()['thing-1.1.yaml']).not.toContain('OldInput');
  expect(Object.keys(corrections())).not.toContain('00-old-1.1.yaml');
});
