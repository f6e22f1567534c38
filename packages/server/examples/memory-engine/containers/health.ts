/** Health checks: a command that runs in the container at intervals. */
import type { Health, HealthcheckResult } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { environmentOf } from '../processes/environment.js';
import { Input } from '../processes/input.js';
import { Process } from '../processes/process.js';
import type { Container } from './container.js';

interface HealthState {
  status: string;
  streak: number;
  readonly log: HealthcheckResult[];
}

const healthStates = new WeakMap<Container, HealthState>();

export function healthOf(container: Container): Health | undefined {
  const health = healthStates.get(container);
  if (health === undefined) return undefined;
  return { Status: health.status, FailingStreak: health.streak, Log: health.log.slice(-5) };
}

/** Runs the health checks until the process has ended. */
export function watchHealth(engine: Engine, container: Container, process: Process): void {
  const { Test = [], Interval, Timeout, Retries, StartPeriod, StartInterval } = container.config.Healthcheck ?? {};
  const [kind, ...words] = Test;
  if (kind !== 'CMD' && kind !== 'CMD-SHELL') return;
  const command = kind === 'CMD' ? words : ['/bin/sh', '-c', ...words];
  const health: HealthState = { status: 'starting', streak: 0, log: [] };
  healthStates.set(container, health);
  const interval = (Interval || 30e9) / 1e6;
  const startsUntil = Date.now() + (StartPeriod ?? 0) / 1e6;
  // During the start period, checks run at another interval and failures do not count.
  const isStarting = (): boolean => health.status === 'starting' && Date.now() < startsUntil;
  const pause = (): number => (isStarting() ? (StartInterval || 5e9) / 1e6 : interval);
  const probe = async (): Promise<void> => {
    const result = await runProbe(container, command, (Timeout || 30e9) / 1e6);
    if (container.process !== process) return;
    health.log.push(result);
    health.streak = result.ExitCode === 0 ? 0 : health.streak + (isStarting() ? 0 : 1);
    const before = health.status;
    if (result.ExitCode === 0) health.status = 'healthy';
    else if (health.streak >= (Retries || 3)) health.status = 'unhealthy';
    if (health.status !== before) engine.emit(container, `health_status: ${health.status}`);
    timer = setTimeout(() => void probe(), pause());
  };
  let timer = setTimeout(() => void probe(), pause());
  void process.exited.then(() => {
    clearTimeout(timer);
    if (health.status !== 'starting') health.status = 'unhealthy';
  });
}

async function runProbe(container: Container, command: readonly string[], timeout: number): Promise<HealthcheckResult> {
  const begin = new Date();
  let output = '';
  const input = new Input();
  input.end();
  const process = new Process({
    arguments: command,
    environment: environmentOf(container.config),
    files: container.files,
    folder: container.config.WorkingDir,
    user: container.config.User,
    hostname: container.config.Hostname,
    tty: false,
    input,
    write: (_stream, data) => void (output += Buffer.from(data).toString()),
  });
  const timer = setTimeout(() => process.kill('KILL'), timeout);
  const code = await process.exited;
  clearTimeout(timer);
  const timedOut = process.signal.aborted;
  return {
    Start: begin.toISOString(),
    End: new Date().toISOString(),
    // A timeout has the exit code -1.
    ExitCode: timedOut ? -1 : code,
    Output: timedOut ? `Health check exceeded timeout (${timeout}ms)${output === '' ? '' : `: ${output}`}` : output,
  };
}
