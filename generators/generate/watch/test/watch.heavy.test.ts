/** Watching from the user's view: ways of saving, and the output and files that follow. */
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from '../../../document/path.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putThings } from '../../../testing/things.js';
import { eventText, watch, type WatchEvent } from '../index.js';

const root = 'spec/v1.0/openapi.yaml';
let folder = '';
let end = new AbortController();
let events: WatchEvent[] = [];
let ended: Promise<void> = Promise.resolve();

const at = (path: string) => join(folder, path);
const put = (path: string, text: string) => writeFileSync(at(path), text);
const read = (path: string) => readFileSync(at(path), 'utf8');
const edit = (path: string, from: string, to: string) => put(path, read(path).replace(from, to));
const things = (version = '1.0') => read(`out/v${version}/types/gen/thing.ts`);

beforeEach(async () => {
  folder = temporaryFolder();
  putThings(folder);
  put('lading.config.json', JSON.stringify({ spec: 'spec', emitters: [['types', { paths: false }]], out: 'out' }));
  [end, events] = [new AbortController(), []];
});

afterEach(async () => {
  end.abort();
  await ended;
});

async function start(): Promise<void> {
  const say = (event: WatchEvent) => void events.push(event);
  ended = watch({ config: at('lading.config.json') }, { signal: end.signal, say });
  await until(() => events.length > 0);
}

/** Waits for a condition; the time limit of the test applies. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}

/** Saves a file, and returns the first event that follows. */
async function saved(save: () => void, isIt: (event: WatchEvent) => boolean = () => true): Promise<WatchEvent> {
  const before = events.length;
  save();
  await until(() => events.slice(before).some(isIt));
  return events.slice(before).find(isIt) as WatchEvent;
}

describe('generate --watch', () => {
  it('reports new warnings once', async () => {
    await start();
    const first = await saved(() => edit(root, '{ type: string', '{ type: text'));
    expect(first.warnings).toMatchObject([
      { rule: 'type-unknown', place: expect.stringContaining('#/components/schemas/Thing/properties/AcmeName/type') },
    ]);
    const next = await saved(() => edit(root, 'What it is called.', 'Its name.'));
    expect(next.warnings).toEqual([]);
  });

  it('generates of several APIs those that a save concerns, also one that is added', async () => {
    const api = { spec: 'spec', emitters: [['types', { paths: false }]] };
    putThings(at('other'));
    const apis = { one: api, two: { ...api, spec: 'other/spec' } };
    const config = (all: object) => put('lading.config.json', JSON.stringify({ apis: all }));
    config(apis);
    await start();
    await until(() => events.length > 1);
    expect(events.map((event) => event.api)).toEqual(['one', 'two']);
    const event = await saved(() => edit(root, 'What it is called.', 'Its name.'));
    expect(event).toMatchObject({ api: 'one', written: expect.arrayContaining(['v1.0/types/gen/thing.ts']) as object });
    expect(eventText({ ...event, changed: [] })).toMatch(/^one: \.lading\.sha256/);
    const added = await saved(
      () => config({ ...apis, three: api }),
      (one) => one.api === 'three',
    );
    expect(added.written).toContain('v1.0/types/gen/thing.ts');
    const wrong = events.length;
    config({ ...apis, three: { ...api, out: 'generated/one' } });
    await until(() => events.length > wrong);
    expect(events.slice(wrong).map(({ problem }) => problem?.place)).toEqual([
      `${at('lading.config.json')}#/apis/three/out`,
    ]);
    expect(events.filter((one) => one.api === 'two' && one.changed.length > 0).map((one) => one.written)).toEqual([[]]);
  });

  it('generates at the start, and writes again what a save changes', async () => {
    await start();
    expect(events[0]).toMatchObject({ changed: [], removed: [] });
    expect(events[0]?.written).toContain('v1.0/types/gen/thing.ts');
    const event = await saved(() => edit(root, 'What it is called.', 'Its name.'));
    expect(event.changed.map((path) => relative(folder, resolve(path)))).toEqual([root]);
    expect(event.written).toEqual(['.lading.sha256', 'v1.0/types/gen/thing.ts']);
    expect(things()).toContain('Its name.');
  });

  it('sees a save that renames another file into place, and one that deletes first', async () => {
    await start();
    await saved(() => {
      put('spec/v1.0/.openapi.yaml.swp', read(root).replace('What it is called.', 'Renamed into place.'));
      renameSync(at('spec/v1.0/.openapi.yaml.swp'), at(root));
    });
    expect(things()).toContain('Renamed into place.');
    const text = read(root).replace('Renamed into place.', 'Deleted first.');
    const afterRemoval = await saved(() => unlinkSync(at(root)));
    expect(afterRemoval.problem).toMatchObject({ code: 'READ_MISSING' });
    expect(things()).toContain('Renamed into place.');
    await saved(() => put(root, text));
    expect(things()).toContain('Deleted first.');
  });

  it('reports a problem, leaves the output unchanged, and continues', async () => {
    await start();
    const before = [things(), read('out/.lading.sha256')];
    const text = read(root);
    const event = await saved(() => put(root, `${text}\n\t: no YAML`));
    expect(event).toMatchObject({ written: [], removed: [], problem: { code: 'READ_SYNTAX' } });
    expect([things(), read('out/.lading.sha256')]).toEqual(before);
    expect(await saved(() => put(root, text))).toMatchObject({ written: [], removed: [] });
    await saved(() => edit(root, 'What it is called.', 'Mended.'));
    expect(things()).toContain('Mended.');
  });

  it('ends a burst of saves with what was saved last', async () => {
    await start();
    for (let count = 1; count <= 30; count += 1) {
      put(root, read(root).replace(/description: (What it is called\.|Save \d+\.)/, `description: Save ${count}.`));
      await sleep(count % 7);
    }
    await until(() => things().includes('Save 30.'));
    expect(events.length).toBeLessThan(25);
  });

  it('reads what is referred to anew, also in a folder that is new', async () => {
    await start();
    const missing = await saved(() =>
      edit(
        root,
        '{ type: string, description: What it is called. }',
        "{ $ref: 'parts/name.yaml#/components/schemas/Name' }",
      ),
    );
    expect(missing.problem).toMatchObject({ code: 'READ_MISSING' });
    mkdirSync(at('spec/v1.0/parts'));
    await saved(
      () => put('spec/v1.0/parts/name.yaml', 'components: { schemas: { Name: { type: integer } } }\n'),
      ({ problem }) => problem === undefined,
    );
    expect(things()).toContain('export type Name = number;');
    await saved(() => edit('spec/v1.0/parts/name.yaml', 'integer', 'boolean'));
    expect(things()).toContain('export type Name = boolean;');
  });

  it('generates a version that an overlay makes, and takes it away again', async () => {
    await start();
    mkdirSync(at('spec/overlays'), { recursive: true });
    put(
      'spec/overlays/v0.9.yaml',
      `overlay: 1.0.0
info: { title: Earlier things, version: '0.9' }
extends: ../v1.0/openapi.yaml
actions:
  - { target: $.info, update: { version: '0.9' } }
  - { target: $.servers, remove: true }
  - { target: $.components.schemas.Thing.properties.VendorName, remove: true }
`,
    );
    const list = read('spec/versions.yaml');
    const addedVersion = await saved(() => put('spec/versions.yaml', `${list}overlays:\n  - overlays/v0.9.yaml\n`));
    expect(addedVersion.problem).toBeUndefined();
    expect(addedVersion.written).toContain('v0.9/types/gen/thing.ts');
    const afterRemoval = await saved(() => put('spec/versions.yaml', list));
    expect(afterRemoval.removed).toContain('v0.9/types/gen/thing.ts');
  });

  it.each(['words.ts', 'words.mjs'])('follows its configuration and an emitter of one’s own, %s', async (file) => {
    const emitter = (word: string) =>
      `export default { name: 'words', emit: () => ({ manifest: { description: 'Words' }, files: [{ path: 'gen/word.txt', text: '${word}\\n' }] }) };\n`;
    put(file, emitter('one'));
    await start();
    const config = { spec: 'spec', emitters: [['types', { paths: false }], `./${file}`], out: 'out' };
    await saved(() => put('lading.config.json', JSON.stringify(config)));
    expect(read('out/v1.0/words/gen/word.txt')).toBe('one\n');
    await saved(() => put(file, emitter('two')));
    expect(read('out/v1.0/words/gen/word.txt')).toBe('two\n');
    const event = await saved(() => put('lading.config.json', '{ "spek": "spec" }'));
    expect(event.problem).toMatchObject({ code: 'CONFIG_STRUCTURE' });
    await saved(() => put('lading.config.json', JSON.stringify({ ...config, scope: '@acme' })));
    expect(read('out/v1.0/words/package.json')).toContain('@acme/words-v1.0');
  });

  it('reads a wrong configuration again after a change, and not before', async () => {
    await start();
    const wrong = await saved(() => put('lading.config.json', '{ "spek": "spec" }'));
    expect(wrong.problem).toMatchObject({ code: 'CONFIG_STRUCTURE' });
    const before = events.length;
    await sleep(1500);
    expect(events.length).toBe(before);
    // The document alone does not bring the earlier configuration back.
    const again = await saved(() => edit(root, 'What it is called.', 'Its name.'));
    expect(again).toMatchObject({ written: [], problem: { code: 'CONFIG_STRUCTURE' } });
    await saved(() =>
      put('lading.config.json', JSON.stringify({ spec: 'spec', emitters: [['types', { paths: false }]], out: 'out' })),
    );
    expect(things()).toContain('Its name.');
  });

  it('reports an API that is added and wrong, once, and generates it when it is right', async () => {
    const api = { spec: 'spec', emitters: ['contract'] };
    const config = (all: object) => put('lading.config.json', JSON.stringify({ apis: all }));
    config({ one: api });
    await start();
    const wrong = await saved(
      () => config({ one: api, two: { ...api, emitters: ['./late.ts'] } }),
      ({ problem }) => problem !== undefined,
    );
    expect(wrong).toMatchObject({ api: 'two', written: [], problem: { code: 'CONFIG_STRUCTURE' } });
    const count = () => events.filter(({ problem }) => problem !== undefined).length;
    await saved(() => edit(root, 'What it is called.', 'Its name.'));
    await sleep(1000);
    expect(count()).toBe(1);
    const right = await saved(
      () => config({ one: api, two: api }),
      (event) => event.api === 'two',
    );
    expect(right.written).toContain('v1.0/contract/gen/index.ts');
  });

  it('regenerates the paths modules', async () => {
    put('lading.config.json', JSON.stringify({ spec: 'spec', emitters: ['types'], out: 'out' }));
    await start();
    expect(read('out/v1.0/types/gen/paths.ts')).toContain('"/things"');
    await saved(() => edit(root, '  /things:', '  /stuff:'));
    expect(read('out/v1.0/types/gen/paths.ts')).toContain('"/stuff"');
  });

  it('waits for another command that writes into the same folder', async () => {
    await start();
    mkdirSync(at('out/.lading'));
    const lock = at(`out/.lading/lock.${process.ppid}.0.elsewhere`);
    writeFileSync(lock, '');
    const event = await saved(() => edit(root, 'What it is called.', 'Later.'));
    expect(event.problem).toMatchObject({ code: 'WRITE_BUSY' });
    unlinkSync(lock);
    await until(() => things().includes('Later.'));
  });
});

describe('a line', () => {
  const event = {
    changed: ['a.yaml'],
    written: ['1', '2', '3', '4'],
    removed: ['5'],
    warnings: [],
    milliseconds: 12,
  };

  it('reports the changes, the written files and the duration', () => {
    expect(eventText(event)).toBe('a.yaml → 1, 2, 3 and 2 more, 12 ms\n');
    expect(eventText({ ...event, written: [], removed: [] })).toBe('a.yaml → no changes, 12 ms\n');
    expect(JSON.parse(eventText(event, { json: true }))).toEqual(event);
    expect(eventText(event, { quiet: true })).toBe('');
  });

  it('reports warnings with their places', () => {
    const warning = { severity: 'warning', rule: 'a', place: 'a.yaml#/info', sentence: 'It is odd.' } as const;
    const text = eventText({ ...event, warnings: [warning] });
    expect(text).toBe('a.yaml → 1, 2, 3 and 2 more, 12 ms\nwarning  a.yaml#/info\n         It is odd.\n');
  });

  it('reports a problem with its place and its remedy', () => {
    const problem = { code: 'READ_SYNTAX' as const, subject: 'It is wrong', place: 'a.yaml', remedy: 'Mend it' };
    const text = 'a.yaml → READ_SYNTAX: It is wrong (a.yaml). Mend it.\n';
    expect(eventText({ ...event, problem })).toBe(text);
    expect(eventText({ ...event, problem }, { quiet: true })).toBe(text);
  });
});
