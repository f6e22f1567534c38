/** Arbitrary code for property tests: trees with names of all lengths. */
import fc from 'fast-check';
import {
  arrayOf,
  call,
  cast,
  commented,
  constant,
  generic,
  list,
  literal,
  mapOf,
  object,
  objectType,
  returning,
  statement as assigned,
  union,
  type Code,
  type Statement,
  type TypeCode,
} from '../../../code/index.js';
import { StructureKind } from '../../../code/structures.js';

const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(3);

/** Names whose length decides what fits on a line. */
const name = fc
  .tuple(fc.constantFrom('x', 'entry', 'Name', 'é'), fc.oneof(fc.nat(12), fc.nat(12), fc.nat(60)))
  .map(([start, length]) => start + letters.slice(0, length));
const typeName = name.map((text) => `T${text}`);
const quoted = fc.oneof(name, fc.constantFrom('', "it's", 'say "no"', 'a\\b', '世界')).map(literal);
const number = fc.oneof(fc.nat(9999).map(String), fc.constantFrom('-1', '0.5', '1e21', '-0'));
const word = fc.oneof(name, quoted, number, fc.constantFrom('true', 'false', 'null', 'undefined', 'a.b.c'));
const key = fc.oneof(name, fc.constantFrom('a', 'abcd', 'abcde', "'a-b'", "['__proto__']"));
const comment = fc.constantFrom('', 'What it is.', 'Two\nlines.');

/** Names of called functions, some annotated as pure for bundlers. */
const callee = fc.oneof(
  name,
  name.map((text) => `/* @__PURE__ */ ${text}`),
  name.map((text) => `engine.${text}`),
);

const typeWord = fc.oneof(typeName, quoted, fc.constantFrom('string', 'number', 'unknown', 'undefined', 'true'));

export const type = fc.letrec<{ type: TypeCode }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: 'medium', withCrossShrink: true },
    typeWord,
    fc.array(tie('type'), { minLength: 2, maxLength: 6 }).map(union),
    tie('type').map((member) => union([member, 'null'])),
    fc.tuple(typeName, fc.array(tie('type'), { minLength: 1, maxLength: 3 })).map(([of, all]) => generic(of, ...all)),
    tie('type').map(arrayOf),
    tie('type').map(mapOf),
    fc.tuple(name, tie('type')).map(([member, of]) => objectType([[`readonly ${member}`, of]])),
  ),
})).type;

export const value = fc.letrec<{ value: Code; values: Code[] }>((tie) => ({
  values: fc.array(tie('value'), { maxLength: 4 }),
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    word,
    fc
      .tuple(entries(tie('value')), fc.constantFrom(undefined, undefined, 'open' as const))
      .map(([all, open]) => object(all, open)),
    fc.tuple(name, fc.boolean()).map(([text, spread]) => object([spread ? `...${text}` : text])),
    tie('values').map(list),
    fc.tuple(tie('value'), comment).map(([item, about]) => list([commented(about, item)])),
    fc.array(number, { minLength: 1, maxLength: 40 }).map(list),
    fc.tuple(callee, tie('values')).map(([called, passed]) => call(called, ...passed)),
    fc.tuple(name, name).map(([called, target]) => call(called, `() => ${target}`)),
    fc
      .tuple(fc.oneof(name, tie('values').map(list)), type, fc.constantFrom('as' as const, 'satisfies' as const))
      .map(([code, target, operator]) => cast(code, operator, target)),
  ),
})).value;

function entries(values: fc.Arbitrary<Code>) {
  const commentedValue = fc.tuple(comment, values).map(([about, code]) => commented(about, code));
  return fc.uniqueArray(fc.tuple(key, fc.oneof(values, commentedValue)), { selector: ([text]) => text, maxLength: 4 });
}

const docs = fc.subarray(['What it is.', '\nTwo\nlines.']);
const hasQuestionToken = fc.boolean();
const kindOf = <Kind extends keyof typeof StructureKind>(kind: Kind) => fc.constant(StructureKind[kind]);

const property = fc.record({
  kind: kindOf('PropertySignature'),
  name,
  type,
  docs,
  hasQuestionToken,
  isReadonly: fc.boolean(),
});
const parameter = fc.record({ name, type, hasQuestionToken });
const method = fc.record({
  kind: kindOf('MethodSignature'),
  name,
  docs,
  returnType: type,
  parameters: fc.array(parameter, { maxLength: 3 }),
});
const bases = fc.oneof(
  typeName,
  fc.tuple(typeName, type).map(([of, one]) => generic(of, 'TBase', one)),
);

/** Names so long that hardly anything fits after them. */
const longName = fc.oneof(
  name,
  name.map((text) => `${text}${letters.slice(0, 60)}`),
);
const parameters = fc.array(fc.tuple(name, type), { maxLength: 3 });

export const statement: fc.Arbitrary<Statement> = fc.oneof(
  fc.tuple(name, value).map(([of, one]) => assigned(`export const ${of}: TWhat = `, one, ';')),
  fc.record({ name, parameters, returnType: type, returned: value, comment }).map(returning),
  fc.record({ name: longName, value, type, comment }).map(constant),
  fc.record({ name: longName, value, comment }).map(constant),
  fc.record({ kind: kindOf('TypeAlias'), name: typeName, type, docs, isExported: fc.constant(true) }),
  fc.record({
    kind: kindOf('Interface'),
    name: typeName,
    docs,
    isExported: fc.constant(true),
    extends: fc.array(bases, { maxLength: 3 }),
    properties: fc.uniqueArray(property, { selector: (each) => each.name, maxLength: 3 }),
    methods: fc.array(method, { maxLength: 2 }),
  }),
);
