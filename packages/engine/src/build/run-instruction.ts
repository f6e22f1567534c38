/** Runs the command of a `RUN` instruction over the files of the image so far. */
import { BadRequest } from '@lading/server-v1.44';
import type { ImageConfig } from '@lading/types-v1.44';
import { NetworkFiles, type HostLine } from '../objects/containers/network-files.js';
import { MountedTree } from '../filesystem/mounted-tree.js';
import { environmentOf } from '../values/environment.js';
import { startFailureText } from '../values/start-failure.js';
import { StartFailure, type ContainerNetwork, type ContainerRuntime } from '../ports/container-runtime.js';
import type { FileTree } from '../ports/filesystem.js';
import { endedInput } from '../streams/input.js';

export interface RunRequest {
  readonly command: readonly string[];
  readonly environment: readonly string[];
  /** Changed by the command. */
  readonly files: FileTree;
  readonly config: Partial<ImageConfig>;
  readonly hostname: string;
  readonly signal: AbortSignal;
  readonly network: ContainerNetwork;
  /** Entries of the file of hosts. */
  readonly hosts: readonly HostLine[];
}

/** Yields the output while the command runs. @returns the exit code. @throws BadRequest if it cannot be started */
export async function* runInstruction(runtime: ContainerRuntime, request: RunRequest): AsyncGenerator<string, number> {
  const { command, environment, files, config, hostname, signal, network } = request;
  const output: string[] = [];
  let wake = (): void => undefined;
  let exitCode: number | undefined;
  await runtime.prepare?.();
  try {
    const process = runtime.start({
      command,
      environment: environmentOf({ environment, hostname, hasTerminal: false }),
      files: withNetworkFiles(files, request),
      hostname,
      network,
      hasTerminal: false,
      input: endedInput(),
      folder: config.WorkingDir ?? '',
      user: config.User ?? '',
      write(stream, data) {
        const text = Buffer.from(data).toString();
        // Clients print errors in red.
        output.push(stream === 'stderr' ? `\u001b[91m${text}\u001b[0m` : text);
        wake();
      },
    });
    const kill = (): void => process.signal('KILL');
    signal.addEventListener('abort', kill);
    void process.exited.then((code) => {
      signal.removeEventListener('abort', kill);
      exitCode = code;
      wake();
    });
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    throw new BadRequest(startFailureText(error));
  }
  for (;;) {
    for (let text = output.shift(); text !== undefined; text = output.shift()) yield text;
    if (exitCode !== undefined) return exitCode;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (output.length > 0 || exitCode !== undefined) resolve();
    });
  }
}

/** Shows the files of names and addresses, which are no part of the image. */
function withNetworkFiles(files: FileTree, { hostname, hosts }: RunRequest): FileTree {
  const network = new NetworkFiles();
  network.write(hostname, hosts, { servers: ['127.0.0.11'], search: [], options: ['ndots:0'] }, Date.now());
  return new MountedTree(files, false, network.mounts(false));
}
