/** The rules of the specification of this repository: they are valid, and every change that needs a rule has one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareApis } from '../../compare/index.js';
import { get, isObject, withProduct, type JsonObject, documentOf } from '../../document/index.js';
import type { Change, ConversionDirection, ConversionRule } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { readDocument } from '../../read/index.js';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { assertRulesFit, conversionRulesOf } from '../index.js';

const spec = join(import.meta.dirname, '../../../spec');
const file = join(spec, 'overlays/v1.41.yaml');
const content = parse(readFileSync(file, 'utf8')) as JsonObject;
const overlay = parseOverlay('v1.41.yaml', content);
const root = readDocument(join(spec, 'v1.44/openapi.yaml')).root;
const overlaid = applyOverlay(root, overlay);
const apiOf = (document: JsonObject) => normalize(documentOf('d.yaml', withProduct(document, 'Docker')));
const [older, newer] = [apiOf(overlaid), apiOf(root)];
const rules = conversionRulesOf(parseOverlay('v1.41.yaml', withProduct(content, 'Docker')));

test('every rule names places that the versions have', () => {
  expect(() => assertRulesFit(rules, older, newer)).not.toThrow();
  expect(() => assertRulesFit(rules, newer, older)).toThrow('OVERLAY_RULE');
});

test('every action names its difference and describes it in one sentence', () => {
  // Examples are no differences of the API.
  const ofExamples = ({ target, ...action }: (typeof overlay.actions)[number]) =>
    target.startsWith('$.components.examples') ||
    ('update' in action && Object.keys(action.update ?? {}).join() === 'examples');
  const actions = overlay.actions.filter((action) => !ofExamples(action));
  for (const { target, description, extensions } of actions) {
    expect(typeof extensions?.['x-lading-difference'], target).toBe('string');
    expect(description, target).toMatch(/^[A-Z][^\n]*\.$/);
  }
});

test('every rule is described in one sentence, and a conversion hook decides one question', () => {
  for (const rule of rules) {
    expect(rule.description).toMatch(/^[A-Z][^\n]*\.$/);
    if (rule.rule === 'hook') expect(rule.question).toMatch(/^[A-Z][^\n?]*\?$/);
  }
});

describe('every change that schemas cannot convert has a rule', () => {
  // Optional at 1.41, and newer engines have no value for them.
  const withoutValue = ['SystemInfo.ClusterAdvertise', 'SystemInfo.ClusterStore'];
  const needed = compareApis(older, newer).flatMap((change) =>
    directionsOf(change).map((way) => [way, change] as const),
  );
  test.each(needed.map(([way, change]) => [way, change.place, change] as const))('%s: %s', (way, place, change) => {
    if (withoutValue.includes(place)) return;
    expect(rules.filter((rule) => decides(rule, way, change)).length).toBeGreaterThan(0);
  });
});

/** Returns the directions in which a change needs a rule, because a conversion must not silently drop or invent a value. */
function directionsOf(change: Change): readonly ConversionDirection[] {
  const isInRequests = change.direction !== 'response';
  const isInResponses = change.direction !== 'request' && change.subject !== 'operation';
  if (change.kind === 'enum' && isInRequests) return ['request.downgrade'];
  // In responses, `null` and absence are equivalent unless a rule states otherwise.
  if (change.kind === 'required') return [change.after === true ? 'response.upgrade' : 'response.downgrade'];
  if (change.kind === 'removed') return isInResponses ? ['response.downgrade'] : ['request.upgrade'];
  if (change.kind !== 'added') return [];
  const always = change.breaks === 'server' || change.breaks === 'both' || change.place.includes('/');
  return [
    ...(isInRequests ? (['request.downgrade'] as const) : []),
    ...(isInResponses && always && !/ [45]\d\d /.test(change.place) ? (['response.upgrade'] as const) : []),
  ];
}

function decides(rule: ConversionRule, way: ConversionDirection, change: Change): boolean {
  if (rule.direction !== way) return false;
  const { at } = rule;
  const shared = at.operations.length === 0 || change.operations.some((id) => at.operations.includes(id));
  const name = change.place
    .replace(/^PluginListFiltersEnabledItem$/, 'enabled')
    .replace(/^MountTypeInput$/, 'Type')
    .replace(/^ContainerWaitCondition$/, 'condition');
  const last = /\["(.*)"\]$|([^. ]+)$/
    .exec(name)
    ?.slice(1)
    .find((part) => part !== undefined);
  const place =
    at.in === 'query'
      ? at.path || at.name
      : at.in === 'header'
        ? at.name
        : at.in === 'operation' || at.in === 'only'
          ? at.operations[0]
          : at.path;
  return (
    shared &&
    (place?.replace(/\[\]$/, '').split('.').at(-1) === last || (place === 'Content-Type' && change.place.includes('/')))
  );
}

test('schemas that were renamed between the versions have equal descriptions', () => {
  const schemas = (document: JsonObject) => get(get(document, 'components') as JsonObject, 'schemas') as JsonObject;
  const words = (schema: string, document: JsonObject) => {
    const properties = get(get(schemas(document), schema) as JsonObject, 'properties') as JsonObject;
    return Object.entries(properties).flatMap(([name, value]) =>
      isObject(value) && !['Created', 'VirtualSize'].includes(name) ? [[name, get(value, 'description')]] : [],
    );
  };
  expect(words('Image', overlaid)).toEqual(words('ImageInspect', root));
  expect(words('ImageRootFS', overlaid)).toEqual(words('ImageInspectRootFS', root));
  expect(words('ImageMetadata', overlaid)).toEqual(words('ImageInspectMetadata', root));
});
