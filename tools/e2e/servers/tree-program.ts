/** Programs of the engines' trees, which bring their own libraries, and what they print. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';

/** The program and what it needs before its own words. @param path in the tree: `usr/bin/docker` */
export function treeProgram(tree: string, path: string): readonly [string, ...string[]] {
  const root = join(home, tree);
  const libraries = join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');
  const loader = join(libraries, process.arch === 'arm64' ? 'ld-linux-aarch64.so.1' : 'ld-linux-x86-64.so.2');
  const program = join(root, path);
  return existsSync(loader) ? [loader, '--library-path', libraries, program] : [program];
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param patience milliseconds after which the program is ended */
export async function ended(child: ChildProcess, input?: string, patience = 30_000): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.on('error', () => undefined);
  if (input !== undefined) child.stdin?.end(input);
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearTimeout(timer);
  return { code, stdout, stderr };
}
