/** Health checks: a command that runs in the container at intervals. */
import type { Ports } from '../../ports/ports.js';
import { StartFailure, type RunningProcess } from '../../ports/container-runtime.js';
import { durationText } from '../../values/date-time.js';
import { execFailureText } from '../../values/start-failure.js';
import { environmentOf } from '../../values/environment.js';
import { endedInput } from '../../streams/input.js';
import type { ContainerNetworks } from './container-networks.js';
import type { HealthRecord, HealthcheckSettings, ProbeRecord } from '../../state/container-record.js';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';
import { surroundingsOf } from './process-surroundings.js';

/** Times in nanoseconds. */
const defaults = { interval: 30e9, timeout: 30e9, startInterval: 5e9, retries: 3 };
/** The number of probes that are reported, and the length of the output of each. */
const maxProbes = 5;
const maxOutput = 4096;

export class HealthMonitor {
  readonly #ports: Pick<Ports, 'clock' | 'runtime'>;
  readonly #containers: ContainerService;
  readonly #networks: ContainerNetworks;

  constructor(ports: Pick<Ports, 'clock' | 'runtime'>, containers: ContainerService, networks: ContainerNetworks) {
    this.#ports = ports;
    this.#containers = containers;
    this.#networks = networks;
  }

  /** Runs the health checks until the process has ended. */
  watch(container: Container, process: RunningProcess): void {
    const { healthcheck } = container.settings;
    const command = commandOf(healthcheck, container);
    if (healthcheck === undefined || command === undefined) return;
    const { clock } = this.#ports;
    container.changeState({ health: { status: 'starting', failures: 0, probes: [] } });
    const startsUntil = clock.now() + (healthcheck.startPeriod ?? 0) / 1e6;
    // During the start period, checks run at another interval and failures do not count.
    const isStarting = (): boolean => container.state.health?.status === 'starting' && clock.now() < startsUntil;
    const pause = (): number =>
      (isStarting() ? healthcheck.startInterval || defaults.startInterval : healthcheck.interval || defaults.interval) /
      1e6;
    const probe = async (): Promise<void> => {
      if (container.status === 'paused') return schedule();
      const result = await this.#probe(container, command, (healthcheck.timeout || defaults.timeout) / 1e6);
      if (container.process !== process) return;
      this.#record(container, result, isStarting(), healthcheck.retries || defaults.retries);
      schedule();
    };
    let cancel = (): void => undefined;
    const schedule = (): void => void (cancel = clock.schedule(pause(), () => void probe()));
    schedule();
    void process.exited.then(() => {
      cancel();
      const { health } = container.state;
      if (health !== undefined && !container.isRemoved)
        container.changeState({ health: { ...health, status: 'unhealthy' } });
    });
  }

  #record(container: Container, probe: ProbeRecord, isStarting: boolean, retries: number): void {
    const before = container.state.health;
    if (before === undefined) return;
    const failures = probe.exitCode === 0 ? 0 : before.failures + (isStarting ? 0 : 1);
    const status: HealthRecord['status'] =
      probe.exitCode === 0 ? 'healthy' : failures >= retries ? 'unhealthy' : before.status;
    container.changeState({ health: { status, failures, probes: [...before.probes, probe].slice(-maxProbes) } });
    if (status !== before.status) this.#containers.emit(container, `health_status: ${status}`);
  }

  async #probe(container: Container, command: readonly string[], timeout: number): Promise<ProbeRecord> {
    const { clock, runtime } = this.#ports;
    const { settings } = container;
    const start = clock.now();
    let output = '';
    const result = (exitCode: number, text: string): ProbeRecord => ({
      start,
      end: clock.now(),
      exitCode,
      output: text.slice(0, maxOutput),
    });
    let process: RunningProcess;
    try {
      process = runtime.start({
        command,
        environment: environmentOf(settings),
        ...surroundingsOf(container),
        joins: container.process,
        folder: settings.folder,
        user: settings.user,
        hasTerminal: false,
        network: this.#networks.of(container),
        input: endedInput(),
        write: (_stream, data) => void (output += Buffer.from(data).toString()),
      });
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      return result(-1, execFailureText(error));
    }
    let isTimeout = false;
    const cancel = clock.schedule(timeout, () => {
      isTimeout = true;
      process.signal('KILL');
    });
    const code = await process.exited;
    cancel();
    // A timeout has the exit code -1.
    if (!isTimeout) return result(code, output);
    return result(
      -1,
      `Health check exceeded timeout (${durationText(timeout * 1e6)})${output === '' ? '' : `: ${output}`}`,
    );
  }
}

/** Returns the command of the checks, or undefined for a container without checks. */
function commandOf(healthcheck: HealthcheckSettings | undefined, container: Container): string[] | undefined {
  const [kind, ...words] = healthcheck?.test ?? [];
  if (kind === 'CMD') return words;
  if (kind !== 'CMD-SHELL') return undefined;
  const shell = (container.settings.others['Shell'] as readonly string[] | undefined) ?? ['/bin/sh', '-c'];
  return [...shell, ...words];
}
