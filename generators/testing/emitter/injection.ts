/** Plants values in a document, and checks that they remain data in the files that are generated from it. */
import { posix } from 'node:path';
import { equal, type Json, type JsonObject } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { EmitterEntry } from '../../generate/config/config.js';
import { emitUnformatted, type EmittedFiles, type EmitTestOptions } from './emit.js';
import { names, root, textFields, withValue, type InjectionField } from './injection-fields.js';
import { payloads, sharp } from './payloads.js';
import { syntaxOf, type Syntax } from './syntax.js';

/** A planted value with its name. */
export type Payload = readonly [name: string, value: Json];

/**
 * Plants quotes, ends of comments, paths, keys of prototypes and the like in every name and text of a small document, one
 * at a time in names, and generates packages of it and of an older version. Planted values must remain data: code has the same
 * syntax as with plain words, and every file has a path, an encoding and imports that do not depend on them.
 *
 * @returns a sentence for each violation
 */
export async function injectionErrors(
  emitters: readonly EmitterEntry[],
  options: EmitTestOptions = {},
): Promise<readonly string[]> {
  const check = injectionChecker(async (document) => {
    const files = await emitUnformatted([document, older], emitters, options);
    return new Map(files.map(({ path, text }) => [path, text]));
  });
  const found: string[] = [];
  const plant = async (planted: readonly InjectionField[], payload: Payload) => {
    const errors = await check(planted, payload);
    const place = planted.length > 3 ? 'all texts' : planted.map(([name]) => name).join(', ');
    found.push(...(errors ?? []).map((error) => `${place}: ${error}`));
    return errors !== undefined;
  };
  const chosen = sharp.map((name): Payload => [name, payloads[name] ?? '']);
  const isPattern = ([name]: InjectionField) => name.startsWith('pattern of');
  const texts = textFields.filter((field) => !isPattern(field));
  for (const payload of chosen) {
    // What one of the texts may not be is planted in the others alone.
    if (!(await plant(texts, payload))) for (const field of texts) await plant([field], payload);
    // Another pattern may be no regular expression, from which emitters generate nothing.
    await plant(textFields.filter(isPattern), [payload[0], literalPattern(payload[1])]);
  }
  for (const [index, field] of names.entries())
    for (const step of [0, 5]) await plant([field], chosen[(index + step) % chosen.length] ?? ['', '']);
  return found;
}

/** A pattern that matches a text alone. */
function literalPattern(value: Json): Json {
  return typeof value === 'string' ? value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : value;
}

/** The version that the planted one extends or precedes: most declarations are shared. */
const older: JsonObject = { ...root, info: { title: 'Boxes', version: '0.1' } };

/** Returns a document with the value in the fields. */
export function planted(chosen: readonly InjectionField[], value: Json): JsonObject {
  return chosen.reduce((tree, field) => withValue(tree, field, value), root);
}

/** Further checks of one file. @returns a sentence for each violation */
export type FileCheck = (path: string, text: string) => readonly string[];

/** Checks one payload in some fields. @returns the violations; undefined if the document is rejected */
export type InjectionChecker = (
  chosen: readonly InjectionField[],
  payload: Payload,
) => Promise<readonly string[] | undefined>;

/**
 * Returns a function that compares the files of a planted document with those of a benign one.
 *
 * @param generate throws a LadingError if it rejects the document
 * @param parse parses code, and says what it must not contain
 */
export function injectionChecker(
  generate: (document: JsonObject) => Promise<EmittedFiles>,
  parse: (path: string, text: string) => Syntax = cachedSyntax(),
  checkFile: FileCheck = () => [],
): InjectionChecker {
  // Cached, since the benign document of some fields serves all payloads that are planted there.
  const benignCounts = new Map<string, Promise<JsonObject | undefined>>();
  const filesWith = (chosen: readonly InjectionField[], value: Json) =>
    unlessRefused(() => generate(planted(chosen, value)));
  const countsOf = async (chosen: readonly InjectionField[], value: Json) => {
    const files = await filesWith(chosen, value);
    return files && checkFiles(files, parse, checkFile).counts;
  };
  return async (chosen, [name, value]) => {
    const wrong: string[] = [];
    const report = (text: string) => wrong.push(`${name}: ${text.slice(0, 400)}`);
    try {
      const files = await filesWith(chosen, value);
      if (files === undefined) return undefined;
      const found = checkFiles(files, parse, checkFile);
      found.wrong.forEach(report);
      const benign = chosen.some(isInPath) ? benignParts(value) : benignValue(value);
      const key = JSON.stringify([chosen, benign]);
      const counts = await (benignCounts.get(key) ?? benignCounts.set(key, countsOf(chosen, benign)).get(key));
      if (counts !== undefined && !equal(counts, found.counts))
        report(`other syntax: ${differences(counts, found.counts)}`);
    } catch (error) {
      report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    return wrong;
  };
}

/** Returns the result, or undefined if the document is rejected. */
export async function unlessRefused<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    // What is rejected in the output of an emitter is its error, not one of the document.
    if (error instanceof LadingError && !error.problem.code.startsWith('EMITTER_')) return undefined;
    throw error;
  }
}

/** Parses the code of a text once, since most files of two runs are equal. */
export function cachedSyntax(parse: (path: string, text: string) => Syntax = syntaxOf): typeof parse {
  const cache = new Map<string, Syntax>();
  return (path, text) => {
    const syntax = cache.get(text) ?? parse(path, text);
    if (text.length < 65_536) cache.set(text, syntax);
    return syntax;
  };
}

/** Returns the number of syntax nodes of each kind in all files, and everything that must not be in them. */
function checkFiles(files: EmittedFiles, parse: (path: string, text: string) => Syntax, checkFile: FileCheck) {
  const counts: Record<string, number> = {};
  const wrong: string[] = [];
  for (const [path, text] of files) {
    if (posix.normalize(path) !== path || !/^(?!\.\.)[\w.-]+(\/(?!\.\.)[\w.~-]+)*$/.test(path))
      wrong.push(`path ${path}`);
    if (Buffer.from(text).toString() !== text) wrong.push(`${path} cannot be written as UTF-8`);
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ue000-\ue002]/.test(text))
      wrong.push(`${path} contains control characters`);
    if (path.endsWith('.json')) JSON.parse(text);
    wrong.push(...checkFile(path, text));
    if (!/\.[cm]?tsx?$/.test(path)) continue;
    const syntax = parse(path, text);
    wrong.push(...[...syntax.errors, ...syntax.unexpected].map((complaint) => `${path}: ${complaint}`));
    wrong.push(...importsNothing(path, syntax, files).map((specifier) => `${path} imports ${specifier}`));
    for (const [kind, count] of Object.entries(syntax.counts)) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return { counts, wrong };
}

/** Returns the imports that are neither a file of the package nor a dependency of its package.json. */
function importsNothing(path: string, { specifiers }: Syntax, files: EmittedFiles): readonly string[] {
  const manifest = manifestOf(path, files);
  return specifiers.filter((specifier) => {
    if (/^\.\.?\//.test(specifier))
      return !files.has(posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts'));
    const name = /^(@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0] ?? '';
    return manifest !== undefined && !Object.hasOwn(manifest.dependencies ?? {}, name);
  });
}

function manifestOf(path: string, files: EmittedFiles) {
  const parts = path.split('/');
  const folders = parts.map((_part, index) => parts.slice(0, index).join('/')).reverse();
  const text = folders.map((folder) => files.get(`${folder}/package.json`)).find((each) => each !== undefined);
  return text === undefined
    ? undefined
    : (JSON.parse(text) as { readonly dependencies?: Readonly<Record<string, string>> });
}

/** Returns a benign value of the same type and structure: the value of an enum may be an object. */
function benignValue(value: Json): Json {
  if (typeof value === 'string') return value === 'class' ? 'plain' : 'benign';
  if (Array.isArray(value)) return value.map(benignValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.values(value).map((inner, index) => [`a${index}`, benignValue(inner)]));
}

/** Whether a value becomes a part of a path, of which braces begin a parameter. */
function isInPath([, ...places]: InjectionField): boolean {
  return places.some((place) => place[0] === 'paths' && ['@/boxes/{id}', 'name'].includes(String(place.at(-1))));
}

/** Returns a benign value with the same parameters of a path: `{{planted}}x` → `{{benign}}benign`. */
function benignParts(value: Json): Json {
  const benign = (text: string) =>
    text.replace(/[^{}]+/g, (word) => (/^[?&#]/.test(word) ? `${word[0]}benign` : 'benign'));
  return typeof value === 'string' ? benign(value) : benignValue(value);
}

function differences(wanted: JsonObject, found: JsonObject): string {
  const kinds = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
  return kinds
    .filter((kind) => wanted[kind] !== found[kind])
    .map((kind) => `${kind} ${String(wanted[kind] ?? 0)} → ${String(found[kind] ?? 0)}`)
    .join(', ');
}
