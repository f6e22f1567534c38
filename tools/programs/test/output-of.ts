/** Runs everyday programs on an engine in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterEach, vi } from 'vitest';
import { openScene } from '../scene.js';

const variables = ['DOCKER_HOST', 'PASSWORD', 'TARGET'] as const;
const before = variables.map((name) => [name, process.env[name]] as const);
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  vi.restoreAllMocks();
});

/**
 * Runs a program, which is a module without exports, and returns what it prints.
 *
 * @param name of the everyday program, for what the engine must have
 */
export async function outputOf(name: string, path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-everyday-'));
  await using engine = await openScene(name);
  process.env['DOCKER_HOST'] = engine.address;
  process.env['PASSWORD'] = 'secret';
  process.env['TARGET'] = folder;
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => void (printed += `${format(...values)}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await import(path);
  } finally {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  }
  return printed;
}

/** The pattern of what an everyday program prints. */
export function pattern(lines: readonly string[]): RegExp {
  const escaped = lines.map((line) =>
    line === '…'
      ? '(?:[^]*\\n)?'
      : `${line
          .split('…')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}\\n+`,
  );
  return new RegExp(`^${escaped.join('')}$`);
}
