/** Rules in recursive schemas act at any depth: in arrays, maps, and schemas that contain each other. */
import { describe, expect, it } from 'vitest';
import { conversionOf, convertersOf, type Recursion, type Rule, type RuleValue } from '../src/index.js';
import { convertBody, convertResponse, requestOf } from './scene.js';

const nested = (value: RuleValue, depth: number, around: (inner: RuleValue) => RuleValue): RuleValue =>
  depth === 0 ? value : around(nested(value, depth - 1, around));

/** A box with boxes in an array and a map, and a lid, which may contain a box. */
const recursion: readonly Recursion[] = [
  { at: 'box.boxes[]', like: 'box' },
  { at: 'box.byName{}', like: 'box' },
  { at: 'box.lid.box', like: 'box' },
  { at: 'box.lid.lid', like: 'box.lid' },
];
const drop = (body: string, more = {}): Rule => ({ rule: 'drop', at: { body }, recursion, ...more });

describe('a rule in a recursive schema', () => {
  it.each([1, 2, 5])('drops a property at depth %i', (depth) => {
    const tree = (leaf: RuleValue) => ({
      box: nested(leaf, depth, (inner) => ({ boxes: [inner], byName: { a: inner }, lid: { lid: { box: inner } } })),
      color: 'kept',
    });
    const rules = [drop('box.color', { loss: 'none' }), drop('box.lid.size')];
    const given = tree({ color: 'red', name: 'n', lid: { size: 1, lid: { size: 2, weight: 3 } } });
    const { body, warnings } = convertBody(rules, given);
    expect(body).toEqual(tree({ name: 'n', lid: { lid: { weight: 3 } } }));
    expect(warnings).toHaveLength(3 ** depth);
    expect(convertResponse(rules, { status: 200, headers: {}, body: given }).body).toEqual(body);
  });

  it('leaves the same names in other values', () => {
    const body = { box: { other: { color: 1 }, lid: { color: 2 } } };
    expect(convertBody([drop('box.color')], body).body).toBe(body);
  });

  it('fills, writes defaults and renames within each value', () => {
    const rules: Rule[] = [
      { rule: 'fill', by: 'copy', from: 'box.old', at: { body: 'box.new' }, recursion },
      { rule: 'default', value: 1, at: { body: 'box.size' }, recursion },
      { rule: 'rename', from: 'label', at: { body: 'box.title' }, recursion },
    ];
    const box = { old: 'a', label: 'b' };
    const wanted = { old: 'a', new: 'a', size: 1, title: 'b' };
    expect(convertBody(rules, { box: { ...box, boxes: [box] } }).body).toEqual({ box: { ...wanted, boxes: [wanted] } });
  });

  it('acts in values that earlier rules have written', () => {
    const rules: Rule[] = [{ rule: 'set', value: { boxes: [{ color: 1 }] }, at: { body: 'box' } }, drop('box.color')];
    expect(convertBody(rules, {}).body).toEqual({ box: { boxes: [{}] } });
  });

  it('tests its conditions beside each place', () => {
    const rules = [drop('box.color', { when: [{ of: 'kind', is: ['a'] }] })];
    const body = { box: { kind: 'b', color: 1, boxes: [{ kind: 'a', color: 2 }] } };
    expect(convertBody(rules, body).body).toEqual({ box: { kind: 'b', color: 1, boxes: [{ kind: 'a' }] } });
  });

  it('acts in the JSON of query parameters', () => {
    const rule: Rule = {
      rule: 'drop',
      at: { query: 'filter', path: 'color' },
      recursion: [{ at: 'filter.all[]', like: 'filter' }],
    };
    const none: readonly Rule[] = [];
    const { request } = convertersOf({
      request: { upgrade: [rule], downgrade: none },
      response: { upgrade: none, downgrade: none },
    });
    const query = { filter: { all: [{ color: 1, name: 2, all: [{ color: 3 }] }] } };
    expect(request.upgrade(requestOf({ query })).query).toEqual({ filter: { all: [{ name: 2, all: [{}] }] } });
  });

  it('may change any response', () => {
    const conversion = conversionOf({
      client: '1',
      engine: '2',
      requests: 'upgrade',
      hooks: {},
      operations: {
        BoxList: { request: { upgrade: [], downgrade: [] }, response: { upgrade: [], downgrade: [drop('box.color')] } },
      },
    });
    expect(conversion.mayChange?.('BoxList')?.(Buffer.from('{}'))).toBe(true);
    expect(conversion.responseRules?.('BoxList')).toBeUndefined();
  });
});
