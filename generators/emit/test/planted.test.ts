/** Everything that comes out of a document is data: planted in any field, code stays text in all that is emitted. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, timelineOf } from '../../cli/pipeline.js';
import { Steps } from '../../cli/steps.js';
import type { VersionDocument } from '../../cli/versions.js';
import type { OutputFile } from '../../code/index.js';
import { derive, printOverlay } from '../../compare/index.js';
import { equal, isObject, objectOf, type Document, type Json, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { LadingError } from '../../problem/index.js';
import { documentOf, parseText } from '../../read/index.js';
import { emitOpenapi } from '../openapi/index.js';
import { payloads } from './testing/payloads.js';
import { fields, planted, root, type Field } from './testing/planted-fields.js';
import { syntaxOf } from './testing/syntax.js';

const silent = new Steps(() => undefined);

const options = { scope: '@lading', paths: true, workspace: true };

function emitted(versions: readonly VersionDocument[]): Promise<readonly OutputFile[]> {
  const head = () => versions.map(({ source }) => `Generated from ${source}.`);
  return filesOf(timelineOf(versions, silent), { ...options, head }, silent);
}

function alone(document: Document): readonly VersionDocument[] {
  return [{ document, source: 'api.yaml' }];
}

/** A second version lacks a property, so that most names are passed on to it. */
function extended(document: Document): readonly VersionDocument[] {
  const version = `${document.version}.0`;
  const older = { ...document, version, root: withoutSize(document.root) };
  return [...alone(document), { document: older, source: 'older.yaml', extends: document.version }];
}

function withoutSize(tree: JsonObject): JsonObject {
  const shape = ['components', 'schemas', 'Box', 'properties', 'Size'];
  const cut = (value: Json, depth: number): Json =>
    isObject(value)
      ? objectOf(
          Object.entries(value)
            .filter(([key]) => depth !== 4 || key !== shape[4])
            .map(([key, entry]) => [key, key === shape[depth] ? cut(entry, depth + 1) : entry] as const),
        )
      : value;
  return cut(tree, 0) as JsonObject;
}

/** The kinds of syntax in all files, and everything that must not be in them. */
function judged(files: readonly OutputFile[]) {
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (const { path, text } of files) {
    if (posix.normalize(path) !== path || !/^(?!\.\.)[\w.-]+(\/(?!\.\.)[\w.-]+)*$/.test(path))
      wrong.push(`path ${path}`);
    if (Buffer.from(text).toString() !== text) wrong.push(`${path} cannot be written as UTF-8`);
    // eslint-disable-next-line no-control-regex
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ue000-\ue002]/.test(text))
      wrong.push(`${path} holds control characters`);
    if (path.endsWith('.json')) JSON.parse(text);
    if (!path.endsWith('.ts')) continue;
    const syntax = syntaxOf(path, text);
    wrong.push(...[...syntax.errors, ...syntax.strange].map((complaint) => `${path}: ${complaint}`));
    wrong.push(
      ...syntax.specifiers
        .filter((specifier) => !/^(\.\.?\/[\w./-]+\.js|@lading\/types-v[\w.-]+)$/.test(specifier))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    for (const [kind, count] of Object.entries(syntax.counts)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return { counts, wrong };
}

/** The document with the value in the field, or the problem that refuses it. */
function documentWith(field: Field, value: Json): Document {
  return documentOf('api.yaml', planted(root, field, value));
}

async function unlessRefused<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LadingError) return undefined;
    throw error;
  }
}

/** A value of the same kind that harms nobody. */
function harmless(value: Json): Json {
  if (typeof value === 'string') return value === 'class' ? 'plain' : 'benign';
  if (Array.isArray(value)) return value.map(harmless);
  return value !== null && typeof value === 'object' ? { a: 'benign' } : value;
}

/** What is wrong with the files of these versions, held against those of a harmless twin. */
async function complaints(
  field: Field,
  chosen: readonly (readonly [string, Json])[],
  versionsOf: (document: Document) => readonly VersionDocument[],
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const twins = new Map<string, Promise<JsonObject | undefined>>();
  const filesWith = (value: Json) => unlessRefused(() => emitted(versionsOf(documentWith(field, value))));
  const countsOfTwin = async (value: Json) => {
    const files = await filesWith(value);
    return files && judged(files).counts;
  };
  for (const [name, value] of chosen) {
    const complain = (text: string) => wrong.push(`${name}: ${text.slice(0, 400)}`);
    try {
      const files = await filesWith(value);
      if (files === undefined) continue;
      const found = judged(files);
      found.wrong.forEach(complain);
      const twin = harmless(value);
      const key = JSON.stringify(twin);
      const counts = await (twins.get(key) ?? twins.set(key, countsOfTwin(twin)).get(key));
      if (counts !== undefined && !equal(counts, found.counts))
        complain(`other syntax: ${differences(counts, found.counts)}`);
    } catch (error) {
      complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  return wrong;
}

const evil = Object.entries(payloads);
const passedOn = evil.filter(([name]) => ['single quote', 'comment end', '__proto__'].includes(name));

describe.each(fields.map((field) => [field[0], field] as const))('planted as %s', (_name, field) => {
  it('stays data in all that is emitted', async () => {
    expect(await complaints(field, evil, alone)).toEqual([]);
    expect(await complaints(field, passedOn, extended)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('survives the emitted document and the derived overlay', () => {
    const wrong: string[] = [];
    const plain = documentOf('api.yaml', root);
    for (const [name, value] of Object.entries(payloads)) {
      try {
        const document = documentWith(field, value);
        const text = printOverlay(derive(plain, document));
        const overlay = parseOverlay('overlay.yaml', parseText('overlay.yaml', text));
        if (!equal(applyOverlay(root, overlay), document.root))
          wrong.push(`${name}: the overlay makes another document`);
        const api = normalize(document);
        const again = normalize(documentOf('again.yaml', JSON.parse(JSON.stringify(emitOpenapi(api))) as Json));
        const bare = (shapes: typeof api.shapes) =>
          Object.fromEntries(shapes.map(({ named: _named, ...shape }) => [shape.name, shape]));
        const [one, other] = [api, again].map(
          (model) => JSON.parse(JSON.stringify({ ...model, shapes: bare(model.shapes) })) as Json,
        );
        if (!equal(one, other)) wrong.push(`${name}: the emitted document says something else`);
      } catch (error) {
        if (!(error instanceof LadingError))
          wrong.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function differences(wanted: JsonObject, found: JsonObject): string {
  const kinds = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
  return kinds
    .filter((kind) => wanted[kind] !== found[kind])
    .map((kind) => `${kind} ${String(wanted[kind] ?? 0)} → ${String(found[kind] ?? 0)}`)
    .join(', ');
}
