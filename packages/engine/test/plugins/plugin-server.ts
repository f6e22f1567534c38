/** A test fixture: serves the protocol of plugins over HTTP. */
import { createServer, type Server } from 'node:http';
import type { Readable } from 'node:stream';

export type PluginMethod = (body: Readonly<Record<string, unknown>>) => object | Promise<object>;

/** @param methods what the plugin responds, by method, JSON or a stream; other methods get an empty response */
export function pluginServer(methods: Readonly<Record<string, PluginMethod>>): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
      const result = (await methods[(request.url ?? '').slice(1)]?.(body)) ?? {};
      if (Symbol.asyncIterator in result) (result as Readable).pipe(response);
      else response.end(JSON.stringify(result));
    });
  });
}
