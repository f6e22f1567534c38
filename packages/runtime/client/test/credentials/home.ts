/** Creates a home folder for tests, with a config.json and real helper programs, which are alone on the PATH. */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CredentialOptions } from '../../src/credentials/index.js';

/** The secret in all these tests: it may be in results, and nowhere else. */
export const secret = 'hunter2-S3cret';

/** Returns the entry of `auths` for a user. */
export function login(username: string, password: string): { auth: string } {
  return { auth: Buffer.from(`${username}:${password}`).toString('base64') };
}

/** Runs the body in a home; helpers are bodies of shell scripts by name. */
export async function inHome<T>(
  config: unknown,
  helpers: Readonly<Record<string, string>>,
  body: (options: CredentialOptions & { readonly config: string }) => Promise<T>,
): Promise<T> {
  const home = temporaryFolder();
  try {
    const bin = join(home, 'bin');
    await mkdir(bin);
    for (const [name, script] of Object.entries(helpers)) {
      const path = join(bin, `docker-credential-${name}`);
      await writeFile(path, script.startsWith('#!') ? script : `#!/bin/sh\n${script}\n`);
      await chmod(path, 0o755);
    }
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    if (config !== undefined) await writeFile(join(home, 'config.json'), text);
    return await body({ config: home, env: { PATH: `${bin}:${process.env['PATH']}`, HOME: home } });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Returns the error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
