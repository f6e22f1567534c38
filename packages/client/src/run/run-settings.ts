/** The settings of a container for the short options of `run`. */
import type { CreateSettings } from './create-settings.js';
import type { RunOptions } from './run.js';

/** What `create` says about the same is kept: its variables and ports are added to. */
export function runSettings({ command, env, ports, create }: RunOptions): Partial<CreateSettings> {
  const cmd = typeof command === 'string' ? ['/bin/sh', '-c', command] : command && [...command];
  const published = Object.entries(ports ?? {}).map(
    ([port, own]) => [port.includes('/') ? port : `${port}/tcp`, own] as const,
  );
  return {
    ...create,
    ...(cmd && { Cmd: cmd }),
    ...(env && { Env: [...(create?.Env ?? []), ...Object.entries(env).map(([name, value]) => `${name}=${value}`)] }),
    ...(ports && {
      ExposedPorts: { ...create?.ExposedPorts, ...Object.fromEntries(published.map(([port]) => [port, {}])) },
      HostConfig: {
        ...create?.HostConfig,
        PortBindings: {
          ...create?.HostConfig?.PortBindings,
          ...Object.fromEntries(published.map(([port, own]) => [port, [{ HostPort: own === 0 ? '' : String(own) }]])),
        },
      },
    }),
  };
}
