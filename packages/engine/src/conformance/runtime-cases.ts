/** What every `ContainerRuntime` does. The files of a process must have, or the runtime must bring, a shell. */
import { equal, rejects } from 'node:assert/strict';
import { StartFailure, type ContainerRuntime, type ProcessSettings } from '../ports/container-runtime.js';
import type { FileTree } from '../ports/filesystem.js';
import { endedInput } from '../streams/input.js';
import type { ConformanceCase } from './conformance-case.js';

/** A runtime, and the files of a new process, with a folder `/tmp`. */
export interface TestedRuntime {
  readonly runtime: ContainerRuntime;
  readonly files: FileTree;
}

export const runtimeCases: readonly ConformanceCase<TestedRuntime>[] = [
  {
    name: 'runs a program with its environment and folder, and returns its output and exit code',
    async run(tested) {
      const { process, output } = await start(tested, ['sh', '-c', 'echo "$A $PWD"; echo bad >&2; exit 3']);
      equal(await process.exited, 3);
      equal(output.stdout, '1 /tmp\n');
      equal(output.stderr, 'bad\n');
    },
  },
  {
    name: 'rejects a program that does not exist',
    async run(tested) {
      await rejects(
        start(tested, ['no-such-program']),
        (error) => error instanceof StartFailure && error.exitCode === 127,
      );
    },
  },
  {
    name: 'ends a program by a signal',
    async run(tested) {
      const { process } = await start(tested, ['sleep', '1000']);
      process.signal('KILL');
      equal(await process.exited, 128 + 9);
    },
  },
  {
    name: 'changes the files',
    async run(tested) {
      const { process } = await start(tested, ['sh', '-c', 'echo text > /tmp/file']);
      await process.exited;
      const entry = tested.files.get('/tmp/file');
      equal(entry?.kind === 'file' && entry.data.toString(), 'text\n');
    },
  },
  {
    name: 'numbers signals by name',
    run({ runtime }) {
      equal(runtime.signalNumber('SIGTERM'), 15);
      equal(runtime.signalNumber('kill'), 9);
      equal(runtime.signalNumber('NONSENSE'), undefined);
    },
  },
];

async function start({ runtime, files }: TestedRuntime, command: readonly string[]) {
  const output = { stdout: '', stderr: '' };
  await runtime.prepare?.();
  const settings: ProcessSettings = {
    command,
    files,
    environment: ['A=1', 'PATH=/usr/bin:/bin'],
    folder: '/tmp',
    user: '',
    hostname: 'host',
    hasTerminal: false,
    input: endedInput(),
    write: (stream, data) => void (output[stream] += Buffer.from(data).toString()),
  };
  return { process: runtime.start(settings), output };
}
