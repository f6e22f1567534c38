/** Every option of the command reaches the bridge or its server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionsOf, usage } from '../src/command/options.js';

const folder = temporaryFolder();

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const always = ['--listen', 'unix:///tmp/b.sock', '--engine', 'unix:///tmp/e.sock'];
const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => file(name, `of ${name}`)) as [string, string, string];
const bytes = (name: string) => Buffer.from(`of ${name}`);
const plain = {
  kind: 'serve',
  addresses: ['unix:///tmp/b.sock'],
  server: {},
  bridge: { engine: 'unix:///tmp/e.sock', strict: false, limits: {} },
  admin: undefined,
  log: false,
  grace: 8,
};
type Part = Partial<Record<keyof typeof plain, unknown>>;

/** The words of options, and what they change. */
const rows: readonly (readonly [words: readonly string[], changed: Part])[] = [
  [[], {}],
  [['--group', 'docker'], { server: { group: 'docker' } }],
  [['--cert', cert, '--key', key], { server: { certificates: { cert: bytes('cert'), key: bytes('key') } } }],
  [
    ['--cert', cert, '--key', key, '--ca', ca],
    { server: { certificates: { cert: bytes('cert'), key: bytes('key'), ca: bytes('ca') } } },
  ],
  [['--engine-ca', ca], { bridge: { ...plain.bridge, tls: { ca: bytes('ca') } } }],
  [['--engine-cert', cert], { bridge: { ...plain.bridge, tls: { cert: bytes('cert') } } }],
  [['--engine-key', key], { bridge: { ...plain.bridge, tls: { key: bytes('key') } } }],
  [['--admin', 'tcp://127.0.0.1:9'], { admin: 'tcp://127.0.0.1:9' }],
  [['--as', '1.44'], { bridge: { ...plain.bridge, as: '1.44' } }],
  [['--strict'], { bridge: { ...plain.bridge, strict: true } }],
  [['--policy', file('policy', '{"a":1}')], { bridge: { ...plain.bridge, policy: { a: 1 } } }],
  [['--log'], { log: true }],
  [['--grace', '0'], { grace: 0 }],
  [['--max-connections', '1'], { bridge: { ...plain.bridge, limits: { connections: 1 } } }],
  [['--max-headers', '2'], { bridge: { ...plain.bridge, limits: { headers: 2 } } }],
  [['--idle', '3'], { bridge: { ...plain.bridge, limits: { idle: 3 } } }],
  [['--half-closed', '4'], { bridge: { ...plain.bridge, limits: { halfClosed: 4 } } }],
  [['--max-json', '5'], { bridge: { ...plain.bridge, maxJson: 5 } }],
];

it.each(rows)('%s', (words, changed) => {
  expect(optionsOf([...always, ...words])).toStrictEqual({ ...plain, ...changed });
});

it('names each of these options in its usage, and no other', () => {
  const tested = rows.flatMap(([words]) => words.filter((word) => word.startsWith('--')));
  const others = ['--listen', '--engine', '--context', '--serve', '--explain', '--json', '--help'];
  const named = usage.match(/(?<=[\s[,])--[a-z-]+/g) ?? [];
  expect([...new Set(named)].sort()).toEqual([...new Set([...tested, ...others])].sort());
});

it.each<readonly [readonly string[], string]>([
  [['--listen', 'unix:///tmp/b.sock'], '--engine: pass the address of the engine'],
  [[...always, '--context', 'x'], '--engine: pass the address of the engine'],
  [[...always, '--cert', cert], '--cert: pass the certificate and the key together'],
  [[...always, '--ca', ca], '--cert: pass the certificate and the key together'],
  [[...always, '--idle', '-1'], '--idle'],
  [[...always, '--idle', '1e3'], '--idle "1e3": pass a number'],
  [[...always, '--as', '1.9'], '--as "1.9": pass a version of'],
  [[...always, '--engine-ca', '/none'], '--engine-ca /none: it cannot be read: ENOENT'],
  [[...always, '--policy', cert], 'it is not JSON'],
])('%s is refused: %s', (words, reason) => {
  expect(() => optionsOf(words)).toThrow(reason);
});

it('takes a context instead of an address, a range of versions, and explains one', () => {
  const { bridge } = optionsOf([
    '--listen',
    'unix:///tmp/b.sock',
    '--context',
    'x',
    '--serve',
    '1.24-1.44',
  ]) as unknown as typeof plain;
  expect(bridge).toMatchObject({ context: 'x', serve: { oldest: '1.24', newest: '1.44' } });
  expect(bridge).not.toHaveProperty('engine');
  expect(optionsOf(['--explain', '1.30', '--as', '1.44', '--json'])).toEqual({
    kind: 'explain',
    client: '1.30',
    engine: '1.44',
    isJson: true,
  });
  expect(optionsOf(['--help', '--idle', 'x'])).toEqual({ kind: 'help' });
});
