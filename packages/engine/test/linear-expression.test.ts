/** Expressions of clients match as JavaScript's do, in linear time: no expression keeps the engine busy. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { nameTest } from '../src/values/filters.js';
import { LinearExpression } from '../src/values/linear-expression.js';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

const atom = fc.constantFrom('a', 'b', '.', '-', '_', '[a-c]', '[^a]', '\\w', '\\d', '\\.', '\\b', '^', '$', '');
const { expression } = fc.letrec<{ readonly expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('expression'), tie('expression')).map((parts) => parts.join('')),
    fc.tuple(tie('expression'), tie('expression')).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?'))
      .map(([of, quantifier]) => `(?:${of})${quantifier}`),
  ),
}));
const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', '_', '.', '0'), maxLength: 8 });

it('matches as JavaScript does', () => {
  fc.assert(
    fc.property(expression, name, (source, text) => {
      expect(new LinearExpression(source).test(text)).toBe(new RegExp(source).test(text));
    }),
    { seed: inject('seed'), numRuns: inject('isFullRun') ? 20_000 : 1000 },
  );
});

const hostile = [
  '(a+)+$',
  '(a|a)*$',
  '(a|aa)+$',
  '([a-z]+)*\\d$',
  `${'(a?)'.repeat(40)}${'a'.repeat(40)}b`,
  `${'.*'.repeat(40)}b`,
  '(a|b)*a(a|b){300}$',
  '((a{100}){100}){100}',
  'a{1000}'.repeat(1000),
  '('.repeat(9000) + ')'.repeat(9000),
];
const text = `${'a'.repeat(5000)}!`;

/** Returns the CPU time of a function in milliseconds. */
function used(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

it.each(hostile)('answers soon: %s', (source) => {
  expect(used(() => nameTest([source])(text))).toBeLessThan(1000);
});

it('compares names as engines do', () => {
  const isNamed = nameTest(['^web', 'a(b', '(?i)DB$']);
  expect(['web-1', 'my-web', 'a(b', 'xa(b', 'my-db'].map(isNamed)).toEqual([true, false, true, false, true]);
  expect([undefined, []].map((wanted) => nameTest(wanted)('any'))).toEqual([true, true]);
});

describe('an engine', () => {
  it('lists by hostile names, and goes on', async () => {
    const { client } = scene();
    const longName = 'a'.repeat(60);
    await client.volume.create({ body: { Name: longName } });
    await scene().run({ Cmd: ['sleep', 'infinity'] }, longName);
    await client.network.create({ body: { Name: longName } });
    for (const source of ['(a+)+!$', '([a-z]+)*\\d$']) {
      const filters = { name: [source] };
      expect((await client.volume.list({ filters })).Volumes).toEqual([]);
      expect(await client.container.list({ filters })).toEqual([]);
      expect(await client.network.list({ filters })).toEqual([]);
    }
  });

  it.each([
    [`echo ${'a'.repeat(60)} | grep -cE '(a+)+!$'`, '0\n'],
    [`echo ${'a'.repeat(60)} | sed 's/\\(a*\\)*!/x/'`, `${'a'.repeat(60)}\n`],
    [`x=${'a'.repeat(200)}; echo \${x%%${'*a'.repeat(30)}b}`, `${'a'.repeat(200)}\n`],
    [`x=${'a'.repeat(200)}; echo \${x//${'*a'.repeat(30)}b/c}`, `${'a'.repeat(200)}\n`],
    [`case ${'a'.repeat(200)} in ${'*a'.repeat(30)}b) echo b;; *) echo c;; esac`, 'c\n'],
    // Both ends of the shortest and the longest match.
    ['x=a.b.c; echo ${x#*.} ${x##*.} ${x%.*} ${x%%.*} ${x#[a-b].} ${x%x}', 'b.c c a.b a b.c a.b.c\n'],
    [
      "echo abab | grep -oE 'a|ab'; echo aXb | sed 's/[[:upper:]]/-/'; echo 'a ab' | sed 's/\\<a\\>/x/g'",
      'ab\nab\na-b\nx ab\n',
    ],
    [
      "echo aab | sed 's/\\(a*\\)\\(b\\)/\\2\\1/'; echo aaa | sed 's/A/b/gi'; echo xaxa | sed 's/a*/-/g'",
      'baa\nbbb\n-x-x-\n',
    ],
  ])('runs %s', async (script, output) => {
    const id = await scene().run({ Cmd: ['sleep', 'infinity'] });
    const body = { Cmd: ['sh', '-c', script], AttachStdout: true, AttachStderr: true };
    const { Id } = await scene().client.container.exec({ id, body });
    expect((await (await scene().client.exec.start({ id: Id })).text()).stdout).toBe(output);
  });
});
