// Replaces what differs between two runs of one engine, such as identifiers and times, by what is equal in both.

import { member } from '../drivers/fill.js';
import type { Exchange, Json } from '../recorder/exchange.js';
import { isAbout, isAt, type Entry, type NormalisationRules, type TextRule } from './lists.js';

/** The compared part of a response. */
export interface NormalisedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Readonly<Record<string, Json>>;
}

/** A request as the comparison names it: the operation, and the driver, the method and the request target. */
export interface NamedRequest {
  readonly operation: string;
  readonly request: string;
}

/** Applies the rules to the response of an exchange. */
export function normaliseResponse(
  { response }: Exchange,
  { operation, request }: NamedRequest,
  rules: NormalisationRules,
): NormalisedResponse {
  const { status, headers, body, items, text, bytes } = response;
  const isRacing = isListed(rules.racing, { operation, request });
  const values = Object.entries(isRacing ? {} : { body, items, text, bytes }).filter(
    ([, value]) => value !== undefined,
  );
  const content = normaliseValue(Object.fromEntries(values) as Json, ['content'], operation, rules);
  return { status, headers: normaliseHeaders(headers, rules), content: content as NormalisedResponse['content'] };
}

/** Whether a list has a request. */
export function isListed(rules: readonly Entry[], { operation, request }: NamedRequest): boolean {
  return rules.some((rule) => isAbout(rule, operation, request));
}

/** Applies the replacements to a request target, so that the same request of two runs is equal. */
export function normaliseText(text: string, texts: readonly TextRule[]): string {
  return texts.reduce((result, { match, replace }) => result.replaceAll(match, replace), text);
}

function normaliseHeaders(headers: Exchange['response']['headers'], rules: NormalisationRules): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = headerText(name, value, rules);
      return text === undefined ? [] : [[name.toLowerCase(), text]];
    }),
  );
}

/** The compared text of a header; undefined of one that is not compared. */
export function headerText(name: string, value: string, { headers, texts }: NormalisationRules): string | undefined {
  const rule = headers.get(name.toLowerCase());
  if (rule === undefined) return undefined;
  const text = rule.replace ?? (rule.base64 === true ? Buffer.from(value, 'base64').toString('utf8') : value);
  return normaliseText(text, texts);
}

function normaliseValue(value: Json, path: readonly string[], operation: string, rules: NormalisationRules): Json {
  const normalised = normaliseContent(value, path, operation, rules);
  return applies(rules.types, path, operation) ? typesOf(normalised) : normalised;
}

function normaliseContent(value: Json, path: readonly string[], operation: string, rules: NormalisationRules): Json {
  if (typeof value === 'string') return normaliseText(value, rules.texts);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const omitted = rules.omitted.filter((rule) => applies([rule], path, operation));
    const items = (value as readonly Json[])
      .filter((item) => !omitted.some(({ property, value }) => JSON.stringify(member(item, property)) === value))
      .map((item) => normaliseContent(item, path, operation, rules));
    if (applies(rules.sets, path, operation)) return distinct(items);
    return applies(rules.unordered, path, operation) ? sortedByContent(items) : items;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !applies(rules.ignored, [...path, name], operation))
      .map(([name, property]) => [
        normaliseText(name, rules.texts),
        normaliseValue(property as Json, [...path, name], operation, rules),
      ]),
  );
}

function applies(rules: readonly Entry[], path: readonly string[], operation: string): boolean {
  return rules.some((rule) => isAbout(rule, operation) && rule.at?.some((place) => isAt(path, place, true)) === true);
}

/** The types of a value: its property names, and for an array the distinct types of its items. */
function typesOf(value: Json): Json {
  if (value === null) return null;
  if (typeof value !== 'object') return `<${typeof value}>`;
  if (Array.isArray(value)) return distinct((value as readonly Json[]).map(typesOf));
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, typesOf(property as Json)]));
}

function distinct(items: readonly Json[]): readonly Json[] {
  return sortedByContent([...new Map(items.map((item) => [JSON.stringify(item), item])).values()]);
}

/** Sorts by the names of the items, and what has none or the same one by its content. */
function sortedByContent(items: readonly Json[]): readonly Json[] {
  return items
    .map((item) => [`${nameOf(item) ?? ''} ${JSON.stringify(item)}`, item] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, item]) => item);
}

/** The names of an item, by which two runs have the same ones, and what it is; undefined without a name. */
export function nameOf(item: Json | undefined): string | undefined {
  const name =
    member(item, 'Names') ?? member(item, 'RepoTags') ?? member(item, 'Name') ?? member(member(item, 'Spec'), 'Name');
  return name === undefined ? undefined : JSON.stringify([member(item, 'Type') ?? null, name]);
}
