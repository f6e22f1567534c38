/** What the form "Try it" of each operation needs, as a script of the version: its parameters and its body, with the values of the sample. */
import { versionMark, type FieldEntry, type OperationEntry } from '../gen/page.js';
import { scriptOf } from '../render/script-of.js';
import { shownLines } from '../render/code-lines.js';
import type { SiteVersion } from './site-version.js';

interface TriedField {
  readonly name: string;
  readonly in: string;
  readonly type: string;
  readonly required?: true;
  readonly values?: readonly string[];
  readonly default?: unknown;
  readonly encoding?: string;
  /** The value in the sample; of an array, one for each item. */
  readonly sample?: readonly string[];
  /** The examples of the document, if it has several. */
  readonly examples?: readonly (readonly [name: string, value: string])[];
}

export function tryScript({ pages, version }: SiteVersion): string {
  const operations = [...pages.values()].flatMap((page) =>
    page.kind === 'operation' ? [[page.path, triedOperation(page.operation)] as const] : [],
  );
  return scriptOf('ladingTry', { version, operations: Object.fromEntries(operations) });
}

function triedOperation({ method, path, parameters, body, responses, examples, code }: OperationEntry) {
  const samples = samplesOf(code.curl, path);
  const content = body?.content ?? [];
  const { request } = examples;
  const text = typeof request?.body === 'string' ? undefined : request && JSON.stringify(request.body, undefined, 2);
  return {
    method,
    path,
    parameters: parameters.map((parameter) => triedField(parameter, samples)),
    ...(body && {
      body: {
        required: body.required,
        mediaTypes: content.map(({ mediaType }) => mediaType),
        ...(text !== undefined && shownLines(text).rest === '' && { mediaType: request?.mediaType, text }),
      },
    }),
    ...(responses.some(({ status }) => status === '101') && {
      upgrades: samples.get('header Upgrade')?.[0] === 'websocket' ? 'websocket' : true,
    }),
  };
}

function triedField(field: FieldEntry, samples: ReadonlyMap<string, readonly string[]>): TriedField {
  const { name, in: place = '', type, required, enum: values, default: standard, encoding, examples } = field;
  const sample = samples.get(`${place} ${name}`);
  return {
    name,
    in: place,
    type: type.map((part) => (typeof part === 'string' ? part : part.text)).join(''),
    ...(required && { required }),
    ...(values && !values.open && { values: values.values.map(({ value }) => String(value)) }),
    ...(standard !== undefined && { default: standard }),
    ...(encoding !== undefined && { encoding }),
    ...(sample && { sample }),
    ...(examples && { examples: examples.flatMap(({ name: title, value }) => exampleOf(title, value)) }),
  };
}

/** Returns an example as it is typed into a form; none of a value that a form does not have as one text. */
function exampleOf(title: string, value: unknown): readonly (readonly [name: string, value: string])[] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [[title, String(value)]]
    : [];
}

/** Returns the values of parameters in a sample, in its URL or in options of curl: `path id` → `['web']`. */
function samplesOf(curl: string, path: string): ReadonlyMap<string, readonly string[]> {
  const names: string[] = [];
  const pattern = path
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
      names.push(part.slice(1, -1));
      return '([^?\'"\\s]*)';
    })
    .join('');
  const url = curl.replaceAll(versionMark, 'VERSION').match(/https?:\/\/[^\s'"]+/)?.[0] ?? '';
  const match = new RegExp(`${pattern}(?:\\?(.*))?$`).exec(url);
  const found = new Map<string, string[]>();
  const add = (place: string, value: string) => found.set(place, [...(found.get(place) ?? []), value]);
  for (const [at, name] of names.entries()) add(`path ${name}`, decoded(match?.[at + 1] ?? ''));
  for (const [name, value] of new URLSearchParams(match?.[names.length + 1] ?? '')) add(`query ${name}`, value);
  for (const [, name = '', value = ''] of curl.matchAll(/--data-urlencode '([^'=]+)=([^']*)'/g))
    add(`query ${name}`, value);
  for (const [, name = '', value = ''] of curl.matchAll(/-H '([^':]+): ([^']*)'/g)) add(`header ${name}`, value);
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
