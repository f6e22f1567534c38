/** Runs a credential helper: one action, a text in, a text out, within limits. */
import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { CredentialError } from '../error/index.js';
import type { Environment } from './config-file.js';

/** How helpers are run. */
export interface HelperOptions {
  readonly env: Environment;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** What a helper did. */
export interface HelperResponse {
  readonly ok: boolean;
  /** May hold a secret, also when it failed: it goes into no message. */
  readonly output: string;
  /** `exited with code 1` */
  readonly ending: string;
}

const prefix = 'docker-credential-';
const longestOutput = 1024 * 1024;

/** The program's name: `docker-credential-pass`. */
export function helperProgram(name: string): string {
  return `${prefix}${name}`;
}

/**
 * Runs `docker-credential-<name> <action>` with the input.
 *
 * @param subject For messages: what was asked for.
 * @throws CredentialError HELPER_NAME_INVALID, HELPER_NOT_FOUND, HELPER_FAILED (did not start), HELPER_TIMED_OUT,
 *   HELPER_OUTPUT_INVALID (too long); the signal's reason when it is aborted.
 */
export async function runHelper(
  name: string,
  action: 'get' | 'list',
  input: string,
  subject: string,
  options: HelperOptions,
): Promise<HelperResponse> {
  options.signal?.throwIfAborted();
  const program = helperProgram(name);
  if (!/^[\w.+-]{1,128}$/.test(name)) {
    throw new CredentialError(
      'HELPER_NAME_INVALID',
      `The name of the credential helper for ${subject} is not a program's name.`,
    );
  }
  const path = await find(program, options.env);
  if (path === undefined) {
    throw new CredentialError(
      'HELPER_NOT_FOUND',
      `The credential helper ${program} for ${subject} is not on the PATH.`,
    );
  }
  return new Promise((resolve, reject) => {
    const child = spawn(path, [action], { env: options.env, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    const chunks: Buffer[] = [];
    let length = 0;
    const abandon = (error: unknown): void => {
      settle();
      child.kill('SIGKILL');
      // A grandchild may hold the pipe open; nobody waits for it.
      child.stdout.destroy();
      child.unref();
      reject(error);
    };
    const failure = (code: string, how: string, cause?: unknown): CredentialError =>
      new CredentialError(code, `The credential helper ${program} ${how} for ${subject}.`, { cause });
    const onAbort = (): void => abandon(options.signal?.reason);
    const timer = setTimeout(
      () => abandon(failure('HELPER_TIMED_OUT', `gave no answer within ${options.timeout} ms`)),
      options.timeout,
    );
    const settle = (): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    };
    options.signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > longestOutput) abandon(failure('HELPER_OUTPUT_INVALID', 'printed more than 1 MiB'));
      else chunks.push(chunk);
    });
    child.on('error', (error) => abandon(failure('HELPER_FAILED', 'did not start', error)));
    child.on('close', (code, signal) => {
      settle();
      const ending = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString(), ending });
    });
    // A helper may end without reading what it was given.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Only absolute folders of the PATH count: a program of the working directory never learns credentials. */
async function find(program: string, env: Environment): Promise<string | undefined> {
  const windows = process.platform === 'win32';
  const variable = windows ? Object.keys(env).find((key) => key.toUpperCase() === 'PATH') : 'PATH';
  const folders = (env[variable ?? 'PATH'] ?? '').split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    const path = join(folder, windows ? `${program}.exe` : program);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // The next folder.
    }
  }
  return undefined;
}
