/** An operation → an example of its usual response. */
import {
  hasNoBody,
  isArray,
  isObject,
  objectOf,
  type Content,
  type Json,
  type Operation,
  type Response,
} from '../../../emitter/index.js';
import type { PageContext } from '../page-context.js';
import { top } from './examples.js';

export interface ResponseExample {
  readonly status: string;
  readonly mediaType?: string;
  /** The JSON value, or one item of a stream. */
  readonly body?: Json;
  /** The text if the content is not JSON. */
  readonly text?: string;
  /** One item of a stream whose content is not JSON, such as an event. */
  readonly item?: Json;
}

export function responseExample(operation: Operation, { examples }: Pick<PageContext, 'examples'>): ResponseExample {
  const response = usualOf(operation);
  const content = operation.method === 'HEAD' ? undefined : response && shownContent(response);
  if (response === undefined || content === undefined) return { status: response?.status ?? '200' };
  const { mediaType, type } = content;
  const example = content.example ?? response.example;
  const head = { status: response.status, mediaType };
  if (type.kind === 'bytes') return typeof example === 'string' ? { ...head, text: example } : head;
  const isJsonStream = content.stream?.kind === 'json-lines';
  if (!isJsonStream && !/[/+]json\b/.test(mediaType)) {
    const value = examples.value(type, top('response'));
    const isStream = content.stream?.kind === 'event-stream' || content.stream?.kind === 'items';
    return { ...head, text: textOf(example ?? value), ...(isStream && { item: value }) };
  }
  const value = () => withoutFields(examples.value(type, top('response')), neverReturned(operation));
  const completed = (one: Json) =>
    withoutFields(examples.completed(one, type, top('response')), neverReturned(operation));
  // Several values are one text.
  if (isJsonStream && typeof example === 'string') {
    const first = firstValue(example);
    return { ...head, text: example, item: first === undefined ? value() : completed(first) };
  }
  return { ...head, body: example === undefined ? value() : completed(example as Json) };
}

/** Returns the content that has an example, preferably; otherwise the first one. */
function shownContent({ content }: Response): Content | undefined {
  return content.find(({ example }) => example !== undefined) ?? content[0];
}

/** Returns the first of the JSON values in the lines of a text. */
function firstValue(text: string): Json | undefined {
  try {
    return JSON.parse(text.trim().split('\n')[0] ?? '') as Json;
  } catch {
    return undefined;
  }
}

/** The paths of the fields that a rule says are never returned: `[].Spec.Data`. */
function neverReturned({ rules = [] }: Operation): readonly (readonly string[])[] {
  const hidden = rules.filter(({ kind }) => kind === 'never-returned');
  return hidden.flatMap(({ fields = [] }) => fields.map((field) => field.split('.')));
}

function withoutFields(value: Json, paths: readonly (readonly string[])[]): Json {
  return paths.reduce<Json>(withoutField, value);
}

/** `[]` in a path means each entry of an array. */
function withoutField(value: Json, [segment, ...rest]: readonly string[]): Json {
  if (segment === '[]' && isArray(value)) return value.map((one) => withoutField(one, rest));
  if (segment === undefined || !isObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== segment || rest.length > 0);
  return objectOf(entries.map(([name, one]) => [name, name === segment ? withoutField(one, rest) : one] as const));
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** Returns the successful responses, without content that no response of their status can have. */
export function successesOf({ responses }: Operation): readonly Response[] {
  const successes = responses.filter(({ status }) => /^2/.test(status));
  return successes.map((response) => (hasNoBody(response) ? { ...response, content: [] } : response));
}

/** Returns the first successful response, preferably one with content. */
export function usualOf(operation: Operation): Response | undefined {
  const { responses } = operation;
  const successes = successesOf(operation);
  return (
    successes.find(({ content }) => content.length > 0) ??
    successes[0] ??
    responses.find(({ status }) => status === '101') ??
    responses.find(({ status }) => status === 'default') ??
    responses[0]
  );
}
