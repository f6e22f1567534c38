/** Handles exec operations: additional commands in containers. */
import { BadRequest, Conflict, NotFound, reply, session, type Connection, type HandlersV144 } from '@lading/server';
import { copyInput, writeTo } from '../containers/attach.js';
import { memoryOf } from '../containers/memory.js';
import type { Engine } from '../engine.js';
import { execEnvironmentOf } from '../processes/environment.js';
import { Input } from '../processes/input.js';
import { isShell, Process, type Write } from '../processes/process.js';
import { isProgram } from '../processes/programs.js';
import type { Exec } from './exec.js';

export function execHandlers(engine: Engine): NonNullable<HandlersV144['exec']> {
  const find = (id: string): Exec => {
    const exec = engine.execs.get(id);
    if (exec === undefined) throw new NotFound(`No such exec instance: ${id}`);
    return exec;
  };
  return {
    start({ path: { id }, body }) {
      const exec = find(id);
      const { container, request } = exec;
      if (exec.pid > 0 || exec.exitCode !== null) throw new Conflict(`Error: Exec command ${id} has already run`);
      if (container.state.Paused)
        throw new Conflict(`Container ${container.id} is paused, unpause the container before exec`);
      const [program = ''] = request.Cmd;
      if (!isProgram(program) && !isShell(program)) {
        exec.exitCode = 127;
        const failure = new BadRequest(
          `OCI runtime exec failed: exec failed: unable to start container process: exec: "${program}": executable file not found in $PATH: unknown`,
        );
        if (body?.Detach === true) throw failure;
        // By then, the connection is hijacked, and the error is sent on it.
        return session(() => Promise.reject(failure), { tty: body?.Tty === true });
      }
      exec.consoleSize = body?.ConsoleSize ?? exec.consoleSize;
      if (body?.Detach === true) {
        const input = new Input();
        input.end();
        run(engine, exec, input, () => undefined);
        return reply(200);
      }
      // The exec counts as started from now on, although it runs only after the connection is hijacked.
      exec.exitCode = 0;
      // The client decides whether the output has frames, regardless of the terminal of the process.
      return session((connection) => runConnected(engine, exec, connection), { tty: body?.Tty === true });
    },
    resize({ path: { id }, query: { h, w } }) {
      const { process } = find(id);
      if (process === undefined) throw new NotFound(`exec process is not running`);
      process.size = { h, w };
    },
    inspect({ path: { id } }) {
      const { request, container, process, pid, exitCode } = find(id);
      const [entrypoint = '', ...words] = request.Cmd;
      return {
        ID: id,
        ContainerID: container.id,
        Running: process !== undefined,
        ExitCode: process === undefined ? exitCode : null,
        Pid: pid,
        CanRemove: false,
        DetachKeys: '',
        OpenStdin: request.AttachStdin === true,
        OpenStdout: request.AttachStdout === true,
        OpenStderr: request.AttachStderr === true,
        ProcessConfig: {
          entrypoint,
          arguments: words,
          tty: request.Tty === true,
          privileged: request.Privileged === true,
          ...(request.User && { user: request.User }),
        },
      };
    },
  };
}

async function runConnected(engine: Engine, exec: Exec, { stdin, stdout, stderr, signal }: Connection): Promise<void> {
  const { AttachStdin, AttachStdout, AttachStderr } = exec.request;
  const input = new Input();
  if (AttachStdin === true) void copyInput(stdin, input, true);
  else input.end();
  const process = run(engine, exec, input, (stream, data) => {
    if (stream === 'stdout' && AttachStdout === true) return writeTo(stdout, data);
    if (stream === 'stderr' && AttachStderr === true) return writeTo(stderr, data);
  });
  const disconnected = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  await Promise.race([process.exited, disconnected]);
}

function run(engine: Engine, exec: Exec, input: Input, write: Write): Process {
  const { container, request } = exec;
  const { config } = container;
  const process = new Process({
    arguments: request.Cmd,
    environment: execEnvironmentOf(config, request.Env ?? []),
    files: container.files,
    folder: request.WorkingDir || config.WorkingDir,
    user: request.User || config.User,
    hostname: config.Hostname,
    tty: request.Tty === true,
    consoleSize: exec.consoleSize,
    memory: memoryOf(engine, container),
    // One client loses data that arrives in the same packet as the response head.
    delay: 10,
    input,
    write,
  });
  exec.process = process;
  exec.pid = process.pid;
  engine.emit(container, `exec_start: ${request.Cmd.join(' ')}`, { execID: exec.id });
  void process.exited.then((code) => {
    exec.process = undefined;
    exec.exitCode = code;
    engine.emit(container, 'exec_die', { execID: exec.id, exitCode: String(code) });
  });
  return process;
}
