/** Runs credential helpers with limits on time and output. */
import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { CredentialError } from '../error/index.js';
import type { Environment } from '../connect/connect-options.js';

/** The options for running a helper. */
export interface HelperOptions {
  readonly env: Environment;
  /** The time limit in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** The result of a helper. */
export interface HelperResponse {
  readonly ok: boolean;
  /** The standard output. It may contain a secret even after a failure, so it must not be part of a message. */
  readonly output: string;
  /** How the program ended: `exited with code 1`. */
  readonly ending: string;
}

const prefix = 'docker-credential-';
const longestOutput = 1024 * 1024;

/** Returns the name of the program: `docker-credential-pass`. */
export function helperProgram(name: string): string {
  return `${prefix}${name}`;
}

/**
 * Runs `docker-credential-<name> <action>` with the input.
 *
 * @param subject the registry or registries, for messages
 * @throws CredentialError HELPER_NAME_INVALID, HELPER_NOT_FOUND, HELPER_FAILED (did not start), HELPER_TIMED_OUT,
 *   HELPER_OUTPUT_INVALID (too long); the signal's reason after an abort
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
      // A grandchild may hold the pipe open; it is not waited for.
      child.stdout.destroy();
      child.unref();
      reject(error);
    };
    const failure = (code: string, how: string, cause?: unknown): CredentialError =>
      new CredentialError(code, `The credential helper ${program} ${how} for ${subject}.`, { cause });
    const onAbort = (): void => abandon(options.signal?.reason);
    const timer = setTimeout(
      () => abandon(failure('HELPER_TIMED_OUT', `did not respond within ${options.timeout} ms`)),
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
    // A helper may exit without reading its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Finds a program in the absolute folders of the PATH: a program in the working directory never gets credentials. */
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
