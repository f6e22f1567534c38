/** The output as a new process finds it, which has no cache. */
import { vi } from 'vitest';

export async function checkedAnew(config: string): Promise<{ readonly exit: number; readonly output: string }> {
  vi.resetModules();
  const { main } = await import('../../../main.js');
  let output = '';
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => (output += String(text)) !== '');
  const exit = await main(['generate', '--check', '--quiet', '--config', config]);
  vi.restoreAllMocks();
  return { exit, output };
}
