/** Describes a plugin in responses. */
import type { Plugin } from '@lading/types-v1.44';
import type { PluginRecord } from '../state/plugin-record.js';

export function pluginResponse({ id, name, reference, isEnabled, config, settings }: PluginRecord): Plugin {
  return {
    Id: id,
    Name: name,
    Enabled: isEnabled,
    PluginReference: reference,
    Config: config,
    Settings: {
      Args: [...settings.arguments],
      Env: [...settings.environment],
      Mounts: (config.Mounts ?? []).map((mount) => ({ ...mount, Source: settings.mounts[mount.Name] ?? mount.Source })),
      Devices: (config.Linux.Devices ?? []).map((device) => ({
        ...device,
        Path: settings.devices[device.Name] ?? device.Path,
      })),
    },
  };
}
