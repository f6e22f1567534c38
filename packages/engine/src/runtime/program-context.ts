/** Shows a process to a program that a test has added. */
import type { Duplex } from 'node:stream';
import { newFile, newFolder } from '../filesystem/memory-tree.js';
import { followLinks, resolvePath } from '../filesystem/paths.js';
import type { OutputStream } from '../ports/container-runtime.js';
import { connectFrom, listenFrom } from './connections.js';
import type { ProcessContext } from './process-context.js';
import type { ProgramContext, ProgramFiles, ProgramOutput } from '../definitions/program.js';
import { locate, runChild } from './run-program.js';
import { signalName } from '../values/signals.js';

export function contextOf(process: ProcessContext, name: string, args: readonly string[]): ProgramContext {
  const { settings } = process;
  const output = (stream: OutputStream): ProgramOutput => ({
    write: (data) => process.write(stream, data),
  });
  return {
    name,
    args,
    env: Object.fromEntries(process.variables),
    folder: process.folder,
    user: settings.user,
    hostname: settings.hostname,
    files: filesOf(process),
    stdin: inputOf(process),
    stdout: output('stdout'),
    stderr: output('stderr'),
    signal: process.killed,
    now: () => process.clock.now(),
    get addresses() {
      return (settings.network?.interfaces?.() ?? []).flatMap(({ addresses }) =>
        addresses.map((address) => address.replace(/\/\d+$/, '')),
      );
    },
    on: (signal, listener) => void process.traps.set(signalName(signal), listener),
    listen(port, accept) {
      const onConnection =
        typeof accept === 'function' ? accept : (connection: Duplex) => void accept.emit('connection', connection);
      return listenFrom(process, port, onConnection);
    },
    connect: (host, port) => connectFrom(process, (network) => network.connect(host, port)),
    connectFile: (path) => connectFrom(process, (network) => network.connectFile?.(path)),
    async run(command, more = {}) {
      const variables = new Map([...process.variables, ...Object.entries(more)]);
      const found = locate(process, command[0] ?? '', variables);
      if (found.kind !== 'found') return found.kind === 'denied' ? 126 : 127;
      return runChild(process, found.run, command, { variables });
    },
    sleep: (milliseconds) => process.sleep(milliseconds),
  };
}

function filesOf({ settings: { files }, folder }: ProcessContext): ProgramFiles {
  const pathOf = (path: string): string => {
    const resolved = resolvePath(path, folder);
    return followLinks(files, resolved) ?? resolved;
  };
  return {
    read(path) {
      const entry = files.get(pathOf(path));
      return entry?.kind === 'file' ? entry.data : undefined;
    },
    write: (path, content) => files.put(pathOf(path), newFile(Buffer.from(content as Uint8Array))),
    kindOf(path) {
      const kind = files.get(pathOf(path))?.kind;
      return kind === 'link' ? undefined : kind;
    },
    modifiedAt: (path) => files.get(pathOf(path))?.modified,
    makeFolder(path) {
      if (files.get(pathOf(path))?.kind !== 'folder') files.put(pathOf(path), newFolder());
    },
    list: (path) => files.namesIn(pathOf(path)),
    remove: (path) => files.remove(pathOf(path)),
  };
}

async function* inputOf(process: ProcessContext): AsyncGenerator<Buffer> {
  for (let data = await process.read(); data !== undefined; data = await process.read()) yield data;
}
