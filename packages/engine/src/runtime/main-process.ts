/** A process that the engine starts: the first one of a container, an exec or a health check. */
import type {
  ProcessInfo,
  ProcessSettings,
  ProcessUsage,
  RunningProcess,
  TerminalSize,
} from '../ports/container-runtime.js';
import { Process, sizeOf, type Terminal } from './process.js';
import type { ProgramTable } from './process-context.js';
import type { ProcessEntry } from './process-entry.js';
import type { OutputSink } from './process-streams.js';
import type { ProcessTable } from './process-table.js';
import { locate, runToEnd } from './run-program.js';
import { splitOnce } from '../values/environment.js';
import { userOf } from './commands/users.js';
import { TerminalInput } from './terminal-input.js';

/** The process of the machine that starts those of containers. */
const shimPid = 1000;

export class MainProcess implements RunningProcess {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly table: ProcessTable;
  readonly #process: Process;
  readonly #terminal: Terminal;
  readonly #init: ProcessEntry | undefined;

  constructor(table: ProcessTable, settings: ProcessSettings, programs: ProgramTable) {
    this.table = table;
    this.#terminal = { size: settings.terminalSize ?? { rows: 24, columns: 80 } };
    const { command, user, environment, hasTerminal } = settings;
    const folder = settings.folder === '' ? '/' : settings.folder;
    const isFirst = table.lastPid === 0;
    this.#init = isFirst && settings.usesInit === true ? table.addInit(command, () => this.#process.entry) : undefined;
    const entry = table.add({ command, user, ...(this.#init && { parent: this.#init }) });
    const stdout = sinkOf(settings, table, entry, 'stdout');
    const stderr = hasTerminal ? stdout : sinkOf(settings, table, entry, 'stderr');
    const input = hasTerminal
      ? new TerminalInput(settings.input, stdout, () => table.interrupt(entry.session), entry.killed)
      : settings.input;
    this.#process = new Process({
      entry,
      table,
      settings,
      programs,
      folder,
      terminal: this.#terminal,
      streams: { input, stdout, stderr },
      variables: new Map(environment.map((each) => splitOnce(each))),
    });
    const { variables } = this.#process;
    if (!variables.get('HOME')) variables.set('HOME', userOf(this.#process).home);
    variables.set('PWD', folder);
    this.pid = (this.#init ?? entry).machinePid;
    this.exited = this.#run();
  }

  signal(name: string): void {
    const { entry } = this.#process;
    (this.#init ?? entry).signal(name, 'engine');
  }

  pause(): void {
    this.table.pause();
  }

  resume(): void {
    this.table.resume();
  }

  resize(size: TerminalSize): void {
    this.#terminal.size = size;
    this.#process.traps.get('WINCH')?.();
  }

  processes(): readonly ProcessInfo[] {
    const machinePid = (pid: number): number => this.table.get(pid)?.machinePid ?? shimPid;
    return this.table.all().map(({ machinePid: pid, parent, user, hasEnded, commandLine, started }) => ({
      pid,
      parent: machinePid(parent),
      user: user || 'root',
      command: hasEnded ? `${commandLine} <defunct>` : commandLine,
      started,
    }));
  }

  /** Grows with the time and the output: the programs share one real process, so that nothing else can be measured. */
  usage(): ProcessUsage {
    const { entry, variables } = this.#process;
    const elapsed = this.table.clock.now() - entry.started;
    return { cpu: Math.round(elapsed * 1000 + this.table.writes * 10_000), memory: 1_048_576 + sizeOf(variables) };
  }

  async #run(): Promise<number> {
    const process = this.#process;
    const { settings } = process;
    // The caller sees the process running before the program does anything.
    await new Promise((resolve) => setImmediate(resolve));
    const code = await runToEnd(process, async () => {
      if (settings.delay !== undefined) await process.sleep(settings.delay);
      if (process.entry.hasEnded) return 0;
      const program = locate(process, settings.command[0] ?? '');
      if (program.kind !== 'found') return 127;
      try {
        return await program.run(process, settings.command.slice(1));
      } catch (error) {
        await process.write('stderr', `${error instanceof Error ? error.message : String(error)}\n`);
        return 1;
      }
    });
    this.#init?.end(code);
    return code;
  }
}

/** The output of the process and its children. What they print after its end is lost with the connection. */
function sinkOf(
  { hasTerminal, write }: ProcessSettings,
  table: ProcessTable,
  entry: ProcessEntry,
  stream: 'stdout' | 'stderr',
): OutputSink {
  return async (text) => {
    if (entry.hasEnded) return;
    table.writes += 1;
    // A terminal has a single output, and its lines end with CR LF.
    const isText = hasTerminal && typeof text === 'string';
    await write(stream, Buffer.from(isText ? text.replaceAll(/\r?\n/g, '\r\n') : (text as Uint8Array)));
  };
}
