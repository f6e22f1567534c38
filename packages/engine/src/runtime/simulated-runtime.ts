/** Runs programs that are functions in this process, such as a shell, common commands, and those that a test adds. */
import { followLinks, resolvePath } from '../filesystem/paths.js';
import type { Clock } from '../ports/clock.js';
import type { FileTree } from '../ports/filesystem.js';
import {
  StartFailure,
  type ContainerRuntime,
  type ProcessSettings,
  type RunningProcess,
} from '../ports/container-runtime.js';
import { MainProcess } from './main-process.js';
import { ProcessTable } from './process-table.js';
import type { Programs } from './programs.js';
import { signalNumber } from '../values/signals.js';
import { splitOnce } from '../values/environment.js';

const startPrefix = 'OCI runtime create failed: runc create failed: unable to start container process: ';

/** How long the machine has run before the engine, in milliseconds. */
const upTime = 60_000;

export class SimulatedRuntime implements ContainerRuntime {
  readonly signalNumber = signalNumber;
  readonly #clock: Clock;
  readonly #programs: Programs;
  readonly #fastStop: boolean;
  readonly #bootTime: number;
  #lastPid = 1000;

  /** @param fastStop whether a signal of the engine ends a first process that does not handle it, as it ends any other process */
  constructor(clock: Clock, programs: Programs, { fastStop = true }: { readonly fastStop?: boolean } = {}) {
    this.#clock = clock;
    this.#programs = programs;
    this.#fastStop = fastStop;
    this.#bootTime = clock.now() - upTime;
  }

  prepare(): Promise<void> | undefined {
    const loading = this.#programs.load();
    return loading && (this.#clock.turn?.(loading) ?? loading);
  }

  start(settings: ProcessSettings): RunningProcess {
    requireUser(settings);
    requireFolder(settings);
    this.#requireProgram(settings);
    const table = settings.joins instanceof MainProcess ? settings.joins.table : this.#newTable();
    return new MainProcess(table, settings, this.#programs);
  }

  #newTable(): ProcessTable {
    return new ProcessTable({
      clock: this.#clock,
      nextMachinePid: () => (this.#lastPid += 1),
      fastStop: this.#fastStop,
      bootTime: this.#bootTime,
    });
  }

  #requireProgram({ command, files, folder, environment }: ProcessSettings): void {
    const [program = ''] = command;
    const variables = new Map(environment.map((each) => splitOnce(each)));
    const path = this.#programs.locate(program, files, folder, variables.get('PATH') ?? '');
    if (path.kind === 'found') return;
    const isPath = program.includes('/');
    const entry = isPath ? files.get(followLinks(files, resolvePath(program, folder)) ?? program) : undefined;
    if (entry?.kind === 'folder')
      throw new StartFailure(126, `${startPrefix}exec: "${program}": is a directory: unknown: permission denied`);
    if (path.kind === 'denied')
      throw new StartFailure(126, `${startPrefix}exec: "${program}": permission denied: unknown`);
    const reason = isPath ? `stat ${program}: no such file or directory` : 'executable file not found in $PATH';
    throw new StartFailure(127, `${startPrefix}exec: "${program}": ${reason}: unknown`);
  }
}

/** Rejects a user or a group that the files do not have; any number is one. */
function requireUser({ user, groups = [], files }: ProcessSettings): void {
  const [name = '', group = ''] = user.split(':');
  if (!isEntry(files, '/etc/passwd', name))
    throw new StartFailure(126, `unable to find user ${name}: no matching entries in passwd file`);
  if (!isEntry(files, '/etc/group', group))
    throw new StartFailure(126, `unable to find group ${group}: no matching entries in group file`);
  for (const each of groups) {
    if (/^[+-]?\d+$/.test(each) && !(Number(each) >= 0 && Number(each) < 2 ** 31))
      throw new StartFailure(126, 'uids and gids must be in range 0-2147483647');
    if (!isEntry(files, '/etc/group', each))
      throw new StartFailure(126, `Unable to find group ${each}: no matching entries in group file`);
  }
}

function isEntry(files: FileTree, path: string, name: string): boolean {
  if (name === '' || /^\d+$/.test(name)) return true;
  const entry = files.get(followLinks(files, path) ?? path);
  const lines = entry?.kind === 'file' ? entry.data.toString().split('\n') : [];
  return lines.some((line) => line.startsWith(`${name}:`));
}

/** Rejects a folder that does not exist; that of a container is created before it starts. */
function requireFolder({ folder, files }: ProcessSettings): void {
  if (folder !== '' && !folder.startsWith('/'))
    throw new StartFailure(126, 'OCI runtime create failed: runc create failed: Cwd must be an absolute path: unknown');
  if (folder === '' || files.get(followLinks(files, folder) ?? folder)?.kind === 'folder') return;
  throw new StartFailure(
    126,
    `${startPrefix}chdir to cwd ("${folder}") set in config.json failed: no such file or directory: unknown`,
  );
}
