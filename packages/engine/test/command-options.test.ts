/** Options of commands do what they say, or are refused: beside the recorded command lines. */
import { expect, it } from 'vitest';
import { runLine } from './command-lines/run-line.js';

it.each([
  'cp --parents fruits d',
  'stat -f .',
  'du -x',
  'du -L',
  'touch -h fruits',
  'ls -T 4',
  'tar -chf a.tar d',
  'tar -xmf a.tar',
  'od -S 3 fruits',
  'diff -S a d d/sub',
  'chmod -h 1 fruits',
  'chown -L 1 fruits',
])('%s is refused', async (line) => {
  const [code, output, error] = await runLine(line);
  expect([output, error]).toEqual(['', expect.stringMatching(/(?:invalid|unrecognized) option|No such file/)]);
  expect(code).not.toBe(0);
});

it.each([
  [`printf 'A\\nb  c\\n' > p; printf 'a\\nb c \\n' > q; diff -ib p q; echo $?`, '0\n'],
  [`printf 'A\\n' > p; printf 'a\\n' > q; diff -b p q | tail -n 2`, '-A\n+a\n'],
  [`printf 'a b\\n' > p; printf 'ab\\n' > q; diff -w p q; diff -b p q | wc -l`, '5\n'],
  [`printf 'a\\n\\nb\\n' > p; printf 'a\\nb\\n' > q; diff -B p q; diff p q | wc -l`, '6\n'],
  ['ulimit -c 0; echo $?; ulimit -Sn 5', '0\n'],
  ['env -i A=1 B=2 env -0', 'A=1\0B=2\0'],
  [
    'echo a | cat /dev/stdin; printf "b\\nc\\n" | wc -l /dev/stdin; echo d | sed s/d/e/ /dev/stdin',
    'a\n2 /dev/stdin\ne\n',
  ],
  ['ln -s fruits l; chown -h 7 l; stat -c %u l fruits', '7\n0\n'],
  ['ln -s fruits l; chown 7 l; stat -c %u l fruits', '0\n7\n'],
  ['dd if=/dev/zero of=big bs=1k count=1536 2>/dev/null; du -h big', '1.5M\tbig\n'],
])('%s', async (line, output) => {
  expect((await runLine(line))[1]).toBe(output);
});
