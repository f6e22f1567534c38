/** The features that the operations of an API use, beyond those that every client and server has. */
import type { Api } from './api.js';
import { encodingText } from './encoding.js';
import { isJsonContent, preferredContent } from './content-form.js';
import type { Notes } from './notes.js';
import type { Content, Operation, Parameter } from './operation.js';
import { referencesOf, typesOf } from './references.js';
import { successResponses } from './success-response.js';
import { sentPath } from './path-rename.js';

export const features = [
  'cookie',
  'whole-query',
  'parameter-style',
  'path-array',
  'parameter-media-type',
  'form',
  'value-body',
  'body-of-get',
  'forbidden-method',
  'several-successes',
  'event-stream',
  'item-stream',
  'security',
  'operation-servers',
  'equal-requests',
  'rules',
] as const;
export type Feature = (typeof features)[number];

/** What generated code does with features that it does not support. */
export type UnsupportedFeatures = Readonly<Partial<Record<Feature, string>>>;

/** The use of a feature. */
export interface FeatureUse {
  readonly feature: Feature;
  /** The operation that uses it; of security schemes and rules, the first one. */
  readonly operation: Operation;
  /** What uses it: `the cookie "sid"`. */
  readonly subject: string;
}

export function featuresOf(api: Api): readonly FeatureUse[] {
  return [
    ...api.operations.flatMap((operation) => usesOf(operation, api)),
    ...securityUses(api),
    ...ruleUses(api),
    ...equalRequests(api).map(({ operation, first }): FeatureUse => ({
      feature: 'equal-requests',
      operation,
      subject: `the path (equal to that of ${first.id})`,
    })),
  ];
}

function usesOf(operation: Operation, api: Api): readonly FeatureUse[] {
  const { parameters, servers } = operation;
  const use = (feature: Feature, subject: string): FeatureUse => ({ feature, operation, subject });
  const successes = successResponses(operation, api).filter(({ status }) => status >= 200 && status < 300);
  const withBody = successes.filter(({ kind }) => kind !== 'nothing');
  const bodies = new Set(successes.map(({ kind, type }) => JSON.stringify([kind, type])));
  return [
    ...parameters.flatMap((parameter) => parameterFeature(parameter).map((feature) => use(feature, named(parameter)))),
    ...bodyFeature(operation).map((feature) => use(feature, 'the request body')),
    ...(operation.body !== undefined && /^(GET|HEAD)$/i.test(operation.method)
      ? [use('body-of-get', `the request body with the method ${operation.method}`)]
      : []),
    ...(/^(CONNECT|TRACE|TRACK)$/i.test(operation.method)
      ? [use('forbidden-method', `the method ${operation.method}`)]
      : []),
    ...(withBody.length > 0 && bodies.size > 1
      ? [use('several-successes', `the choice of ${successes.map(({ status }) => status).join(', ')}`)]
      : []),
    ...withBody
      .flatMap(({ content }) => preferredContent(content) ?? [])
      .flatMap((content) =>
        streamFeature(content).map((feature) => use(feature, `the stream of ${content.mediaType}`)),
      ),
    ...(servers === undefined ? [] : [use('operation-servers', `the server ${servers[0]?.url ?? ''}`)]),
  ];
}

function parameterFeature({ in: place, encoding }: Parameter): readonly Feature[] {
  if (place === 'cookie') return ['cookie'];
  if (place === 'querystring') return ['whole-query'];
  if (typeof encoding === 'object') return ['mediaType' in encoding ? 'parameter-media-type' : 'parameter-style'];
  return place === 'path' && encoding !== 'plain' ? ['path-array'] : [];
}

function named({ name, in: place, encoding }: Parameter): string {
  const style = typeof encoding === 'object' ? ` (${encodingText(encoding)})` : '';
  return place === 'cookie' ? `the cookie "${name}"` : `the ${place} parameter "${name}"${style}`;
}

function bodyFeature({ body }: Operation): readonly Feature[] {
  const content = preferredContent(body?.content);
  if (content === undefined) return [];
  if (/^(multipart\/|application\/x-www-form-urlencoded)/i.test(content.mediaType)) return ['form'];
  return isJsonContent(content) || content.type.kind === 'bytes' ? [] : ['value-body'];
}

function streamFeature({ stream }: Content): readonly Feature[] {
  if (stream?.kind === 'event-stream') return ['event-stream'];
  return stream?.kind === 'items' ? ['item-stream'] : [];
}

/** Returns each scheme that an operation requires once, with its first operation. */
function securityUses({ operations, securitySchemes }: Api): readonly FeatureUse[] {
  return securitySchemes.flatMap(({ name }): readonly FeatureUse[] => {
    const operation = operations.find(({ security = [] }) =>
      security.some((all) => all.some(({ scheme }) => scheme === name)),
    );
    return operation === undefined
      ? []
      : [{ feature: 'security', operation, subject: `the security scheme "${name}"` }];
  });
}

/** An operation, and the first one with the same requests. */
interface EqualRequests {
  readonly operation: Operation;
  readonly first: Operation;
}

/** Returns each operation of whose requests no part tells them from those of an earlier operation. */
function equalRequests({ operations }: Api): readonly EqualRequests[] {
  const firsts = new Map<string, Operation>();
  return operations.flatMap((operation): readonly EqualRequests[] => {
    const key = requestKey(operation);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, operation);
    return first === undefined ? [] : [{ operation, first }];
  });
}

/** Returns what tells requests apart: the method, the path, and what is declared besides. */
function requestKey({ method, path, parameters, body }: Operation): string {
  const template = sentPath(path).replaceAll(/\{[^{}]*\}/g, '{}');
  const declared = parameters.filter(({ in: place }) => place === 'query' || place === 'header').map(parameterKey);
  const mediaTypes = body?.content.map(({ mediaType }) => mediaType) ?? [];
  return JSON.stringify([method, template, declared.sort(), mediaTypes.sort()]);
}

function parameterKey({ in: place, name, required, type }: Parameter): string {
  const values = type.kind === 'enum' ? type.values.map(({ value }) => value) : [];
  return JSON.stringify([place, name, required, values]);
}

/** Returns the rules of all properties and parameters together, with the first operation whose messages they concern. */
function ruleUses({ operations, schemas }: Api): readonly FeatureUse[] {
  const counts = new Map(
    schemas.map(({ name, type, ...notes }) => {
      const fields = type.kind === 'record' ? type.fields : [];
      return [name, [notes, ...fields].reduce((count, one) => count + countOfRules(one), 0)];
    }),
  );
  const types = new Map(schemas.map(({ name, type }) => [name, type]));
  const sum = [...counts.values(), ...operations.map(countOfRules)].reduce((count, one) => count + one, 0);
  if (sum === 0) return [];
  const operation = operations.find((one) => {
    const names = new Set(typesOf(one).flatMap(referencesOf));
    // A set is iterated with what is added meanwhile.
    for (const name of names) for (const inner of referencesOf(types.get(name) ?? { kind: 'any' })) names.add(inner);
    return countOfRules(one) > 0 || [...names].some((name) => (counts.get(name) ?? 0) > 0);
  });
  if (operation === undefined) return [];
  return [{ feature: 'rules', operation, subject: `rules between properties (${sum}) such as those` }];
}

/** How many rules are more than sentences. */
function countOfRules({ rules = [] }: Pick<Notes, 'rules'>): number {
  return rules.filter(({ kind, later }) => kind !== 'sentence' && later !== true).length;
}
