/** Tests how progress is shown: on a terminal, without one, and with hostile content. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { follow, type ProgressItem, type ProgressOutput } from '../src/index.js';
import { screenOf } from './screen.js';

type Item = ProgressItem & { readonly aux?: { readonly ID: string } | string };

async function* progressOf(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function shown(items: readonly Item[], output: Omit<ProgressOutput, 'write'> = {}): Promise<string> {
  let text = '';
  await follow(progressOf(items), { output: { ...output, write: (more) => (text += more) } });
  return text;
}

const layers: readonly Item[] = [
  { status: 'Pulling from me/app', id: 'latest' },
  { status: 'Pulling fs layer', id: 'aaa' },
  { status: 'Pulling fs layer', id: 'bbb' },
  { status: 'Downloading', id: 'aaa', progress: '[==>   ] 1MB/3MB' },
  { status: 'Downloading', id: 'aaa', progress: '[====> ] 2MB/3MB' },
  { status: 'Pull complete', id: 'bbb' },
  { status: 'Pull complete', id: 'aaa' },
  { status: 'Digest: sha256:1' },
];

it('without a terminal there is a line for each status', async () => {
  expect((await shown(layers)).split('\n')).toEqual([
    'latest: Pulling from me/app',
    'aaa: Pulling fs layer',
    'bbb: Pulling fs layer',
    'aaa: Downloading',
    'bbb: Pull complete',
    'aaa: Pull complete',
    'Digest: sha256:1',
    '',
  ]);
});

it('on a terminal there is a line for each layer, rewritten in place', async () => {
  const text = await shown(layers, { isTTY: true });
  expect(text).toContain('[====> ] 2MB/3MB');
  expect(screenOf(text)).toEqual([
    'latest: Pulling from me/app',
    'aaa: Pull complete',
    'bbb: Pull complete',
    'Digest: sha256:1',
  ]);
});

it('layers that are pulled for another build step get new lines', async () => {
  const again = [{ status: 'Pulling', id: 'aaa' }, { stream: 'Step 2\n' }, { status: 'Done', id: 'aaa' }];
  expect(screenOf(await shown(again, { isTTY: true }))).toEqual(['aaa: Pulling', 'Step 2', 'aaa: Done']);
});

it('no line is wider than the terminal', async () => {
  const items = [
    { status: 'Downloading', id: 'aaa', progress: '='.repeat(300) },
    { status: '漢字'.repeat(50) },
    { status: 'Pull complete', id: 'aaa' },
  ];
  const screen = screenOf(await shown(items, { isTTY: true, columns: 40 }));
  expect(screen).toEqual(['aaa: Pull complete', '漢字'.repeat(10).slice(0, 19)]);
});

it('a line that has left the screen is not rewritten', async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ status: 'Waiting', id: `layer${index}` }));
  const done = many.map(({ id }) => ({ status: 'Done', id }));
  const text = await shown([...many, ...done], { isTTY: true, rows: 6 });
  expect(screenOf(text)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `layer${index}: ${index < 3 ? 'Waiting' : 'Done'}`),
  );
});

it('the output of a build is shown by lines, however it was split', async () => {
  const lines: string[] = [];
  const aux = await follow(
    progressOf([
      { stream: 'Step 1' },
      { stream: '/2\n' },
      { aux: { ID: 'x' } },
      { stream: 'one\r\ntwo' },
      { aux: 'trace' },
    ]),
    { write: (line) => lines.push(line) },
  );
  expect(lines).toEqual(['Step 1/2', 'one', 'two']);
  expect(aux).toEqual({ ID: 'x' });
});

it('with no output nothing is shown, and a failure is that of the stream', async () => {
  async function* failing(): AsyncGenerator<Item> {
    yield { stream: 'Step 1/2\n' };
    throw new Error('the build failed');
  }
  await expect(follow(failing(), { output: null })).rejects.toThrow('the build failed');
});

describe('no progress item controls the terminal', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['colours', '\x1b[91mred\x1b[0m', 'red'],
    ['a cleared screen', 'a\x1b[2J\x1b[Hb', 'ab'],
    ['a title', 'a\x1b]0;owned\x07b', 'ab'],
    ['a title ended by ST', 'a\x1b]0;owned\x1b\\b', 'ab'],
    ['a link', '\x1b]8;;https://evil.example\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['a reset', 'a\x1bcb', 'ab'],
    ['sequences of one byte', 'a\x9b31mb\x9d0;t\x9cc', 'abc'],
    ['a device string', 'a\x1bPq#0\x1b\\b', 'ab'],
    ['bells and backspaces', 'a\x07\b\x7fb', 'ab'],
    ['a changed writing direction', 'a\u202egpj.exe', 'agpj.exe'],
    ['a line overwritten', '10%\r20%\r', '20%'],
    ['a sequence that does not end', 'a\x1b[31', 'a'],
    ['a sequence within a sequence', '\x1b\x1b[0m[31mx', '[31mx'],
    ['tabs', 'a\tb', 'a b'],
  ];
  it.each(cases)('%s', async (_title, given, wanted) => {
    expect(await shown([{ stream: `${given}\n` }])).toBe(`${wanted}\n`);
    expect(await shown([{ id: 'x', status: given.replaceAll('\r', '') }])).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('any strings', async () => {
    const text = fc.string({
      unit: fc.constantFrom('\x1b', '[', ']', '\x9b', '2', 'J', '\x07', '\\', ';', 'é', '\n', '\r'),
    });
    const item = fc.record({ id: text, status: text, progress: text, stream: text }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.array(item), async (items) => {
        expect(await shown(items)).not.toMatch(/(?!\n)\p{Cc}/u);
        // On a terminal the only sequences are those of `follow`; screenOf throws an error for any other.
        screenOf(await shown(items, { isTTY: true }));
      }),
    );
  });

  it('in linear time', async () => {
    const begun = performance.now();
    for (const piece of ['\x1b[', '\x1b[0;', '\x1b]', '\r', '\x1b ']) await shown([{ stream: piece.repeat(300_000) }]);
    expect(performance.now() - begun).toBeLessThan(3000);
  });
});
