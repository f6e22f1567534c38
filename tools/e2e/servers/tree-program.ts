/** Runs programs of the engines' trees with the libraries of the tree. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';

/** The command of a program, to be followed by its arguments. @param path its path in the tree: `usr/bin/docker` */
export function treeProgram(tree: string, path: string): readonly [string, ...string[]] {
  const root = join(home, tree);
  const libraries = join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');
  const loader = join(libraries, process.arch === 'arm64' ? 'ld-linux-aarch64.so.1' : 'ld-linux-x86-64.so.2');
  const program = join(root, path);
  return existsSync(loader) ? [loader, '--library-path', libraries, program] : [program];
}

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a program to end. @param patience milliseconds after which it is killed */
export async function ended(child: ChildProcess, input?: string, patience = 30_000): Promise<ProgramResult> {
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
