/** A small log plugin: reads the named pipes of containers, and returns what it has read. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { pluginServer } from './plugin-server.js';

export interface LogPluginServer {
  readonly server: Server;
  /** What the plugin was told of each container. */
  readonly infos: Readonly<Record<string, unknown>>[];
  /** The bytes that it has read. */
  readonly received: () => Buffer;
  /** Resolves when the engine has stopped the first log. */
  readonly stopped: Promise<void>;
}

/** @param canRead whether the plugin returns what it has read */
export function logPlugin(canRead: boolean): LogPluginServer {
  const infos: Readonly<Record<string, unknown>>[] = [];
  const chunks: Buffer[] = [];
  let stop: () => void;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const server = pluginServer({
    'Plugin.Activate': () => ({ Implements: ['LogDriver'] }),
    'LogDriver.Capabilities': () => ({ Cap: { ReadLogs: canRead } }),
    'LogDriver.StartLogging': async ({ File, Info }) => {
      const info = Info as Record<string, Record<string, string>>;
      if (info['Config']?.['refuse'] === 'yes') return { Err: 'the disk is full' };
      infos.push(info);
      const pipe = createReadStream(File as string).on('data', (chunk) => chunks.push(chunk as Buffer));
      await once(pipe, 'open');
      return { Err: '' };
    },
    'LogDriver.StopLogging': () => {
      stop();
      return { Err: '' };
    },
    'LogDriver.ReadLogs': () => Readable.from([Buffer.concat(chunks)]),
  });
  return { server, infos, received: () => Buffer.concat(chunks), stopped };
}
