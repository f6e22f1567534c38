/** A small server for the tests of ready-made hooks. */
import { arrayOf, object, required, string } from '@lading/runtime-wire';
import { createEngineServer, type ApiServer, type Contract, type ServerOptions } from '../../src/index.js';

export const contract: Contract = {
  version: '1.44',
  operations: {
    VolumeList: {
      id: 'VolumeList',
      noun: 'volume',
      verb: 'list',
      method: 'GET',
      path: '/volumes',
      responses: { 200: { kind: 'json', schema: object({ Volumes: required(arrayOf(string)) }) } },
    },
    VolumeLogs: {
      id: 'VolumeLogs',
      noun: 'volume',
      verb: 'logs',
      method: 'GET',
      path: '/logs',
      responses: { 200: { kind: 'bytes', mediaType: 'application/octet-stream' } },
    },
  },
};

export interface VolumeServer extends AsyncDisposable {
  readonly server: ApiServer;
  readonly base: string;
}

export async function volumeServer(
  { list = () => ({ Volumes: [] }), logs = () => 'x' }: { readonly list?: unknown; readonly logs?: unknown },
  options: ServerOptions,
): Promise<VolumeServer> {
  const server = createEngineServer(contract, { volume: { list, logs } }, options);
  const { port } = await server.listen({ port: 0 });
  return {
    server,
    base: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => server.close({ timeout: 0 }),
  };
}
