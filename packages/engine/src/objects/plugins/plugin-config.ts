/** The configuration of a plugin: reads `config.json`, and says which privileges it asks for. */
import { createHash } from 'node:crypto';
import { ServerError } from '@lading/server-v1.44';
import type { PluginConfig, PluginEnv, PluginPrivilege } from '@lading/types-v1.44';

/** @throws ServerError for invalid JSON */
export function readPluginConfig(json: string, files: readonly Buffer[]): PluginConfig {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(json) as Record<string, unknown>;
  } catch (error) {
    throw new ServerError(`config.json of the plugin is not JSON: ${(error as Error).message}`);
  }
  // The keys of a configuration file differ from those of responses in their case only.
  const read = <Type>(name: string, fallback: Type, source: Record<string, unknown> = given): Type => {
    const key = Object.keys(source).find((each) => each.toLowerCase() === name.toLowerCase());
    const value = key === undefined ? undefined : source[key];
    return (value ?? fallback) as Type;
  };
  const inner = (name: string): Record<string, unknown> => read(name, {});
  const parts = (name: string): Record<string, unknown>[] | null => read(name, null);
  const described = (item: Record<string, unknown>) => ({
    Name: read('name', '', item),
    Description: read('description', '', item),
    Settable: read<string[] | null>('settable', null, item),
  });
  const devices = (list: Record<string, unknown>[] | null) =>
    list?.map((item) => ({ ...described(item), Path: read<string | null>('path', null, item) })) ?? null;
  return {
    Description: read('description', ''),
    Documentation: read('documentation', ''),
    Interface: {
      Types: read<string[] | null>('types', null, inner('interface')),
      Socket: read('socket', '', inner('interface')),
    },
    Entrypoint: read('entrypoint', null),
    WorkDir: read('workdir', ''),
    User: {},
    Network: { Type: read('type', '', inner('network')) },
    Linux: {
      Capabilities: read('capabilities', null, inner('linux')),
      AllowAllDevices: read('allowAllDevices', false, inner('linux')),
      Devices: devices(read('devices', null, inner('linux'))),
    },
    PropagatedMount: read('propagatedMount', ''),
    IpcHost: read('ipchost', false),
    PidHost: read('pidhost', false),
    Mounts:
      parts('mounts')?.map((item) => ({
        ...described(item),
        Source: read<string | null>('source', null, item),
        Destination: read('destination', '', item),
        Type: read('type', '', item),
        Options: read<string[] | null>('options', null, item),
      })) ?? null,
    Env: parts('env')?.map((item): PluginEnv => ({ ...described(item), Value: read('value', null, item) })) ?? null,
    Args: { ...described(inner('args')), Value: read('value', null, inner('args')) },
    rootfs: {
      type: 'layers',
      diff_ids: [`sha256:${createHash('sha256').update(Buffer.concat(files)).digest('hex')}`],
    },
  };
}

/** Returns what a user has to agree to before the plugin is installed. */
export function privilegesOf({ Network, Linux, IpcHost, PidHost, Mounts }: PluginConfig): PluginPrivilege[] {
  const { Capabilities, AllowAllDevices, Devices } = Linux;
  const privilege = (Name: string, Description: string, Value: string[]): PluginPrivilege => ({
    Name,
    Description,
    Value,
  });
  return [
    ...(['', 'null', 'bridge'].includes(Network.Type)
      ? []
      : [privilege('network', 'permissions to access a network', [Network.Type])]),
    ...(IpcHost ? [privilege('host ipc namespace', 'allow access to host ipc namespace', ['true'])] : []),
    ...(PidHost ? [privilege('host pid namespace', 'allow access to host pid namespace', ['true'])] : []),
    ...(Mounts ?? []).flatMap(({ Source }) =>
      Source === null ? [] : [privilege('mount', 'host path to mount', [Source])],
    ),
    ...(Devices ?? []).flatMap(({ Path }) =>
      Path === null ? [] : [privilege('device', 'host device to access', [Path])],
    ),
    ...(AllowAllDevices ? [privilege('allow-all-devices', "allow 'rwm' access to all devices", ['true'])] : []),
    ...(Capabilities !== null && Capabilities.length > 0
      ? [privilege('capabilities', 'list of additional capabilities required', Capabilities)]
      : []),
  ];
}
