/** The rules of the reconciler, one at a time. */
import { describe, expect, it } from 'vitest';
import type { DesiredService, ServiceModeSettings, UpdateSettings } from '../../src/swarm/reconcile/desired-service.js';
import { shouldRestart } from '../../src/swarm/reconcile/restart.js';
import { SimulatedService, type SimulatedSettings } from './simulated-service.js';

const update: UpdateSettings = {
  parallelism: 1,
  delay: 0,
  failureAction: 'pause',
  monitor: 100,
  maxFailureRatio: 0,
  order: 'stop-first',
};

/** Returns a service whose tasks run. */
function simulate(settings: Partial<SimulatedSettings> = {}, changes: Partial<DesiredService> = {}): SimulatedService {
  const mode = { kind: 'replicated' as const, replicas: 2 };
  const simulated = new SimulatedService({ mode, update, rollback: update, nodes: 2, ...settings });
  simulated.service = { ...simulated.service, ...changes };
  simulated.settle();
  return simulated;
}

/** Lets tasks go on, without time for delays. */
function go(simulated: SimulatedService, rounds = 20): void {
  for (let round = 0; round < rounds; round += 1)
    for (const { id } of simulated.all) {
      const task = simulated.tasks.get(id);
      if (task !== undefined) simulated.step(task);
    }
}

const first = (simulated: SimulatedService) => {
  const [task] = simulated.running;
  if (task === undefined) throw new Error('no task runs');
  return task;
};

describe('a restart', () => {
  it.each([
    ['any', 'complete', true],
    ['any', 'failed', true],
    ['on-failure', 'complete', false],
    ['on-failure', 'failed', true],
    ['on-failure', 'rejected', true],
    ['none', 'failed', false],
  ] as const)('with the condition %s follows a task that is %s: %s', (condition, state, wanted) => {
    const { service, all } = simulate();
    const [task] = all;
    const restart = { ...service.restart, condition };
    expect(task && shouldRestart({ ...task, state }, { ...service, restart }, 0)).toBe(wanted);
  });

  it('is limited to a number of attempts in a window', () => {
    const { service, all, now } = simulate();
    const [task] = all;
    const limited = (window: number) => ({ ...service, restart: { ...service.restart, maxAttempts: 2, window } });
    const failed = task && { ...task, state: 'failed' as const, since: now, restarts: [now - 50, now - 10] };
    expect(failed && shouldRestart(failed, limited(0), now)).toBe(false);
    expect([20, 50, 51].map((window) => failed && shouldRestart(failed, limited(window), now))).toEqual([
      true,
      true,
      false,
    ]);
    // Other settings begin with no restarts.
    expect(failed && shouldRestart({ ...failed, template: 'other' }, limited(0), now)).toBe(true);
  });

  it('waits for its delay', () => {
    const simulated = simulate({ restartDelay: 100 });
    const task = first(simulated);
    simulated.fail(task);
    go(simulated);
    const next = simulated.all.find(({ slot, id }) => slot === task.slot && id !== task.id);
    expect(next).toMatchObject({ desired: 'ready', state: 'ready' });
    simulated.advance(99);
    expect(simulated.running).toHaveLength(1);
    simulated.advance(1);
    go(simulated);
    expect(simulated.running).toHaveLength(2);
  });

  it('follows the loss of a node after the delay, and a drain at once', () => {
    for (const [changes, isImmediate] of [
      [{ isDown: true }, false],
      [{ availability: 'drain' as const }, true],
    ] as const) {
      const simulated = simulate({ restartDelay: 100 });
      simulated.setNode(0, changes);
      go(simulated);
      expect(simulated.running.every(({ nodeId }) => nodeId === 'n1')).toBe(true);
      expect(simulated.running).toHaveLength(isImmediate ? 2 : 1);
      simulated.advance(100);
      go(simulated);
      expect(simulated.running).toHaveLength(2);
    }
  });

  it('leaves a limited number of tasks in a slot', () => {
    const simulated = simulate({ mode: { kind: 'replicated', replicas: 1 }, restartDelay: 0 });
    for (let restarts = 0; restarts < 6; restarts += 1) {
      simulated.fail(first(simulated));
      simulated.settle();
    }
    expect(simulated.all).toHaveLength(simulated.service.historyLimit);
  });

  it.each<[string, ServiceModeSettings, number]>([
    ['without a limit', { kind: 'replicated', replicas: 1 }, -1],
    ['of a job', { kind: 'replicated-job', concurrent: 1, completions: 1 }, 2],
  ])('leaves all tasks in a slot %s', (_name, mode, historyLimit) => {
    const simulated = new SimulatedService({ mode, update, rollback: update, nodes: 2, restartDelay: 0 });
    simulated.service = { ...simulated.service, historyLimit };
    for (let restarts = 0; restarts < 6; restarts += 1) {
      // A job that runs would also end.
      for (let rounds = 0; simulated.running.length === 0 && rounds < 20; rounds += 1) go(simulated, 1);
      simulated.fail(first(simulated));
      simulated.reconcile();
    }
    expect(simulated.all).toHaveLength(7);
  });
});

it('a slot that is removed leaves no task', () => {
  const simulated = simulate();
  simulated.scale(1);
  expect(simulated.all.map(({ desired }) => desired).sort()).toEqual(['remove', 'running']);
  go(simulated);
  expect(simulated.all).toHaveLength(1);
});

describe('an update', () => {
  it('starts a task only when the one before it has ended, if that stops first', () => {
    const simulated = simulate();
    simulated.update('t1');
    const old = simulated.all.find(({ desired }) => desired === 'shutdown');
    for (let round = 0; round < 10; round += 1)
      for (const task of simulated.all) if (task.id !== old?.id) simulated.step(task);
    expect(simulated.all.find(({ template }) => template === 't1')).toMatchObject({ desired: 'ready', state: 'ready' });
    if (old !== undefined) simulated.step(old);
    expect(simulated.all.find(({ template }) => template === 't1')).toMatchObject({ desired: 'running' });
  });

  it('ends a task only when the one after it runs, if that starts first', () => {
    const simulated = simulate({ update: { ...update, order: 'start-first' } });
    simulated.update('t1');
    expect(simulated.running).toHaveLength(2);
    go(simulated, 1);
    expect(simulated.running.filter(({ template }) => template === 't0')).toHaveLength(2);
    go(simulated, 10);
    expect(simulated.wanted.filter(({ template }) => template === 't0').length).toBeLessThan(2);
  });

  it('waits between slots', () => {
    const simulated = simulate({ update: { ...update, delay: 50 } });
    simulated.update('t1');
    go(simulated);
    expect(simulated.running.map(({ template }) => template).sort()).toEqual(['t0', 't1']);
    simulated.advance(50);
    go(simulated);
    expect(simulated.running.map(({ template }) => template)).toEqual(['t1', 't1']);
    expect(simulated.updateState).toBe('updating');
    simulated.advance(200);
    simulated.advance(200);
    expect(simulated.updateState).toBe('completed');
  });

  it('that has paused touches no further slot', () => {
    const simulated = simulate({ update: { ...update, delay: 50 }, restartDelay: 1e6 });
    simulated.failing.add('t1');
    simulated.update('t1');
    go(simulated);
    expect(simulated.updateState).toBe('paused');
    simulated.advance(60);
    go(simulated);
    expect(simulated.running.map(({ template }) => template)).toEqual(['t0']);
  });

  it('whose rollback fails, too, pauses the rollback', () => {
    const rollback = { ...update, failureAction: 'pause' as const };
    const simulated = simulate({ update: { ...update, failureAction: 'rollback' }, rollback, restartDelay: 1e6 });
    simulated.failing.add('t1');
    simulated.update('t1');
    simulated.failing.add('t0');
    go(simulated, 60);
    expect(simulated.updateState).toBe('rollback_paused');
    expect(simulated.service.template).toBe('t0');
  });

  it('counts only tasks that end within the monitored time', () => {
    const simulated = simulate();
    simulated.update('t1');
    go(simulated, 9);
    const updated = simulated.running.find(({ template }) => template === 't1');
    simulated.advance(101);
    if (updated !== undefined) simulated.fail(updated);
    expect(simulated.updateState).not.toBe('paused');
  });
});
