/** The methods of volume plugins. */
import type { PluginConnection } from './plugin-connection.js';

export class VolumeDriver {
  readonly #connection: PluginConnection;

  constructor(connection: PluginConnection) {
    this.#connection = connection;
  }

  async create(name: string, options: Readonly<Record<string, string>>): Promise<void> {
    await this.#connection.call('VolumeDriver.Create', { Name: name, Opts: options });
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
}
