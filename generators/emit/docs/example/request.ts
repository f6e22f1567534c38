/** An operation → an example of its request. */
import {
  contentForm,
  isObject,
  objectOf,
  preferredContent,
  type BodyPart,
  type Content,
  type Json,
  type Operation,
  type Parameter,
  type Type,
} from '../../../emitter/index.js';
import type { PageContext } from '../page-context.js';
import { chosen } from './chosen.js';
import { isEmpty } from './empty.js';
import { resolved, top } from './examples.js';

export interface RequestExample {
  readonly parameters: readonly { readonly parameter: Parameter; readonly value: Json }[];
  readonly body?: {
    readonly mediaType: string;
    /** The JSON value, or a text; absent if the body is the content of a file. */
    readonly json?: Json;
    /** The parts of a form that are not sent by default. */
    readonly parts?: readonly BodyPart[];
    /** The parts of a form that are files; their values are empty. */
    readonly files?: ReadonlySet<string>;
  };
}

type ExampleContext = Pick<PageContext, 'examples' | 'schemas'>;

export function requestExample(operation: Operation, context: ExampleContext): RequestExample {
  const { examples } = context;
  const { parameters, rules = [], exampleOrder, body } = operation;
  // All path parameters are shown, and a few of the others.
  const names = chosen(
    parameters.filter((parameter) => isSmall(parameter, exampleOrder)),
    { use: 'response', depth: 1 },
    { rules, ...(exampleOrder && { exampleOrder }) },
    () => false,
  );
  const sent = parameters.filter(({ name, required, in: place }) => required || place === 'path' || names.has(name));
  const at = { ...top('request'), depth: 3 };
  const preferred =
    body?.content.find(({ mediaType }) => mediaType === 'application/x-tar') ?? preferredContent(body?.content);
  // Where a document says what an example has, bytes that are not required are left out unless it names the body.
  const isLeftOut =
    preferred?.type.kind === 'bytes' && body?.required === false && exampleOrder?.includes('body') === false;
  const content = isLeftOut ? undefined : preferred;
  const given = (content?.example ?? body?.example) as Json | undefined;
  const example: Json | undefined = content === undefined ? given : parsed(given, content.type, context);
  const json = content && content.type.kind !== 'bytes' ? exampleBody(content, example, rules, context) : undefined;
  const files = content === undefined ? new Set<string>() : filesIn(content, context);
  return {
    parameters: sent
      .map((parameter) => ({
        parameter,
        value: filled(examples.of(parameter, at, exampleOrder), parameter.type, context, parameter.in === 'path'),
      }))
      .filter(({ parameter: { required, in: place }, value }) => required || place === 'path' || !isEmpty(value)),
    ...(content && {
      body: {
        mediaType: content.mediaType,
        ...(content.parts && { parts: content.parts }),
        ...(json !== undefined && { json: withFiles(json, files), ...(files.size > 0 && { files }) }),
      },
    }),
  };
}

/** Returns undefined for content that clients take as text or bytes, of which only a text can be shown. */
function exampleBody(
  content: Content,
  given: Json | undefined,
  rules: NonNullable<Operation['rules']>,
  context: ExampleContext,
): Json | undefined {
  const { type } = content;
  const at = top('request');
  const value =
    given === undefined
      ? filled(context.examples.value(type, at, { rules: rulesOfBody(rules) }), type, context)
      : context.examples.completed(given, type, at);
  return contentForm(content) === 'value' || typeof value === 'string' ? value : undefined;
}

/** Returns the properties of a multipart body that are files, or arrays of files. */
function filesIn({ mediaType, type }: Content, { examples, schemas }: ExampleContext): ReadonlySet<string> {
  const record = resolved(type, schemas);
  if (!/^multipart\//i.test(mediaType) || record?.kind !== 'record') return new Set();
  const isFile = (one: Type): boolean => {
    const target = resolved(one, schemas);
    return target?.kind === 'bytes' || (target?.kind === 'array' && resolved(target.items, schemas)?.kind === 'bytes');
  };
  return new Set(examples.fieldsOf(record).flatMap((field) => (isFile(field.type) ? [field.name] : [])));
}

/**
 * Fills an object of which no property has an example, since a request without any shows nothing. An optional parameter may stay
 * empty, and is left out.
 */
function filled(json: Json, type: Type, { examples, schemas }: ExampleContext, isNeeded = true): Json {
  if (!isNeeded || !isObject(json) || Object.keys(json).length > 0) return json;
  const target = resolved(type, schemas);
  const at = { ...top('request'), depth: 1 };
  if (target?.kind === 'map') return objectOf([['key', examples.value(target.values, at)]]);
  if (target?.kind !== 'record') return json;
  const fields = examples
    .fieldsOf(target)
    .filter(({ deprecated, until, readOnly }) => deprecated === undefined && until === undefined && readOnly !== true);
  const entries = fields.map((field) => [field.name, examples.of(field, at)] as const);
  return objectOf(entries.filter(([, value]) => !isEmpty(value)).slice(0, FILLED));
}

/** The number of properties to show if none has an example. */
const FILLED = 3;

/** Returns the value of an example that is JSON in a string, in place of an object or an array. */
function parsed(example: Json | undefined, type: Type, { schemas }: ExampleContext): Json | undefined {
  const kind = resolved(type, schemas)?.kind;
  if (typeof example !== 'string' || (kind !== 'record' && kind !== 'array' && kind !== 'map')) return example;
  try {
    return JSON.parse(example) as Json;
  } catch {
    return example;
  }
}

/** Adds the files that an example leaves out: they are what such a body is for. */
function withFiles(json: Json, files: ReadonlySet<string>): Json {
  if (files.size === 0 || !isObject(json)) return json;
  const added = [...files].filter((name) => !Object.hasOwn(json, name));
  return objectOf([...Object.entries(json), ...added.map((name) => [name, ''] as const)]);
}

/** Whether a parameter is short enough for an example, or wanted in it. */
function isSmall({ name, encoding, deprecated, required }: Parameter, exampleOrder: readonly string[] = []): boolean {
  if (required || exampleOrder.includes(name)) return true;
  return encoding !== 'base64url-json' && deprecated === undefined;
}

/** Returns the rules of an operation with fields relative to its body. */
function rulesOfBody(rules: NonNullable<Operation['rules']>): NonNullable<Operation['rules']> {
  return rules.map((rule) => ({ ...rule, fields: (rule.fields ?? []).map((name) => name.replace(/^body\./, '')) }));
}
