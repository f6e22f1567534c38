/** Handles plugin operations. */
import { ServerError, type Handlers } from '@lading/server-v1.44';
import type {
  CreateImageInfo,
  PluginPrivilege,
  PluginPrivilegeInput,
  PushImageInfo,
  Plugin,
} from '@lading/types-v1.44';
import { entriesOf } from '../filesystem/tar.js';
import { anyOf, isTrue } from '../values/filters.js';
import { fullName, requireValidName } from '../distribution/reference.js';
import { requirePluginName, type Plugins } from '../objects/plugins/plugins.js';
import { readPluginConfig } from '../objects/plugins/plugin-config.js';
import { engineVersion } from '../distribution/platform.js';
import { isPluginInUse, type PluginUsers } from '../rules/plugin-users.js';
import { credentialsOf } from './images/distribution-handlers.js';
import type { PluginRecord } from '../state/plugin-record.js';

export function pluginHandlers(plugins: Plugins, users: PluginUsers): NonNullable<Handlers['plugin']> {
  return {
    list({ query: { filters = {} } }) {
      const { capability, enabled } = filters;
      return plugins
        .all()
        .filter(
          ({ isEnabled, config }) =>
            (enabled === undefined || isTrue(enabled) === isEnabled) &&
            anyOf(capability, (value) => (config.Interface.Types ?? []).some((type) => capabilityOf(type) === value)),
        )
        .map(pluginResponse);
    },
    inspect: ({ path: { name } }) => pluginResponse(plugins.find(name)),
    getPrivileges: ({ query: { remote }, headers, signal }) =>
      plugins.privileges(remote, { credentials: credentialsOf(headers['X-Registry-Auth']), signal }),
    async *pull({ query: { remote, name = '' }, headers, body, signal }): AsyncGenerator<CreateImageInfo> {
      const client = { credentials: credentialsOf(headers['X-Registry-Auth']), signal };
      const request = { name, granted: readPrivileges(body), client };
      const { id, name: installed } = await plugins.pull(remote, request);
      yield { status: 'Downloading', id: id.slice(0, 12), progressDetail: {} };
      yield { status: 'Download complete', id: id.slice(0, 12), progressDetail: {} };
      yield { status: `Installed plugin ${installed}` };
    },
    async create({ query: { name }, body }) {
      requirePluginName(name);
      const entries = await entriesOf(body);
      if (entries.size === 0) throw new ServerError('no rootfs found: EOF');
      const config = entries.get('/config.json');
      const files = [...entries].flatMap(([path, entry]): [string, Buffer][] =>
        path.startsWith('/rootfs/') && entry.kind === 'file' ? [[path.slice('/rootfs'.length), entry.data]] : [],
      );
      if (config?.kind !== 'file') throw new ServerError('config not found');
      if (![...entries.keys()].some((path) => path === '/rootfs' || path.startsWith('/rootfs/')))
        throw new ServerError('no rootfs found: EOF');
      const read = readPluginConfig(
        config.data.toString(),
        files.map(([, data]) => data),
      );
      plugins.create(name, { config: { ...read, DockerVersion: engineVersion }, files });
    },
    enable: ({ path: { name }, query: { timeout } }) => plugins.enable(plugins.find(name), timeout),
    disable({ path: { name }, query: { force } }) {
      const plugin = plugins.find(name);
      plugins.disable(plugin, force !== true && isPluginInUse(users, plugin.name));
    },
    delete({ path: { name }, query: { force } }) {
      plugins.remove(plugins.find(name), force === true);
    },
    set: ({ path: { name }, body }) => plugins.set(plugins.find(name), body ?? []),
    async *upgrade({ path: { name }, query: { remote }, headers, body, signal }): AsyncGenerator<CreateImageInfo> {
      requireValidName(remote, (message) => new ServerError(message));
      const client = { credentials: credentialsOf(headers['X-Registry-Auth']), signal };
      await plugins.upgrade(plugins.find(fullName(name)), remote, { granted: readPrivileges(body), client });
      yield { status: 'Download complete', progressDetail: {} };
    },
    async *push({ path: { name }, headers, signal }): AsyncGenerator<PushImageInfo> {
      const plugin = plugins.find(name);
      const client = { credentials: credentialsOf(headers['X-Registry-Auth']), signal };
      yield { status: `The push refers to repository [${plugin.name.replace(/:[^/]*$/, '')}]` };
      const { digest, size } = await plugins.push(plugin, client);
      yield { status: `${plugin.name.replace(/^.*:/, '')}: digest: ${digest} size: ${size}` };
    },
  };
}

/** Returns `volumedriver` for `docker.volumedriver/1.0`. */
function capabilityOf(type: string): string {
  return type.replace(/^[^.]*\./, '').replace(/\/.*$/, '');
}

function readPrivileges(body: readonly PluginPrivilegeInput[] | null | undefined): PluginPrivilege[] {
  return (body ?? []).map(({ Name, Description, Value }) => ({
    Name: Name ?? '',
    Description: Description ?? '',
    Value: Value ?? [],
  }));
}

/** Describes a plugin in responses. */
function pluginResponse({ id, name, reference, isEnabled, config, settings }: PluginRecord): Plugin {
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
