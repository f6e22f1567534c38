/** The output as a new process finds it, which has no cache. */
import { dirname } from 'node:path';
import { inject, vi } from 'vitest';
import { ladingIn } from '../../../../cli/test/testing/lading-in.js';

/**
 * Without a full run, one other process checks everything, which saves loading all modules for each check. It has never
 * watched, so it reuses no result of the session.
 */
export async function checkedAnew(config: string): Promise<{ readonly exit: number; readonly output: string }> {
  if (!inject('isFullRun')) {
    const { status, stdout, stderr } = await ladingIn(
      dirname(config),
      'generate',
      '--check',
      '--quiet',
      '--config',
      config,
    );
    return { exit: status, output: stdout + stderr };
  }
  vi.resetModules();
  const { main } = await import('../../../../cli/main.js');
  let output = '';
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => (output += String(text)) !== '');
  const exit = await main(['generate', '--check', '--quiet', '--config', config]);
  vi.restoreAllMocks();
  return { exit, output };
}
