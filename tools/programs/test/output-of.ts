/** Runs everyday programs on an engine in memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { vi } from 'vitest';
import { everydayFolder } from '../everyday.js';
import { openScene } from '../scene.js';

/**
 * Runs a program, which is a module without exports, and returns what it prints.
 *
 * @param name of the everyday program, for what the engine must have
 */
export async function outputOf(name: string, program: string): Promise<string> {
  // Within the package, so that modules are found, and beside the folders that programs name.
  const folder = mkdtempSync(join(everydayFolder, '.program-'));
  const path = join(folder, `${name}.ts`);
  writeFileSync(path, program);
  await using engine = await openScene(name);
  for (const [variable, value] of Object.entries({
    DOCKER_HOST: engine.address,
    PASSWORD: 'secret',
    TARGET: join(folder, 'target'),
  }))
    vi.stubEnv(variable, value);
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
    vi.unstubAllEnvs();
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
