/** A small volume plugin: serves the protocol of volume plugins over HTTP, and records what it is asked. */
import type { Server } from 'node:http';
import { pluginServer } from './plugin-server.js';

export interface VolumePluginServer {
  readonly server: Server;
  /** The calls, each with its method and the name of the volume. */
  readonly calls: string[];
}

/** @param refuses the name of a volume that the plugin does not create */
export function volumePlugin(refuses = 'forbidden'): VolumePluginServer {
  const volumes = new Set<string>();
  const calls: string[] = [];
  const respond = (
    method: string,
    { Name = '', ID = '' }: { readonly Name?: string; readonly ID?: string },
  ): object => {
    calls.push([method, Name, ID === '' ? '' : 'by a container'].join(' ').trimEnd());
    switch (method) {
      case 'Plugin.Activate':
        return { Implements: ['VolumeDriver'] };
      case 'VolumeDriver.Create':
        if (Name === refuses) return { Err: `no volume ${Name} here` };
        volumes.add(Name);
        return { Err: '' };
      case 'VolumeDriver.Remove':
        return { Err: volumes.delete(Name) ? '' : 'no such volume' };
      case 'VolumeDriver.Mount':
        return { Mountpoint: `/mnt/${Name}` };
      default:
        return {};
    }
  };
  const methods = [
    'Plugin.Activate',
    ...['Create', 'Remove', 'Mount', 'Unmount'].map((name) => `VolumeDriver.${name}`),
  ];
  const server = pluginServer(Object.fromEntries(methods.map((method) => [method, (body) => respond(method, body)])));
  return { server, calls };
}
