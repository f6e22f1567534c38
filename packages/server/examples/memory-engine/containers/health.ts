/** Health checks: a command that runs in the container now and then. */
import type { Health, HealthcheckResult } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { environmentOf } from '../processes/environment.js';
import { Input } from '../processes/input.js';
import { Process } from '../processes/process.js';
import type { Container } from './container.js';

interface Watch {
  status: string;
  streak: number;
  readonly log: HealthcheckResult[];
}

const watches = new WeakMap<Container, Watch>();

export function healthOf(container: Container): Health | undefined {
  const watch = watches.get(container);
  if (watch === undefined) return undefined;
  return { Status: watch.status, FailingStreak: watch.streak, Log: watch.log.slice(-5) };
}

/** Until the process has ended. */
export function watchHealth(engine: Engine, container: Container, process: Process): void {
  const { Test = [], Interval, Timeout, Retries, StartPeriod, StartInterval } = container.config.Healthcheck ?? {};
  const [kind, ...words] = Test;
  if (kind !== 'CMD' && kind !== 'CMD-SHELL') return;
  const command = kind === 'CMD' ? words : ['/bin/sh', '-c', ...words];
  const watch: Watch = { status: 'starting', streak: 0, log: [] };
  watches.set(container, watch);
  const interval = (Interval || 30e9) / 1e6;
  const startsUntil = Date.now() + (StartPeriod ?? 0) / 1e6;
  // Meanwhile it is asked more often, and may fail.
  const isStarting = (): boolean => watch.status === 'starting' && Date.now() < startsUntil;
  const pause = (): number => (isStarting() ? (StartInterval || 5e9) / 1e6 : interval);
  const probe = async (): Promise<void> => {
    const result = await probed(container, command, (Timeout || 30e9) / 1e6);
    if (container.process !== process) return;
    watch.log.push(result);
    watch.streak = result.ExitCode === 0 ? 0 : watch.streak + (isStarting() ? 0 : 1);
    const before = watch.status;
    if (result.ExitCode === 0) watch.status = 'healthy';
    else if (watch.streak >= (Retries || 3)) watch.status = 'unhealthy';
    if (watch.status !== before) engine.tell(container, `health_status: ${watch.status}`);
    timer = setTimeout(() => void probe(), pause());
  };
  let timer = setTimeout(() => void probe(), pause());
  void process.exited.then(() => {
    clearTimeout(timer);
    if (watch.status !== 'starting') watch.status = 'unhealthy';
  });
}

async function probed(container: Container, command: readonly string[], patience: number): Promise<HealthcheckResult> {
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
  const timer = setTimeout(() => process.kill('KILL'), patience);
  const code = await process.exited;
  clearTimeout(timer);
  const isLate = process.signal.aborted;
  return {
    Start: begin.toISOString(),
    End: new Date().toISOString(),
    // Whatever else a command says means the same.
    ExitCode: isLate ? -1 : code,
    Output: isLate ? `Health check exceeded timeout (${patience}ms)${output === '' ? '' : `: ${output}`}` : output,
  };
}
