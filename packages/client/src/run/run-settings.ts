/** The settings of a container for the short options of `run`. */
import type { AnyEngine } from '../../gen/engine.js';

/** What a container runs, and its settings. */
export interface RunSettings {
  /** Replaces the command of the image: the program and its arguments, or a command line for `/bin/sh -c`. */
  readonly command?: string | readonly string[];
  /** The environment, in addition to that of the image. */
  readonly env?: Readonly<Record<string, string>>;
  /** The ports of this machine by those of the container: `{ 80: 8080, '53/udp': 5353 }`; 0 is any free one. */
  readonly ports?: Readonly<Record<string, number>>;
  /** Further settings of the container; with `Tty: true` all output is standard output. */
  readonly create?: Partial<CreateSettings>;
}

/** What `create` says about the same is kept: its variables and ports are added to. */
export function runSettings({ command, env, ports, create }: RunSettings): Partial<CreateSettings> {
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

/** The request body of any of the versions. */
type CreateBody = Parameters<AnyEngine['container']['create']>[0]['body'];

/** The intersection of all types of a union: a value of it is accepted where any of them is. */
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The settings for a new container that every generated API version accepts. */
type CreateSettings = Intersection<CreateBody>;

/** The result of `run`. */
export interface RunResult {
  readonly id: string;
  readonly exitCode: number;
  /** Empty if a stream received the output. */
  readonly stdout: string;
  readonly stderr: string;
}
