/** Commands name the running step on a terminal, and nowhere else. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { main } from '../main.js';

const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs a command line and returns what it writes to the standard error stream. */
async function stderrOf({ isTTY }: { readonly isTTY: boolean }, ...args: readonly string[]): Promise<string> {
  const written: string[] = [];
  const before = Object.getOwnPropertyDescriptors(process.stderr);
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
  Object.defineProperty(process.stderr, 'columns', { value: 60, configurable: true });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    await main(args);
    return written.join('');
  } finally {
    vi.restoreAllMocks();
    for (const name of ['isTTY', 'columns'] as const) {
      const descriptor = before[name];
      if (descriptor === undefined) Reflect.deleteProperty(process.stderr, name);
      else Object.defineProperty(process.stderr, name, descriptor);
    }
  }
}

const start = '\u001b[1G';
const clear = `${start}\u001b[0K`;
const messagesIn = (text: string) => text.split(clear).filter((message) => message !== '');
const generate = () => ['generate', '--document', kiosk, '--out', join(folder, 'out'), '--no-paths'];

it('names each step of generate, and removes the line at the end', async () => {
  const text = await stderrOf({ isTTY: true }, ...generate());
  const messages = messagesIn(text);
  expect(messages).toContain('normalizing 1.0 …');
  expect(messages).toContain(`reading ${kiosk} …`.slice(0, 59));
  expect(messages).toContain('emitting types-v1.0 …');
  expect(messages.at(-1)).toMatch(/^writing \d+ files …$/);
  expect(text.endsWith(clear)).toBe(true);
});

it('names the versions that diff compares', async () => {
  const text = await stderrOf({ isTTY: true }, 'diff', kiosk, kiosk);
  expect(messagesIn(text).at(-1)).toBe('comparing 1.0 with 1.0 …');
  expect(text.endsWith(clear)).toBe(true);
});

it('removes the line before an error', async () => {
  const text = await stderrOf({ isTTY: true }, 'diff', kiosk, join(folder, 'missing.yaml'));
  expect(text).toContain(`${clear}READ_MISSING: `);
});

it('never shows a line that is longer than the terminal is wide', async () => {
  const text = await stderrOf({ isTTY: true }, ...generate());
  for (const message of messagesIn(text)) expect(message.length).toBeLessThan(60);
});

it.each([
  ['no terminal', { isTTY: false }, []],
  ['--quiet', { isTTY: true }, ['--quiet']],
  ['--json', { isTTY: true }, ['--json']],
])('shows nothing with %s', async (_title, stream, options) => {
  expect(await stderrOf(stream, ...generate(), ...options)).toBe('');
});
