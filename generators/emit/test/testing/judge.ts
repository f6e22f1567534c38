/** Emits a document with something planted in it, and judges what came of it. */
import { posix } from 'node:path';
import type { VersionDocument } from '../../../overlay/index.js';
import { client } from '../../../cli/kinds/client.js';
import msw from '../../../examples/msw/emitter.js';
import { docs } from '../../../cli/kinds/docs.js';
import { customKind } from '../../../cli/kinds/custom.js';
import { server } from '../../../cli/kinds/server.js';
import { filesOf, timelineOf } from '../../../cli/pipeline/index.js';
import { Steps } from '../../../cli/steps.js';
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
import { strange } from './markdown.js';
import { planted, root, type Field } from './planted-fields.js';
import { syntaxOf, type Syntax } from './syntax.js';

export const silent = new Steps(() => undefined);

// An emitter of one's own is as safe as the help it is written with.
const own = customKind(msw, 'examples/msw/emitter.ts');
const options = { naming: { scope: '@lading' }, kinds: [client, server, docs, own], paths: true, workspace: true };

function emitted(versions: readonly VersionDocument[]): Promise<readonly OutputFile[]> {
  const head = () => versions.map(({ source }) => `Generated from ${source}.`);
  return filesOf(timelineOf(versions, silent), { ...options, head }, silent);
}

export function alone(document: Document): readonly VersionDocument[] {
  return [{ document, source: 'api.yaml' }];
}

/** A second version lacks a property, so that most names are passed on to it. */
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

// Most files of two emissions are the same.
const known = new Map<string, Syntax>();

function parsed(path: string, text: string): Syntax {
  const syntax = known.get(text) ?? syntaxOf(path, text);
  if (text.length < 65_536) known.set(text, syntax);
  return syntax;
}

const LARGE = 262_144;
const read = new Map<string, readonly string[]>();

function readAgain(text: string): readonly string[] {
  const found = read.get(text) ?? strange(text);
  if (text.length < 65_536) read.set(text, found);
  return found;
}

/** What the parser complains of in the code of a page. */
function brokenCode(page: string): readonly string[] {
  const { operations } = JSON.parse(page) as GroupPage;
  return operations.flatMap(({ code: { client = '', server = '' } }) =>
    [client, server]
      .filter((text) => text.length < LARGE)
      .flatMap((text) => parsed('example.ts', text).errors.map((error) => `${error} in ${text.slice(0, 200)}`)),
  );
}

/** The kinds of syntax in all files, and everything that must not be in them. */
function judged(files: readonly OutputFile[]) {
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (const { path, text } of files) {
    if (posix.normalize(path) !== path || !/^(?!\.\.)[\w.-]+(\/(?!\.\.)[\w.~-]+)*$/.test(path))
      wrong.push(`path ${path}`);
    if (Buffer.from(text).toString() !== text) wrong.push(`${path} cannot be written as UTF-8`);
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ue000-\ue002]/.test(text))
      wrong.push(`${path} holds control characters`);
    if (path.endsWith('.json')) JSON.parse(text);
    if (path.endsWith('.md') && text.length < LARGE)
      wrong.push(...readAgain(text).map((what) => `${path} holds ${what}`));
    if (/\/docs\/gen\/pages\/groups\//.test(path)) wrong.push(...brokenCode(text).map((what) => `${path}: ${what}`));
    if (!path.endsWith('.ts')) continue;
    const syntax = parsed(path, text);
    // Handlers are functions: of them no more is held than that what is planted adds nothing to their syntax.
    const strange = path.includes('/msw/gen/') ? [] : syntax.strange;
    wrong.push(...[...syntax.errors, ...strange].map((complaint) => `${path}: ${complaint}`));
    wrong.push(
      ...syntax.specifiers
        .filter(
          (specifier) =>
            !/^(\.\.?\/[\w./-]+\.js|msw|@lading\/(types|contract|client|server|msw)-v[\w.-]+(\/exact|\/operations|\/schemas)?|@lading\/runtime-(wire|client|server)(\/codegen|\/exact)?)$/.test(
              specifier,
            ),
        )
        .map((specifier) => `${path} imports ${specifier}`),
    );
    for (const [kind, count] of Object.entries(syntax.counts)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return { counts, wrong };
}

/** The document with the value in the fields, or the problem that refuses it. */
export function documentWith(fields: readonly Field[], value: Json): Document {
  return documentOf(
    'api.yaml',
    fields.reduce((tree, field) => planted(tree, field, value), root),
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

/** A value of the same kind that harms nobody. */
function harmless(value: Json): Json {
  if (typeof value === 'string') return value === 'class' ? 'plain' : 'benign';
  if (Array.isArray(value)) return value.map(harmless);
  return value !== null && typeof value === 'object' ? { a: 'benign' } : value;
}

type Payload = readonly [string, Json];
type VersionsOf = (document: Document) => readonly VersionDocument[];

/** What is wrong with the files of these versions, held against those of a harmless twin; what is refused is not. */
export async function complaints(
  field: Field,
  chosen: readonly Payload[],
  versionsOf: VersionsOf,
): Promise<readonly string[]> {
  const judge = judgeOf([field], versionsOf);
  const wrong: string[] = [];
  for (const payload of chosen) wrong.push(...((await judge(payload)) ?? []));
  return wrong;
}

/** The same with the value in all fields at once; where that is refused or wrong, each is judged alone. */
export async function complaintsTogether(
  fields: readonly Field[],
  payload: Payload,
  versionsOf: VersionsOf,
): Promise<readonly string[]> {
  const together = await judgeOf(fields, versionsOf)(payload);
  if (together?.length === 0) return [];
  const wrong = [...(together ?? [])];
  for (const field of fields) {
    const alone = (await judgeOf([field], versionsOf)(payload)) ?? [];
    wrong.push(...alone.map((complaint) => `${field[0]}: ${complaint}`));
  }
  return wrong;
}

type Judge = (payload: Payload) => Promise<readonly string[] | undefined>;

// The twin of all words at once serves every payload that is planted in them.
const judges = new Map<VersionsOf, Map<string, Judge>>();

/** @returns a function that says what is wrong, or undefined where the document is refused */
function judgeOf(fields: readonly Field[], versionsOf: VersionsOf): Judge {
  const known = judges.get(versionsOf) ?? new Map<string, Judge>();
  const key = JSON.stringify(fields);
  const judge = known.get(key) ?? newJudgeOf(fields, versionsOf);
  judges.set(versionsOf, known.set(key, judge));
  return judge;
}

function newJudgeOf(fields: readonly Field[], versionsOf: VersionsOf): Judge {
  const twins = new Map<string, Promise<JsonObject | undefined>>();
  const filesWith = (value: Json) => unlessRefused(() => emitted(versionsOf(documentWith(fields, value))));
  const countsOfTwin = async (value: Json) => {
    const files = await filesWith(value);
    return files && judged(files).counts;
  };
  return async ([name, value]) => {
    const wrong: string[] = [];
    const complain = (text: string) => wrong.push(`${name}: ${text.slice(0, 400)}`);
    try {
      const files = await filesWith(value);
      if (files === undefined) return undefined;
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
