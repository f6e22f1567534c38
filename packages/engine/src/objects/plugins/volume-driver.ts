/** The methods of volume plugins. */
import type { PluginConnection } from './plugin-connection.js';

export interface DriverVolume {
  readonly name: string;
  readonly mountpoint: string;
  readonly status?: Readonly<Record<string, unknown>> | undefined;
}

export class VolumeDriver {
  readonly #connection: PluginConnection;

  constructor(connection: PluginConnection) {
    this.#connection = connection;
  }

  async create(name: string, options: Readonly<Record<string, string>>): Promise<void> {
    await this.#connection.call('VolumeDriver.Create', { Name: name, Opts: options });
  }

  async get(name: string): Promise<DriverVolume> {
    const { Volume } = await this.#connection.call('VolumeDriver.Get', { Name: name });
    return readVolume(Volume, name);
  }

  async list(): Promise<DriverVolume[]> {
    const { Volumes } = await this.#connection.call('VolumeDriver.List');
    return Array.isArray(Volumes) ? Volumes.map((each) => readVolume(each, '')) : [];
  }

  async remove(name: string): Promise<void> {
    await this.#connection.call('VolumeDriver.Remove', { Name: name });
  }

  /** @param user identifies who mounts it. @returns the path of the volume on the machine */
  async mount(name: string, user: string): Promise<string> {
    const { Mountpoint } = await this.#connection.call('VolumeDriver.Mount', { Name: name, ID: user });
    return typeof Mountpoint === 'string' ? Mountpoint : '';
  }

  async unmount(name: string, user: string): Promise<void> {
    await this.#connection.call('VolumeDriver.Unmount', { Name: name, ID: user });
  }

  /** Returns `global` for volumes that all nodes of a cluster see. */
  async scope(): Promise<'local' | 'global'> {
    try {
      const { Capabilities } = await this.#connection.call('VolumeDriver.Capabilities');
      return (Capabilities as { readonly Scope?: string } | undefined)?.Scope === 'global' ? 'global' : 'local';
    } catch {
      // The method is optional.
      return 'local';
    }
  }
}

function readVolume(given: unknown, name: string): DriverVolume {
  const { Name, Mountpoint, Status } = (given ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name: typeof Name === 'string' ? Name : name,
    mountpoint: typeof Mountpoint === 'string' ? Mountpoint : '',
    ...(typeof Status === 'object' && Status !== null && { status: Status as Record<string, unknown> }),
  };
}
