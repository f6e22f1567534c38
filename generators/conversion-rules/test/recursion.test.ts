/** Rules inside schemas that contain themselves say where, so that they act at any depth. */
import { describe, expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import type { ConversionDirection } from '../../ir/index.js';
import { normalize } from '../../normalize/index.js';
import { conversionRulesOf, rulesByOperation, undecidedOf } from '../index.js';
import { parseOverlay } from '../../overlay/index.js';
import { json, object, ref, string } from '../testing/change-effects.js';

const array = (items: JsonObject): JsonObject => ({ type: 'array', items });
const map = (values: JsonObject): JsonObject => ({ type: 'object', additionalProperties: values });

const stepOf = (
  schemasOf: (own: JsonObject) => JsonObject,
  rules: readonly JsonObject[] = [],
  [older, newer]: readonly [JsonObject, JsonObject] = [object({ color: string }), {}],
) => {
  const apiOf = (version: string, own: JsonObject) =>
    normalize(
      documentOf('a.yaml', {
        openapi: '3.1.0',
        info: { title: 'A', version },
        paths: {
          '/a': {
            post: {
              operationId: 'BoxSend',
              requestBody: { required: true, ...json(object({ box: ref('Box') })) },
              responses: { 200: json(ref('Box')) },
            },
          },
        },
        components: { schemas: schemasOf(own) },
      }),
    );
  const action = {
    target: '$.a',
    update: {},
    'x-lading-difference': 'd',
    'x-lading-conversion-rules': rules.map((rule) => ({ description: 'D.', ...rule })),
  };
  const content = { overlay: '1.0.0', info: { title: 't', version: '1' }, actions: [action] };
  const written = rules.length === 0 ? [] : conversionRulesOf(parseOverlay('v1.yaml', content));
  return { version: '1', older: apiOf('1', older), newer: apiOf('2', newer), rules: written, differences: [] };
};

/** Returns the rules as `rule place (at~like, …)`. */
function rulesOf(step: ReturnType<typeof stepOf>, direction: ConversionDirection): readonly string[] {
  return rulesByOperation(step).flatMap(({ rules }) =>
    rules[direction].map(({ rule, at, recursion = [] }) => {
      return `${rule} ${at.body ?? ''} (${recursion.map((each) => `${each.at}~${each.like}`).join(', ')})`;
    }),
  );
}

const box = (own: JsonObject, more: JsonObject): JsonObject => ({
  type: 'object',
  properties: { name: string, ...(own['properties'] as JsonObject | undefined), ...more },
});

describe('rules in recursive schemas', () => {
  it.each<[string, (own: JsonObject) => JsonObject, readonly string[]]>([
    ['a property', (own) => ({ Box: box(own, { box: ref('Box') }) }), ['box.box~box']],
    ['an array', (own) => ({ Box: box(own, { boxes: array(ref('Box')) }) }), ['box.boxes[]~box']],
    ['maps of arrays', (own) => ({ Box: box(own, { of: map(array(ref('Box'))) }) }), ['box.of{}[]~box']],
    [
      'schemas that contain each other',
      (own) => ({ Box: box(own, { lid: ref('Lid') }), Lid: object({ box: ref('Box'), lids: array(ref('Lid')) }) }),
      ['box.lid.box~box', 'box.lid.lids[]~box.lid'],
    ],
    [
      'the options of a union',
      (own) => ({
        Box: { oneOf: [ref('Many'), ref('Leaf')] },
        Many: object({ boxes: array(ref('Box')) }),
        Leaf: box(own, { kind: string }),
      }),
      ['box.boxes[]~box'],
    ],
  ])('in %s', (_name, schemasOf, recursion) => {
    const step = stepOf(schemasOf);
    expect(undecidedOf(step)).toEqual([]);
    expect(rulesOf(step, 'request.upgrade')).toEqual([`drop box.color (${recursion.join(', ')})`]);
    const inResponses = recursion.map((each) =>
      each
        .replace(/\bbox\./g, (found, index) => (index === 0 || each[index - 1] === '~' ? '' : found))
        .replace(/~box$/, '~'),
    );
    expect(rulesOf(step, 'response.upgrade')).toEqual([`drop color (${inResponses.join(', ')})`]);
  });

  it('have no recursion where only equal schemas contain themselves', () => {
    const step = stepOf((own) => ({
      Box: box(own, { tree: ref('Tree') }),
      Tree: object({ trees: array(ref('Tree')) }),
    }));
    expect(rulesOf(step, 'request.upgrade')).toEqual(['drop box.color ()']);
  });

  it('are asked for where a path does not tell the schemas apart', () => {
    const step = stepOf((own) => ({
      Box: { ...box(own, {}), additionalProperties: ref('Box') },
    }));
    expect(undecidedOf(step).map(({ question }) => question)).toContain(
      'the other version does not have all of its variants',
    );
  });

  it('act once at each place if they are written for a schema', () => {
    const at = { schema: 'Box.color' };
    const step = stepOf(
      (own) => ({ Box: box(own, { boxes: array(ref('Box')) }) }),
      [{ at, direction: 'request.upgrade', rule: 'refuse', status: 400, message: 'm' }],
    );
    expect(rulesOf(step, 'request.upgrade')).toEqual([
      'refuse box.color (box.boxes[]~box)',
      'drop box.color (box.boxes[]~box)',
    ]);
  });

  it('rename at any depth', () => {
    const step = stepOf(
      (own) => ({ Box: box({}, { boxes: array(ref('Box')), label: ref('Label') }), Label: own }),
      [{ at: { schema: 'Label.title' }, rule: 'rename', from: 'text' }],
      [object({ text: string }), object({ title: string })],
    );
    expect(rulesOf(step, 'request.upgrade')).toEqual([
      'drop box.label.title (box.boxes[]~box)',
      'rename box.label.title (box.boxes[]~box)',
    ]);
    expect(rulesOf(step, 'response.downgrade')).toEqual(['rename label.text (boxes[]~)']);
  });
});
