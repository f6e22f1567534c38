/** Passes the output of containers to log plugins, and reads it from them. */
import { ServerError, type OutputChunk } from '@lading/server-v1.44';
import type { ContainerLogsQuery } from '@lading/types-v1.44';
import { dateTime } from '../values/date-time.js';
import type { LogDriver, LogInfo } from '../objects/plugins/log-driver.js';
import { logEntryEncoder } from '../objects/plugins/log-entry.js';
import { NamedPipe } from '../objects/plugins/named-pipe.js';
import type { Plugins } from '../objects/plugins/plugins.js';
import type { Container } from '../objects/containers/container.js';
import type { ContainerLogs } from '../objects/containers/neighbours.js';
import { timestamp, type OutputLine } from '../objects/containers/output.js';

interface OpenLog {
  readonly driver: LogDriver;
  readonly pipe: NamedPipe;
}

export class PluginLogs implements ContainerLogs {
  readonly #plugins: Plugins;
  readonly #open = new Map<Container, OpenLog>();

  constructor(plugins: Plugins) {
    this.#plugins = plugins;
  }

  /** Whether a log driver is an active plugin. */
  isPlugin(name: string): boolean {
    return this.#plugins.logDriver(name) !== undefined;
  }

  /** Lets the plugin of a container log its output from now on. @throws ServerError */
  async start(container: Container): Promise<void> {
    const driver = this.#plugins.logDriver(container.host.logDriver);
    if (driver === undefined) return;
    try {
      const [pipe, encode] = await Promise.all([NamedPipe.create(), logEntryEncoder()]);
      this.#open.set(container, { driver, pipe });
      await driver.startLogging(pipe.path, infoOf(container));
      container.output.sink = async (lines) => {
        for (const { stream, time, data } of lines)
          await pipe.write(encode({ source: stream, time, line: chomp(data) }));
      };
    } catch (error) {
      await this.stop(container);
      const reason = error instanceof Error ? error.message : String(error);
      throw new ServerError(
        `failed to create task for container: failed to initialize logging driver: error creating logger: ${reason}`,
      );
    }
  }

  /** Closes the log of a container that has ended. */
  async stop(container: Container): Promise<void> {
    const open = this.#open.get(container);
    if (open === undefined) return;
    this.#open.delete(container);
    container.output.sink = undefined;
    await open.pipe.close();
    // The plugin may have ended.
    await open.driver.stopLogging(open.pipe.path).catch(() => undefined);
  }

  /** Returns a reader of the plugin of a container; undefined if the engine reads what it has stored. */
  async reader(container: Container, query: ContainerLogsQuery, signal: AbortSignal) {
    const driver = this.#plugins.logDriver(container.host.logDriver);
    return driver !== undefined && (await driver.canRead()) ? read(driver, container, query, signal) : undefined;
  }

  /** Closes all logs. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((container) => this.stop(container)));
  }
}

async function* read(
  driver: LogDriver,
  container: Container,
  { stdout, stderr, since = 0, until = 0, tail = 'all', timestamps, follow }: ContainerLogsQuery,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk> {
  const settings = {
    since: since * 1000,
    until: until * 1000,
    follows: follow === true,
    tail: /^\d+$/.test(tail) ? Number(tail) : -1,
  };
  for await (const { source, time, line } of driver.read(infoOf(container), settings, signal)) {
    if ((source === 'stdout' ? stdout : stderr) !== true) continue;
    const head = timestamps === true ? `${timestamp(time)} ` : '';
    yield { stream: source, data: Buffer.concat([Buffer.from(head), line, Buffer.from('\n')]) };
  }
}

function infoOf({ id, name, command, settings, host, record }: Container): LogInfo {
  const [entrypoint = '', ...args] = command;
  return {
    Config: host.logOptions,
    ContainerID: id,
    ContainerName: `/${name}`,
    ContainerEntrypoint: entrypoint,
    ContainerArgs: args,
    ContainerImageID: record.imageId,
    ContainerImageName: settings.image,
    ContainerCreated: dateTime(record.created),
    ContainerEnv: settings.environment,
    ContainerLabels: settings.labels,
    LogPath: '',
    DaemonName: 'docker',
  };
}

/** Returns a line without its line break, as plugins expect it. */
function chomp(data: OutputLine['data']): Buffer {
  return data.at(-1) === 10 ? data.subarray(0, -1) : data;
}
