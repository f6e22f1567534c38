/** Starts the first process of a container with what its settings ask for. */
import { ServerError } from '@lading/server-v1.44';
import type { DeviceRequest } from '@lading/types-v1.44';
import type { ContainerNetwork, RunningProcess, MemoryLimit } from '../../ports/container-runtime.js';
import type { Ports } from '../../ports/ports.js';
import { environmentOf, splitOnce } from '../../values/environment.js';
import { endedInput } from '../../streams/input.js';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';
import { surroundingsOf } from './process-surroundings.js';
import { linksOf, type ContainerLink } from './links.js';

/** Variables that a container does not pass on. */
const own: ReadonlySet<string> = new Set(['HOME', 'PATH']);

/**
 * The environment variables of legacy links: where the other container is reached, and its own variables.
 *
 * @throws ServerError if a container that is linked does not run
 */
function linkVariables(container: Container, containers: ContainerService): string[] {
  return linksOf(container, containers).flatMap((link) => variablesOf(link, `/${container.name}/${link.alias}`));
}

function variablesOf({ target, alias }: ContainerLink, name: string): string[] {
  if (!target.isRunning) throw new ServerError(`Cannot link to a non running container: /${target.name} AS ${name}`);
  const prefix = alias.replaceAll('-', '_').toUpperCase();
  const address = Object.values(target.endpoints).find(({ joined }) => joined !== undefined)?.joined?.address ?? '';
  const ports = (target.settings.exposedPorts ?? []).map(portOf).sort((a, b) => a.number - b.number);
  const inherited = target.settings.environment.map(splitOnce).filter(([variable]) => !own.has(variable));
  return [
    ...ports.slice(0, 1).map(({ number, protocol }) => `${prefix}_PORT=${protocol}://${address}:${number}`),
    ...ports.flatMap(({ number, protocol }) => {
      const port = `${prefix}_PORT_${number}_${protocol.toUpperCase()}`;
      return [
        `${port}=${protocol}://${address}:${number}`,
        `${port}_ADDR=${address}`,
        `${port}_PORT=${number}`,
        `${port}_PROTO=${protocol}`,
      ];
    }),
    `${prefix}_NAME=${name}`,
    ...inherited.map(([variable, value]) => `${prefix}_ENV_${variable}=${value}`),
  ];
}

function portOf(text: string): { readonly number: number; readonly protocol: string } {
  const [number = '', protocol = 'tcp'] = text.split('/');
  return { number: Number(number), protocol };
}

/** The limit without a configured one, which protects the memory of the machine. */
const maxMemory = 64 * 1024 * 1024;

/** The memory limit of the processes of a container. */
function memoryLimitOf(containers: ContainerService, container: Container): MemoryLimit {
  return {
    bytes: Math.min(container.host.memory || maxMemory, maxMemory),
    exceeded: () => {
      container.changeState({ isOutOfMemory: true });
      containers.emit(container, 'oom');
    },
  };
}

/** @throws ServerError if a link or a device is not available; StartFailure */
export function startProcess(
  { clock, runtime }: Pick<Ports, 'clock' | 'runtime'>,
  container: Container,
  containers: ContainerService,
  network: ContainerNetwork,
): RunningProcess {
  const { settings, host, command, files } = container;
  const environment = environmentOf(settings, linkVariables(container, containers));
  requireDevices((host.others['DeviceRequests'] ?? []) as readonly DeviceRequest[]);
  files.createFolder(settings.folder, clock.now());
  const [rows, columns] = host.terminalSize;
  return runtime.start({
    command,
    environment,
    ...surroundingsOf(container),
    joins: ownerOfProcesses(containers, container)?.process,
    usesInit: host.others['Init'] === true,
    folder: settings.folder,
    user: settings.user,
    hasTerminal: settings.hasTerminal,
    ...(rows > 0 && columns > 0 && { terminalSize: { rows, columns } }),
    memory: memoryLimitOf(containers, container),
    network,
    // A terminal stays open without input.
    input: settings.opensInput || settings.hasTerminal ? container.input : endedInput(),
    write: (stream, data) => container.output.write(stream, data),
  });
}

/** Returns the container whose processes this one shares. */
function ownerOfProcesses(containers: ContainerService, { host: { pidMode } }: Container): Container | undefined {
  return pidMode.startsWith('container:') ? containers.find(pidMode.slice('container:'.length)) : undefined;
}

/** There is no driver that gives containers devices such as graphics processors. */
function requireDevices([request]: readonly DeviceRequest[]): void {
  if (request === undefined) return;
  const capabilities = (request.Capabilities ?? []).map((all) => `[${all.join(' ')}]`).join(' ');
  throw new ServerError(
    `could not select device driver "${request.Driver ?? ''}" with capabilities: [${capabilities}]`,
  );
}
