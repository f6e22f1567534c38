/** The settings of a plugin: their values at first, and changes of what the configuration allows to change. */
import { ServerError } from '@lading/server-v1.44';
import type { PluginConfig } from '@lading/types-v1.44';
import type { PluginRecord, PluginSettingsRecord } from '../../state/plugin-record.js';

export function initialSettings({ Env, Args }: PluginConfig): PluginSettingsRecord {
  return {
    environment: (Env ?? []).flatMap(({ Name, Value }) => (Value === null ? [] : [`${Name}=${Value}`])),
    arguments: Args.Value ?? [],
    mounts: {},
    devices: {},
  };
}

/** @throws ServerError for a setting that does not exist or cannot be changed */
export function changeSettings({ config, settings }: PluginRecord, changes: readonly string[]): PluginSettingsRecord {
  let { environment, arguments: words, mounts, devices } = settings;
  for (const change of changes) {
    const [key = '', value = ''] = splitAtEquals(change);
    const [, name = key, property = ''] = /^(.*)\.(\w+)$/.exec(key) ?? [];
    const variable = config.Env?.find(({ Name }) => Name === name);
    const mount = config.Mounts?.find(({ Name }) => Name === name);
    const device = config.Linux.Devices?.find(({ Name }) => Name === name);
    if (variable !== undefined) {
      requireSettable(variable.Settable, property || 'value', key);
      environment = replaced(environment, name, value);
    } else if (mount !== undefined) {
      requireSettable(mount.Settable, property || 'source', key);
      mounts = { ...mounts, [name]: value };
    } else if (device !== undefined) {
      requireSettable(device.Settable, property || 'path', key);
      devices = { ...devices, [name]: value };
    } else if (config.Args.Name === name && name !== '') {
      requireSettable(config.Args.Settable, property || 'value', key);
      words = value.split(' ');
    } else throw new ServerError(`setting ${JSON.stringify(name)} not found in the plugin configuration`);
  }
  return { environment, arguments: words, mounts, devices };
}

function requireSettable(settable: readonly string[] | null, property: string, key: string): void {
  if (settable?.includes(property) !== true) throw new ServerError(`${JSON.stringify(key)} is not settable`);
}

/** Returns variables with another value of one of them, which stays where it is, or is the last one if it had none. */
function replaced(variables: readonly string[], name: string, value: string): string[] {
  const isIt = (each: string): boolean => each.startsWith(`${name}=`);
  const entry = `${name}=${value}`;
  return variables.some(isIt) ? variables.map((each) => (isIt(each) ? entry : each)) : [...variables, entry];
}

function splitAtEquals(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
