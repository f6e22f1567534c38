/** A small network plugin: connects containers to nothing, and records what it is asked. */
import type { Server } from 'node:http';
import { pluginServer } from './plugin-server.js';

export interface NetworkPluginServer {
  readonly server: Server;
  /** The calls, each with its method and its body. */
  readonly calls: [method: string, body: Readonly<Record<string, unknown>>][];
}

/** @param mac the hardware address of every endpoint */
export function networkPlugin(mac = '02:00:00:00:00:07'): NetworkPluginServer {
  const calls: NetworkPluginServer['calls'] = [];
  const record = (name: string, respond: (body: Readonly<Record<string, unknown>>) => object) => {
    const method = `NetworkDriver.${name}`;
    const respondOnce = (body: Readonly<Record<string, unknown>>): object => {
      calls.push([method, body]);
      return respond(body);
    };
    return [method, respondOnce] as const;
  };
  const optionsOf = ({ Options }: Readonly<Record<string, unknown>>) =>
    (Options as Record<string, Record<string, string>>)['com.docker.network.generic'] ?? {};
  const server = pluginServer({
    'Plugin.Activate': () => ({ Implements: ['NetworkDriver'] }),
    ...Object.fromEntries([
      record('CreateNetwork', (body) => (optionsOf(body)['refuse'] === 'yes' ? { Err: 'no such wire' } : {})),
      record('DeleteNetwork', () => ({})),
      record('CreateEndpoint', () => ({ Interface: { MacAddress: mac } })),
      record('Join', () => ({
        InterfaceName: { SrcName: 'wire0', DstPrefix: 'eth' },
        Gateway: '10.9.0.254',
      })),
      record('Leave', () => ({})),
      record('DeleteEndpoint', () => ({})),
    ]),
  });
  return { server, calls };
}
