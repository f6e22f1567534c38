/** The methods of log plugins. */
import type { LogEntry } from './log-entry.js';
import { readLogEntries } from './log-entry.js';
import type { PluginConnection } from './plugin-connection.js';

/** What a log plugin learns of a container, as its protocol names it. */
export type LogInfo = Readonly<Record<string, unknown>>;

/** Which entries a reader asks for. */
export interface LogReadSettings {
  /** Milliseconds since 1970; 0 for all. */
  readonly since: number;
  readonly until: number;
  /** The number of entries; -1 for all. */
  readonly tail: number;
  readonly follows: boolean;
}

export class LogDriver {
  readonly #connection: PluginConnection;

  constructor(connection: PluginConnection) {
    this.#connection = connection;
  }

  /** @param pipe the path of a named pipe, from which the plugin reads entries */
  async startLogging(pipe: string, info: LogInfo): Promise<void> {
    await this.#connection.call('LogDriver.StartLogging', { File: pipe, Info: info });
  }

  async stopLogging(pipe: string): Promise<void> {
    await this.#connection.call('LogDriver.StopLogging', { File: pipe });
  }

  /** Whether the plugin returns what it has logged. */
  async canRead(): Promise<boolean> {
    try {
      const { Cap } = await this.#connection.call('LogDriver.Capabilities');
      return (Cap as { readonly ReadLogs?: boolean } | undefined)?.ReadLogs === true;
    } catch {
      // The method is optional.
      return false;
    }
  }

  async *read(info: LogInfo, settings: LogReadSettings, signal: AbortSignal): AsyncGenerator<LogEntry> {
    const { since, until, tail, follows } = settings;
    const config = { Since: timeOf(since), Until: timeOf(until), Tail: tail, Follow: follows };
    const stream = await this.#connection.stream('LogDriver.ReadLogs', { Config: config, Info: info }, signal);
    try {
      yield* readLogEntries(stream);
    } finally {
      stream.destroy();
    }
  }
}

function timeOf(milliseconds: number): string {
  return milliseconds === 0 ? '0001-01-01T00:00:00Z' : new Date(milliseconds).toISOString();
}
