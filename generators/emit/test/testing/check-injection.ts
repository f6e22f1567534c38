/** Generates files from a document with injected values, and checks the result. */
import { posix } from 'node:path';
import type { VersionDocument } from '../../../overlay/index.js';
import { client } from '../../client/index.js';
import msw from '../../../examples/msw/emitter.js';
import { docs } from '../../docs/index.js';
import { customEmitter } from '../../../generate/custom-emitters/custom-emitter.js';
import { server } from '../../server/index.js';
import { filesOf, timelineOf } from '../../../generate/pipeline/index.js';
import { Steps } from '../../../generate/steps.js';
import type { OutputFile } from '../../../code/index.js';
import {
  equal,
  isObject,
  objectOf,
  type Document,
  type Json,
  type JsonObject,
  documentOf,
} from '../../../document/index.js';
import { LadingError } from '../../../diagnostics/index.js';
import type { GroupPage } from '../../docs/index.js';
import { unsafeMarkdown } from './markdown.js';
import { withValue, root, type InjectionField } from './injection-fields.js';
import { syntaxOf, type Syntax } from './syntax.js';

export const silent = new Steps(() => undefined);

// A custom emitter is as safe as the helpers that it uses.
const own = customEmitter(msw, 'examples/msw/emitter.ts');
const options = { naming: { scope: '@lading' }, emitters: [client, server, docs, own], workspace: true };

function emitted(versions: readonly VersionDocument[]): Promise<readonly OutputFile[]> {
  const head = () => versions.map(({ source }) => `Generated from ${source}.`);
  // Each runtime of clients in one of the two shapes: to emit both twice would double the time.
  const runtime = versions.length > 1 ? 'engine' : 'fetch';
  const emitterOptions = { types: { paths: true }, client: { runtime } };
  return filesOf(timelineOf(versions, silent), { ...options, options: emitterOptions, head }, silent);
}

export function alone(document: Document): readonly VersionDocument[] {
  return [{ document, source: 'api.yaml' }];
}

/** Returns the document and a version that extends it and lacks a property, so that it re-exports most names. */
export function extended(document: Document): readonly VersionDocument[] {
  const version = `${document.version}.0`;
  const older = { ...document, version, root: withoutSize(document.root) };
  return [...alone(document), { document: older, source: 'older.yaml', extends: document.version }];
}

function withoutSize(tree: JsonObject): JsonObject {
  const schema = ['components', 'schemas', 'Box', 'properties', 'Size'];
  const cut = (value: Json, depth: number): Json =>
    isObject(value)
      ? objectOf(
          Object.entries(value)
            .filter(([key]) => depth !== 4 || key !== schema[4])
            .map(([key, entry]) => [key, key === schema[depth] ? cut(entry, depth + 1) : entry] as const),
        )
      : value;
  return cut(tree, 0) as JsonObject;
}

// Cached, since most files of two runs are equal.
const syntaxCache = new Map<string, Syntax>();

function parsed(path: string, text: string): Syntax {
  const syntax = syntaxCache.get(text) ?? syntaxOf(path, text);
  if (text.length < 65_536) syntaxCache.set(text, syntax);
  return syntax;
}

const LARGE = 262_144;
const markdownCache = new Map<string, readonly string[]>();

function unsafeMarkdownIn(text: string): readonly string[] {
  const found = markdownCache.get(text) ?? unsafeMarkdown(text);
  if (text.length < 65_536) markdownCache.set(text, found);
  return found;
}

/** Returns the syntax errors in the code of a page. */
function brokenCode(page: string): readonly string[] {
  const { operations } = JSON.parse(page) as GroupPage;
  return operations.flatMap(({ code: { client = '', server = '' } }) =>
    [client, server]
      .filter((text) => text.length < LARGE)
      .flatMap((text) => parsed('example.ts', text).errors.map((error) => `${error} in ${text.slice(0, 200)}`)),
  );
}

/** Returns the number of syntax nodes of each kind in all files, and everything that must not be in them. */
function checkFiles(files: readonly OutputFile[]) {
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (const { path, text } of files) {
    if (posix.normalize(path) !== path || !/^(?!\.\.)[\w.-]+(\/(?!\.\.)[\w.~-]+)*$/.test(path))
      wrong.push(`path ${path}`);
    if (Buffer.from(text).toString() !== text) wrong.push(`${path} cannot be written as UTF-8`);
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ue000-\ue002]/.test(text))
      wrong.push(`${path} contains control characters`);
    if (path.endsWith('.json')) JSON.parse(text);
    if (path.endsWith('.md') && text.length < LARGE)
      wrong.push(...unsafeMarkdownIn(text).map((found) => `${path} contains ${found}`));
    if (/\/docs\/gen\/pages\/groups\//.test(path)) wrong.push(...brokenCode(text).map((error) => `${path}: ${error}`));
    if (!path.endsWith('.ts')) continue;
    const syntax = parsed(path, text);
    // The mock handlers are functions with any syntax: only their counts are compared.
    const unexpected = path.includes('/msw/gen/') ? [] : syntax.unexpected;
    wrong.push(...[...syntax.errors, ...unexpected].map((complaint) => `${path}: ${complaint}`));
    wrong.push(
      ...syntax.specifiers
        .filter(
          (specifier) =>
            !/^(\.\.?\/[\w./-]+\.js|msw|@lading\/(types|contract|client|server|msw)-v[\w.-]+(\/exact|\/operations|\/schemas)?|@lading\/runtime-(wire|client|fetch|server)(\/codegen|\/exact)?)$/.test(
              specifier,
            ),
        )
        .map((specifier) => `${path} imports ${specifier}`),
    );
    for (const [kind, count] of Object.entries(syntax.counts)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return { counts, wrong };
}

/** Returns a document with the value in the fields. */
export function documentWith(fields: readonly InjectionField[], value: Json): Document {
  return documentOf(
    'api.yaml',
    fields.reduce((tree, field) => withValue(tree, field, value), root),
  );
}

export async function unlessRefused<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LadingError) return undefined;
    throw error;
  }
}

/** Returns a benign value of the same type and structure: the value of an enum may be an object. */
function benignValue(value: Json): Json {
  if (typeof value === 'string') return value === 'class' ? 'plain' : 'benign';
  if (Array.isArray(value)) return value.map(benignValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.values(value).map((inner, index) => [`a${index}`, benignValue(inner)]));
}

type Payload = readonly [string, Json];
type VersionsOf = (document: Document) => readonly VersionDocument[];

/**
 * Returns the violations in the files of these versions, compared with those of a benign value; rejected documents have
 * none.
 */
export async function complaints(
  field: InjectionField,
  chosen: readonly Payload[],
  versionsOf: VersionsOf,
): Promise<readonly string[]> {
  const check = checkerOf([field], versionsOf);
  const wrong: string[] = [];
  for (const payload of chosen) wrong.push(...((await check(payload)) ?? []));
  return wrong;
}

/** Checks with the value in all fields at once; if that is rejected or wrong, each field is checked alone. */
export async function complaintsTogether(
  fields: readonly InjectionField[],
  payload: Payload,
  versionsOf: VersionsOf,
): Promise<readonly string[]> {
  const together = await checkerOf(fields, versionsOf)(payload);
  if (together?.length === 0) return [];
  const wrong = [...(together ?? [])];
  for (const field of fields) {
    const alone = (await checkerOf([field], versionsOf)(payload)) ?? [];
    wrong.push(...alone.map((complaint) => `${field[0]}: ${complaint}`));
  }
  return wrong;
}

type PayloadChecker = (payload: Payload) => Promise<readonly string[] | undefined>;

// Cached, since the benign counterpart of all text fields serves every payload that is injected into them.
const checkers = new Map<VersionsOf, Map<string, PayloadChecker>>();

/** Returns a function that lists the violations of a payload; undefined if the document is rejected. */
function checkerOf(fields: readonly InjectionField[], versionsOf: VersionsOf): PayloadChecker {
  const byFields = checkers.get(versionsOf) ?? new Map<string, PayloadChecker>();
  const key = JSON.stringify(fields);
  const checker = byFields.get(key) ?? newChecker(fields, versionsOf);
  checkers.set(versionsOf, byFields.set(key, checker));
  return checker;
}

function newChecker(fields: readonly InjectionField[], versionsOf: VersionsOf): PayloadChecker {
  const benignCounts = new Map<string, Promise<JsonObject | undefined>>();
  const filesWith = (value: Json) => unlessRefused(() => emitted(versionsOf(documentWith(fields, value))));
  const countsOf = async (value: Json) => {
    const files = await filesWith(value);
    return files && checkFiles(files).counts;
  };
  return async ([name, value]) => {
    const wrong: string[] = [];
    const report = (text: string) => wrong.push(`${name}: ${text.slice(0, 400)}`);
    try {
      const files = await filesWith(value);
      if (files === undefined) return undefined;
      const found = checkFiles(files);
      found.wrong.forEach(report);
      const benign = benignValue(value);
      const key = JSON.stringify(benign);
      const counts = await (benignCounts.get(key) ?? benignCounts.set(key, countsOf(benign)).get(key));
      if (counts !== undefined && !equal(counts, found.counts))
        report(`other syntax: ${differences(counts, found.counts)}`);
    } catch (error) {
      report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    return wrong;
  };
}

function differences(wanted: JsonObject, found: JsonObject): string {
  const kinds = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
  return kinds
    .filter((kind) => wanted[kind] !== found[kind])
    .map((kind) => `${kind} ${String(wanted[kind] ?? 0)} → ${String(found[kind] ?? 0)}`)
    .join(', ');
}
