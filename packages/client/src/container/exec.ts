/** Runs a command in a running container. */
import type { Writable } from 'node:stream';
import type { ByteSource } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';
import { checkNames, invalidOption } from '../unknown-option.js';
import { collectOutput } from '../run/collect-output.js';
import { ContainerInput } from '../run/container-input.js';

export interface ExecOptions {
  /** The environment, in addition to that of the container. */
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly cwd?: string;
  /** The user, and optionally the group: `1000:1000`. */
  readonly user?: string;
  readonly privileged?: boolean;
  /** Whether the command gets a terminal; all output is then standard output. */
  readonly tty?: boolean;
  /** The standard input. If the stream fails, the call rejects with its error. */
  readonly stdin?: ByteSource | string;
  /** Receives the standard output and is left open; without it, the output is collected. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Ends the call. The command continues: engines cannot end it. */
  readonly signal?: AbortSignal;
}

const names = ['env', 'cwd', 'user', 'privileged', 'tty', 'stdin', 'stdout', 'stderr', 'signal'];
const meant = { Env: 'env', WorkingDir: 'cwd', workdir: 'cwd', Tty: 'tty', abortSignal: 'signal' };

export interface ExecResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in a running container, and returns its exit code and output.
 *
 * @param command the program and its arguments, or a command line for `/bin/sh -c`
 * @throws InputError for unknown options
 * @throws NotFound when there is no such container; Conflict when it does not run or is paused
 */
export async function exec(
  engine: AnyEngine,
  container: string,
  command: string | readonly string[],
  options: ExecOptions = {},
): Promise<ExecResult> {
  checkNames('exec', options, names, meant);
  if (typeof command !== 'string' && !Array.isArray(command as unknown))
    throw invalidOption('exec: the command', 'a string or an array', command);
  const { env, cwd, user, privileged, tty = false, stdin, stdout, stderr, signal } = options;
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const input = stdin === undefined ? undefined : new ContainerInput(stdin, (error) => stop.abort(error));
  try {
    const body = {
      Cmd: typeof command === 'string' ? ['/bin/sh', '-c', command] : [...command],
      AttachStdout: true,
      AttachStderr: true,
      Tty: tty,
      ...(input && { AttachStdin: true }),
      ...(env && { Env: Object.entries(env).map(([name, value]) => `${name}=${value}`) }),
      ...(cwd !== undefined && { WorkingDir: cwd }),
      ...(user !== undefined && { User: user }),
      ...(privileged !== undefined && { Privileged: privileged }),
    };
    const { Id: id } = await engine.container.exec({ id: container, body }, { signal: either });
    const attachment = await engine.exec.start({ id, body: { Tty: tty } }, { signal: either, tty });
    const fed = input?.feed(attachment.stdin, { end: !tty });
    const output = await collectOutput(attachment, { stdout, stderr });
    input?.close();
    await fed;
    const { ExitCode: exitCode } = await engine.exec.inspect({ id }, { signal: either });
    return { exitCode: exitCode ?? -1, ...output };
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    input?.close();
  }
}
