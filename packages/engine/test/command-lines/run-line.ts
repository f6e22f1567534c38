/** Runs a command line on the files of a container, with the simulated runtime alone. */
import { RealClock } from '../../src/adapters/real-clock.js';
import { MemoryTree, newFile, newFolder } from '../../src/filesystem/memory-tree.js';
import type { TreeEntry } from '../../src/ports/filesystem.js';
import { Programs } from '../../src/runtime/programs.js';
import { SimulatedRuntime } from '../../src/runtime/simulated-runtime.js';
import { fixture, fixtureTime, systemFiles } from './expand.mjs';

/** The exit code, the standard output (bytes as characters), and the first line of the standard error. */
export type LineResult = readonly [code: number, stdout: string, stderr: string];

const entries = (files: Record<string, string>, folder: string): [string, TreeEntry][] =>
  Object.entries(files).map(([path, text]) => [`${folder}/${path}`, newFile(Buffer.from(text), fixtureTime)]);

const image = MemoryTree.of([
  ...['/tmp', '/root', '/bin', '/usr/bin', '/dev'].map((path): [string, TreeEntry] => [path, newFolder()]),
  ...entries(systemFiles(), ''),
  ...entries(fixture(), '/work'),
]);

const clock = new RealClock();
const runtime = new SimulatedRuntime(clock, new Programs());

export async function runLine(line: string): Promise<LineResult> {
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  await runtime.prepare();
  const process = runtime.start({
    command: ['sh', '-c', line],
    environment: ['PATH=/bin:/usr/bin', 'HOME=/root', 'TZ=UTC'],
    files: new MemoryTree(image),
    folder: '/work',
    user: '',
    hostname: 'box',
    hasTerminal: false,
    input: { read: () => Promise.resolve(undefined), readLine: () => Promise.resolve(undefined) },
    write: (stream, data) => void output[stream].push(Buffer.from(data)),
  });
  const cancel = clock.schedule(20_000, () => process.signal('KILL'));
  const code = await process.exited;
  cancel();
  const text = (stream: keyof typeof output): string => Buffer.concat(output[stream]).toString('latin1');
  return [code, text('stdout'), text('stderr').split('\n', 1)[0] ?? ''];
}
