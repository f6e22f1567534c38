/** Uses a running ssh program as a socket: its standard streams are the connection. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { ConnectionError } from '../error/index.js';
import type { Target, SshTarget } from './connect-options.js';

/** How many characters of the end of standard error are kept for messages. */
const maxErrorOutput = 4096;
/** The time until a program that does not exit is killed, in milliseconds. */
const killDelay = 3000;

/**
 * Starts ssh and returns its streams as a socket; failures of ssh are errors of the socket.
 *
 * @throws ConnectionError when there is no ssh program
 */
export async function openSshSocket(target: Target, options: { readonly timeout: number }): Promise<Duplex> {
  if (target.ssh === undefined) throw new TypeError('not a target of kind ssh');
  // In a separate session ssh has no terminal to ask for a password, which would disturb the calling program.
  const detached = process.platform !== 'win32';
  const child = spawn('ssh', sshCommand(target.ssh, options.timeout), { stdio: 'pipe', windowsHide: true, detached });
  try {
    await once(child, 'spawn');
  } catch (error) {
    const message = `${target.address} needs the program ssh, which is not installed, or not on the PATH.`;
    throw new ConnectionError('SSH_NOT_FOUND', message, target.address, { cause: error });
  }
  return new SshSocket(child, child.stdin, child.stdout, child.stderr, target);
}

/** A stream with the methods of `net.Socket` that HTTP clients call. Ending it ends only the remote's input. */
class SshSocket extends Duplex {
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #stdout: Readable;
  readonly #pipes: readonly (Readable | Writable)[];
  readonly #exit: Promise<ConnectionError | undefined>;
  #errorOutput = '';

  constructor(child: ChildProcess, stdin: Writable, stdout: Readable, stderr: Readable, target: Target) {
    super({ allowHalfOpen: false });
    this.#child = child;
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#pipes = [stdin, stdout, stderr];
    this.#exit = this.#ended(stderr, target);
    // The failure is reported with the exit, whose reason is more specific than a broken pipe.
    stdin.on('error', () => undefined);
    stdout.on('error', () => undefined);
    stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (this.#errorOutput = (this.#errorOutput + text).slice(-maxErrorOutput)));
    stdout.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) stdout.pause();
    });
    stdout.on('end', () => void this.#finish());
    stdout.pause();
  }

  async #finish(): Promise<void> {
    // Without this limit, a program that closes its output but does not exit would delay the end of the connection.
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), killDelay);
    const failure = await this.#exit;
    clearTimeout(timer);
    if (this.destroyed) return;
    if (failure === undefined) this.push(null);
    else this.destroy(failure);
  }

  async #ended(stderr: Readable, target: Target): Promise<ConnectionError | undefined> {
    const errorOutputEnd = new Promise((resolve) => stderr.once('close', resolve));
    const code = await new Promise<number | null>((resolve) => this.#child.once('exit', resolve));
    if (code === 0) return undefined;
    // A shared master connection keeps stderr open beyond the exit.
    await Promise.race([errorOutputEnd, new Promise((resolve) => setTimeout(resolve, 200))]);
    return sshFailure(target, code, this.#errorOutput);
  }

  override _read(): void {
    this.#stdout.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#stdin.write(chunk, (error) => {
      if (error === null || error === undefined) done();
      else void this.#exit.then((failure) => done(failure ?? error));
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#stdin.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stdin.destroy();
    this.#stdout.destroy();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGTERM');
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), killDelay).unref();
      this.#child.once('exit', () => clearTimeout(timer));
    }
    done(error);
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    this.#child.ref();
    for (const pipe of this.#pipes) if (pipe instanceof Socket) pipe.ref();
    return this;
  }

  unref(): this {
    this.#child.unref();
    for (const pipe of this.#pipes) if (pipe instanceof Socket) pipe.unref();
    return this;
  }
}

function sshFailure(target: Target, code: number | null, errorOutput: string): ConnectionError {
  const last = errorOutput
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .at(-1)
    ?.trim()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 300);
  const reason = last === undefined ? `it ended with ${code ?? 'a signal'}` : last.replace(/\.$/, '');
  const name = `${target.ssh?.user === undefined ? '' : `${target.ssh.user}@`}${target.ssh?.host ?? ''}`;
  const port = target.ssh?.port === undefined ? '' : ` -p ${target.ssh.port}`;
  const message = `ssh could not connect to the engine at ${target.address}: ${reason}; "ssh${port} ${name} docker version" should work without a password.`;
  return new ConnectionError('SSH_FAILED', message, target.address);
}

/**
 * Returns the arguments of `ssh`. The host follows `--`, so that it is not read as an option; the remote command is
 * `docker system dial-stdio`, which exists since 18.09.
 *
 * @param timeout for the connection, in milliseconds
 */
function sshCommand(target: SshTarget, timeout: number): readonly string[] {
  const { host, user, port, socketPath } = target;
  return [
    '-o',
    `ConnectTimeout=${Math.max(1, Math.ceil(timeout / 1000))}`,
    '-T',
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
    'docker',
    ...(socketPath === undefined ? [] : [quoted(`--host=unix://${socketPath}`)]),
    'system',
    'dial-stdio',
  ];
}

// ssh joins the arguments after the host by spaces and passes them to the shell of the remote user.
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
