/** Values that a careless emitter would turn into code, the end of a comment, a path or a prototype. */
import { objectOf, type Json } from '../../document/index.js';

function nested(levels: number): Json {
  let value: Json = 'planted';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

export const payloads: Readonly<Record<string, Json>> = {
  'single quote': "'; planted(); '",
  'double quote': '"; planted(); "',
  template: '`${process.exit(1)}`',
  'comment end': '*/ planted() /*',
  'comment end, doubled': '**//planted()/*/',
  'new line': 'a\nplanted();\nb',
  'carriage return': 'a\rplanted();\rb',
  'line separator': 'a\u2028planted()\u2029b\u0085c',
  'key of all prototypes': '__proto__',
  constructor: 'constructor',
  'way up': '../../planted',
  'way up, windows': '..\\..\\planted:aux',
  'reserved word': 'class',
  nul: 'a\u0000planted()',
  escape: 'a\u001b[2Jplanted()\b\u007f',
  'a megabyte': 'planted '.repeat(131_072),
  'two hundred levels': nested(200),
  'object with __proto__': objectOf([['__proto__', { planted: true }]]),
  script: '</script><script>planted()</script><!--',
  'lone surrogate': 'a\ud800planted()\udfff',
  'right to left': '\u202eplanted()\u202c\u2066',
  backslash: "\\'; planted() //\\",
  'replacement pattern': "$& $1 $' $` $$ planted()",
  mustache: '{{planted}} {{{planted}}} {{#each planted}}',
  mention: '\u0091planted\u0093evil.ts\u0093planted\u0093value\u0092',
  'schemas of paths': 'schemas: never;\n    schemas: {};\nexport interface components { schemas: {} }',
  tag: '@internal planted\n@ts-ignore\n * @ts-nocheck\n{@link planted}',
  'tag after a long line': `${'long '.repeat(24)}@internal planted ${'@type {x} '.repeat(30)}`,
  directive: '/ <reference path="planted" />\n// @ts-nocheck',
  yaml: "- a: &x !!js/function 'planted'\n--- %YAML\n*x : |+\n  \t# y ",
  pointer: '~0~1%2F%zz#/a~b',
  'combining characters': 'e\u0301'.normalize('NFD') + 'planted\u200d\ufe0f🙂',
  // With a space, since it would be a range of media types.
  'only signs': '-*/ -',
  number: 1e21,
  null: null,
  list: ['planted()', { planted: '*/' }],
};

/** One string for each kind of injection: a quote, a comment, a line, a path, a prototype, our own markup, a tag. */
export const sharp: readonly string[] = [
  'single quote',
  'comment end, doubled',
  'new line',
  'line separator',
  'key of all prototypes',
  'way up',
  'lone surrogate',
  'backslash',
  'mention',
  'tag after a long line',
];
