/** Programs of awk that are not in the recorded command lines: those that never end, grow or nest without bound, and odd ones. */
import { expect, it } from 'vitest';
import { runLine } from './command-lines/run-line.js';

it.each([
  ['never ends', 'BEGIN { while (1) {} }'],
  ['never ends without a statement', 'BEGIN { while (1); }'],
  ['never ends in a function', 'function f() { for (;;) x++ } BEGIN { f() }'],
  ['never ends in a condition', 'BEGIN { while (x++ > -1) ; }'],
])('lets others have their turn and is killed: %s', async (_, program) => {
  const started = performance.now();
  const [code] = await runLine(`timeout -s KILL 0.2 awk '${program}'`);
  expect(code).toBe(137);
  expect(performance.now() - started).toBeLessThan(4000);
});

it.each([
  ['a string', 'BEGIN { s = "x"; while (1) s = s s }', 'out of memory'],
  ['an array', 'BEGIN { s = sprintf("%1000s", "x"); while (1) a[i++] = s s }', 'out of memory'],
  ['fields', 'BEGIN { $100000000 = 1 }', 'out of memory'],
  ['a format', 'BEGIN { printf "%999999999d", 1 }', 'out of memory'],
  ['digits beyond the most', 'BEGIN { printf "%.*d%.*d", 1048576, 1, 1048577, 1 }', 'out of memory'],
  ['a replacement', 'BEGIN { s = sprintf("%9999s", "x"); for (;;) gsub(/ /, "        ", s) }', 'out of memory'],
  ['a recursion', 'function f(n) { return f(n + 1) } BEGIN { f(0) }', 'nested too deep'],
  ['parentheses', `BEGIN { print ${'('.repeat(3000)}1${')'.repeat(3000)} }`, 'Unexpected token'],
  ['blocks', `BEGIN { ${'{'.repeat(3000)} ${'}'.repeat(3000)} }`, 'Unexpected token'],
  ['signs', `BEGIN { print ${'- '.repeat(100_000)}1 }`, 'Unexpected token'],
  ['negations', `BEGIN { print ${'!'.repeat(100_000)}1 }`, 'Unexpected token'],
  ['powers', `BEGIN { print 2${' ^ 2'.repeat(100_000)} }`, 'Unexpected token'],
  ['fields of fields', `BEGIN { print ${'$'.repeat(100_000)}1 }`, 'Unexpected token'],
  ['increments', `BEGIN { print ${'$++'.repeat(20_000)}x }`, 'Unexpected token'],
  ['conditions', `BEGIN { ${'if (1) '.repeat(20_000)} x }`, 'Unexpected token'],
])('is refused when it grows without bound: %s', { timeout: 20_000 }, async (_, program, reason) => {
  const [code, , error] = await runLine(`awk '${program}'`);
  expect([code, error]).toEqual([1, expect.stringContaining(reason)]);
});

it('runs long lists of statements, sums and strings', async () => {
  const sum = Array.from({ length: 20_000 }, () => '1').join(' + ');
  expect(await runLine(`awk 'BEGIN { print ${sum} }'`)).toEqual([0, '20000\n', '']);
  const statements = Array.from({ length: 5000 }, () => 'x++').join('; ');
  expect(await runLine(`awk 'BEGIN { ${statements}; print x }'`)).toEqual([0, '5000\n', '']);
});

it('matches in linear time', async () => {
  const started = performance.now();
  const text = 'a'.repeat(20_000);
  expect(await runLine(`echo ${text}b | awk '/^(a+)+$/ { print "no" } END { print NR }'`)).toEqual([0, '1\n', '']);
  expect(performance.now() - started).toBeLessThan(3000);
});

it.each([
  // Each of several ways to read, and what is left of the input.
  ["seq 3 | awk '{ while ((getline line) > 0) last = line } END { print $0, last, NR }'", '1 3 3\n'],
  ["seq 100000 | awk '{ s += $1 } END { print s }'", '5000050000\n'],
  ["yes | awk 'NR == 3 { print NR; exit }'", '3\n'],
  ['awk \'BEGIN { while (("yes" | getline l) > 0 && n++ < 2) ; close("yes"); print n, l }\'', '3 y\n'],
  ['awk \'BEGIN { print "b\\na" | "sort"; close("sort"); print "end" }\'', 'a\nb\nend\n'],
  ['awk \'BEGIN { system("exit 3") ; print system("exit 3") }\'', '3\n'],
  ['awk \'BEGIN { printf "a" > "out"; close("out"); getline x < "out"; print x, (getline y < "none") }\'', 'a -1\n'],
  ["awk 'function f(a, n) { if (n) { a[n] = n; f(a, n - 1) } } BEGIN { f(b, 3); print length(b) }'", '3\n'],
  ['awk \'BEGIN { a["x"]; if (("x") in a) print "in"; delete a; print length(a) }\'', 'in\n0\n'],
  ['printf "a;b,c" | awk \'BEGIN { RS = "[;,]" } { print NR, $0 }\'', '1 a\n2 b\n3 c\n'],
  ['printf "\\n\\na\\nb\\n\\n\\nc\\n\\n" | awk \'BEGIN { RS = "" } { print NR ":" $0 "|" NF }\'', '1:a\nb|2\n2:c|1\n'],
  ['printf "a b\\n" | awk \'{ NF = 4; $2 = ""; print; print NF; $0 = "x y z"; print $3 }\'', 'a   \n4\nz\n'],
  ['awk \'BEGIN { print substr("hello", 0), substr("hello", 2, -1) "|", substr("hello", 4, 100) }\'', 'hello | lo\n'],
  ['awk \'BEGIN { print gensub(/(a)(b)/, "\\\\2\\\\1", "g", "abab"), gensub(/a/, "x", 2, "aaa") }\'', 'baba axa\n'],
  ['awk \'BEGIN { s = "aaa"; print gsub(/x*/, "-", s), s }\'', '4 -a-a-a-\n'],
  ['awk \'BEGIN { print length("a\\tb"), "\\101", "a\\qb" }\'', '3 A a\\qb\n'],
  ['awk \'BEGIN { CONVFMT = "%d"; a[12.5] = 1; for (k in a) print k }\'', '12\n'],
  ['awk \'BEGIN { if (!("x" in a) && length(a) == 0) print "empty" }\'', 'empty\n'],
  ["awk -v IGNORECASE=1 '/APPLE/ { n++ } END { print n }' fruits", '4\n'],
])('%s', async (line, output) => {
  const [, stdout] = await runLine(line);
  expect(stdout).toBe(output);
});
