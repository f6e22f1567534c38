/** Generates files from a document with injected values, and checks the result. */
import type { VersionDocument } from '../../../overlay/index.js';
import { client } from '../../client/index.js';
import msw from '../../../examples/msw/emitter.js';
import { docs } from '../../docs/index.js';
import { customEmitter } from '../../../generate/custom-emitters/custom-emitter.js';
import { server } from '../../server/index.js';
import { filesOf, timelineOf } from '../../../generate/pipeline/index.js';
import { Steps } from '../../../generate/steps.js';
import type { OutputFile } from '../../../code/index.js';
import { isObject, objectOf, type Document, type Json, type JsonObject, documentOf } from '../../../document/index.js';
import type { GroupPage } from '../../docs/index.js';
import { unsafeMarkdown } from './markdown.js';
import {
  cachedSyntax,
  injectionChecker,
  planted,
  type InjectionChecker,
  type Payload,
} from '../../../testing/emitter/injection.js';
import type { InjectionField } from '../../../testing/emitter/injection-fields.js';
import { syntaxOf } from '../../../testing/emitter/syntax.js';
import { isExpected } from './expected-syntax.js';

export const silent = new Steps(() => undefined);

// A custom emitter is as safe as the helpers that it uses.
const own = customEmitter(msw, 'examples/msw/emitter.ts');
const options = { naming: { scope: '@lading' }, emitters: [client, server, docs, own], workspace: true };

function emitted(versions: readonly VersionDocument[]): Promise<readonly OutputFile[]> {
  const head = () => versions.map(({ source }) => `Generated from ${source}.`);
  // Each runtime of clients in one of the two shapes: to emit both twice would double the time.
  const runtime = versions.length > 1 ? 'engine' : 'fetch';
  const emitterOptions = { types: { paths: true }, client: { runtime }, docs: { data: true } };
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
const parsed = cachedSyntax((path, text) =>
  // The mock handlers are functions with any syntax: only their counts are compared.
  syntaxOf(path, text, path.includes('/msw/gen/') ? undefined : isExpected),
);

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

function checkFile(path: string, text: string): readonly string[] {
  if (path.endsWith('.md') && text.length < LARGE)
    return unsafeMarkdownIn(text).map((found) => `${path} contains ${found}`);
  if (!/\/docs\/gen\/pages\/groups\//.test(path)) return [];
  return brokenCode(text).map((error) => `${path}: ${error}`);
}

/** Returns a document with the value in the fields. */
export function documentWith(fields: readonly InjectionField[], value: Json): Document {
  return documentOf('api.yaml', planted(fields, value));
}

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
  const check = checkerOf(versionsOf);
  const wrong: string[] = [];
  for (const payload of chosen) wrong.push(...((await check([field], payload)) ?? []));
  return wrong;
}

/** Checks with the value in all fields at once; if that is rejected or wrong, each field is checked alone. */
export async function complaintsTogether(
  fields: readonly InjectionField[],
  payload: Payload,
  versionsOf: VersionsOf,
): Promise<readonly string[]> {
  const check = checkerOf(versionsOf);
  const together = await check(fields, payload);
  if (together?.length === 0) return [];
  const wrong = [...(together ?? [])];
  for (const field of fields) {
    const alone = (await check([field], payload)) ?? [];
    wrong.push(...alone.map((complaint) => `${field[0]}: ${complaint}`));
  }
  return wrong;
}

// Cached, since the benign counterpart of all text fields serves every payload that is injected into them.
const checkers = new Map<VersionsOf, InjectionChecker>();

function checkerOf(versionsOf: VersionsOf): InjectionChecker {
  const checker = checkers.get(versionsOf) ?? newChecker(versionsOf);
  checkers.set(versionsOf, checker);
  return checker;
}

function newChecker(versionsOf: VersionsOf): InjectionChecker {
  const generate = async (root: JsonObject) => {
    const files = await emitted(versionsOf(documentOf('api.yaml', root)));
    return new Map(files.map(({ path, text }) => [path, text]));
  };
  return injectionChecker(generate, parsed, checkFile);
}
