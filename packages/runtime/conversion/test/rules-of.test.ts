/** Rules by place → rules with their places, and the recursion of the schemas around them. */
import { expect, it } from 'vitest';
import { rulesOf, type Recursion, type RuleEffect, type RulesInside } from '../src/index.js';

const drop: RuleEffect = { rule: 'drop', loss: 'It goes.' };
const warn: RuleEffect = { rule: 'warn', warning: 'It goes.' };
const at = (body: string, effect: RuleEffect, ...recursion: readonly Recursion[]) => ({
  ...effect,
  at: { body },
  ...(recursion.length > 0 && { recursion }),
});

it.each<[what: string, tree: RulesInside, rules: readonly object[]]>([
  ['nothing', {}, []],
  ['the whole body', { rules: [drop] }, [at('', drop)]],
  [
    'a place before those inside it',
    { inside: { a: { rules: [warn, drop], inside: { b: { rules: [drop] } } } } },
    [at('a', warn), at('a', drop), at('a.b', drop)],
  ],
  [
    'arrays, maps and names with dots',
    { inside: { '[]': { inside: { 'a\\.b{}[]': { inside: { c: { rules: [drop] } } } } } } },
    [at('[].a\\.b{}[].c', drop)],
  ],
  [
    'a schema that contains itself, but not its outermost value',
    {
      inside: {
        box: { rules: [warn], recursiveAt: ['boxes[]', 'lid.box'], inside: { color: { rules: [drop] } } },
        boxes: { rules: [drop] },
      },
    },
    [
      at('box', warn),
      at('box.color', drop, { at: 'box.boxes[]', like: 'box' }, { at: 'box.lid.box', like: 'box' }),
      at('boxes', drop),
    ],
  ],
  [
    'schemas that contain each other',
    {
      inside: {
        box: {
          recursiveAt: ['lid.box'],
          inside: { color: { rules: [drop] }, lid: { recursiveAt: ['lid'], inside: { size: { rules: [drop] } } } },
        },
      },
    },
    [
      at('box.color', drop, { at: 'box.lid.box', like: 'box' }, { at: 'box.lid.lid', like: 'box.lid' }),
      at('box.lid.size', drop, { at: 'box.lid.box', like: 'box' }, { at: 'box.lid.lid', like: 'box.lid' }),
    ],
  ],
  [
    'a body that contains itself',
    { rules: [warn], recursiveAt: ['in'], inside: { a: { rules: [drop] } } },
    [at('', warn), at('a', drop, { at: 'in', like: '' })],
  ],
])('lists the rules of %s', (_what, tree, rules) => {
  expect(rulesOf(tree)).toEqual(rules);
});
