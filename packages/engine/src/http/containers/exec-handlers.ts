/** Handles exec operations. */
import { NotFound, reply, session, type Connection, type Handlers } from '@lading/server-v1.44';
import { sleep, type Clock } from '../../ports/clock.js';
import type { RunningProcess } from '../../ports/container-runtime.js';
import { aborted, copyInput, writeTo } from '../../streams/connect-streams.js';
import { parseDetachKeys } from '../../streams/detach-keys.js';
import { endedInput, Input } from '../../streams/input.js';
import { headDelay, type Exec, type ExecService } from '../../objects/execs/exec-service.js';
import type { ExecInspectResponse } from '@lading/types-v1.44';

export function execHandlers(execs: ExecService, clock: Clock): NonNullable<Handlers['exec']> {
  return {
    start({ path: { id }, body }) {
      const exec = execs.find(id);
      const detachKeys = parseDetachKeys(exec.detachKeys);
      // A client of a connection reads there that the command has run.
      const isAgain = exec.hasStarted && body?.Detach !== true;
      if (isAgain) execs.requireUsable(exec);
      else execs.begin(exec, body?.ConsoleSize);
      if (body?.Detach === true) {
        execs.run(exec, endedInput(), () => undefined);
        return reply(200);
      }
      // The client decides whether the output has frames, regardless of the terminal of the process. An error is sent on
      // the connection, which is hijacked by then.
      return session((connection) => runConnected({ execs, clock, isAgain }, exec, detachKeys, connection), {
        tty: body?.Tty === true,
      });
    },
    resize({ path: { id }, query: { h, w } }) {
      const exec = execs.find(id);
      const { process } = exec;
      if (process === undefined)
        throw new NotFound(
          exec.hasStarted ? `process does not exist ${exec.id}: not found` : 'exec process is not running',
        );
      process.resize({ rows: h, columns: w });
    },
    inspect: ({ path: { id } }) => execResponse(execs.find(id)),
  };
}

async function runConnected(
  { execs, clock, isAgain }: { readonly execs: ExecService; readonly clock: Clock; readonly isAgain: boolean },
  exec: Exec,
  detachKeys: readonly number[],
  { stdin, stdout, stderr, signal }: Connection,
): Promise<void> {
  const { attachesInput, attachesOutput, attachesErrors, hasTerminal } = exec.settings;
  const input = new Input();
  let process: RunningProcess;
  try {
    if (isAgain) execs.begin(exec, undefined);
    process = execs.run(exec, input, (stream, data) => {
      if (stream === 'stdout' && attachesOutput) return writeTo(stdout, data);
      if (stream === 'stderr' && attachesErrors) return writeTo(stderr, data);
    });
  } catch (error) {
    await sleep(clock, headDelay, signal);
    throw error;
  }
  const detached = new Promise<void>((resolve) => {
    if (!attachesInput) return input.end();
    void copyInput(stdin, input, { forwardsEnd: true, ...(hasTerminal && { detachKeys }) }).then((isDetached) => {
      if (isDetached) resolve();
    });
  });
  await Promise.race([process.exited, aborted(signal), detached]);
}

/** Describes an exec in responses. */
function execResponse({ id, container, settings, process, pid, exitCode, detachKeys }: Exec): ExecInspectResponse {
  const [entrypoint = '', ...words] = settings.command;
  return {
    ID: id,
    ContainerID: container.id,
    Running: process !== undefined,
    ExitCode: process === undefined ? exitCode : null,
    Pid: pid,
    CanRemove: false,
    DetachKeys: detachKeys,
    OpenStdin: settings.attachesInput,
    OpenStdout: settings.attachesOutput,
    OpenStderr: settings.attachesErrors,
    ProcessConfig: {
      entrypoint,
      arguments: words,
      tty: settings.hasTerminal,
      privileged: settings.isPrivileged,
      ...(settings.user && { user: settings.user }),
    },
  };
}
