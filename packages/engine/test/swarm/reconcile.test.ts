/** Property tests of the reconciler: random histories of a service, its tasks and its nodes. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { UpdateSettings } from '../../src/swarm/reconcile/desired-service.js';
import { hasEnded } from '../../src/swarm/reconcile/task-state.js';
import { SimulatedService } from './simulated-service.js';

// `LADING_RUNS=exhaustive` runs 100,000 histories.
const histories = inject('isExhaustiveRun') ? 100_000 : inject('isFullRun') ? 1000 : 60;
const parameters = { numRuns: histories, seed: inject('seed') };
const timeout = 3_600_000;

/** Checks what must hold after every step: `expect` would take most of the time. */
function require(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Error(message);
}

const settings = (failureAction: fc.Arbitrary<UpdateSettings['failureAction']>): fc.Arbitrary<UpdateSettings> =>
  fc.record({
    parallelism: fc.nat(3),
    delay: fc.constantFrom(0, 50),
    failureAction,
    monitor: fc.constantFrom(10, 200),
    maxFailureRatio: fc.constantFrom(0, 0.3, 0.7),
    order: fc.constantFrom('stop-first' as const, 'start-first' as const),
  });
const anyAction = fc.constantFrom('continue' as const, 'pause' as const, 'rollback' as const);

type HistoryStep = (simulated: SimulatedService) => void;

const command: fc.Arbitrary<HistoryStep> = fc.oneof(
  { weight: 12, arbitrary: fc.nat(20).map((index): HistoryStep => (simulated) => {
    const task = simulated.all[index % Math.max(1, simulated.tasks.size)];
    if (task !== undefined) simulated.step(task);
  }) },
  { weight: 3, arbitrary: fc.nat(300).map((time): HistoryStep => (simulated) => simulated.advance(time)) },
  { weight: 2, arbitrary: fc.nat(6).map((replicas): HistoryStep => (simulated) => simulated.scale(replicas)) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(3), fc.boolean()).map(([number, fails]): HistoryStep => (simulated) => {
    const template = `t${number}${fails ? ' fails' : ''}`;
    if (fails) simulated.failing.add(template);
    simulated.update(template);
  }) },
  { weight: 1, arbitrary: fc.constant<HistoryStep>((simulated) => simulated.rollBack()) },
  { weight: 1, arbitrary: fc.nat(20).map((index): HistoryStep => (simulated) => {
    const task = simulated.running[index % Math.max(1, simulated.running.length)];
    if (task !== undefined) simulated.fail(task);
  }) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(3), fc.constantFrom('active', 'pause', 'drain')).map(([index, availability]): HistoryStep => (simulated) => simulated.setNode(index, { availability: availability as 'active' })) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(3), fc.boolean()).map(([index, isDown]): HistoryStep => (simulated) => simulated.setNode(index, { isDown })) },
); // prettier-ignore

describe('a replicated or global service', () => {
  const mode = fc.oneof(
    fc.nat(6).map((replicas) => ({ kind: 'replicated' as const, replicas })),
    fc.constant({ kind: 'global' as const }),
  );
  const history = fc.record({
    mode,
    update: settings(anyAction),
    rollback: settings(fc.constantFrom('continue' as const, 'pause' as const)),
    nodes: fc.integer({ min: 1, max: 4 }),
    commands: fc.array(command, { maxLength: 40 }),
  });

  it(
    'converges after any history, updates no more slots at a time than allowed, and keeps its order',
    { timeout },
    () => {
      fc.assert(
        fc.property(history, ({ commands, ...given }) => {
          const simulated = new SimulatedService(given);
          const expectParallelism = (): void => {
            const { update, rollback, updateStatus } = simulated.service;
            const { parallelism } = updateStatus?.state === 'rollback_started' ? rollback : update;
            require(parallelism === 0 ||
              simulated.inFlight.length <= parallelism, 'too many slots are updated at a time');
            require(simulated.violations.length === 0, simulated.violations.join());
          };
          for (const run of commands) {
            run(simulated);
            expectParallelism();
          }
          simulated.nodes.forEach((_node, index) =>
            simulated.setNode(index, { isDown: false, availability: 'active' }),
          );
          simulated.failing.clear();
          expect(simulated.settle(expectParallelism)).toBe(true);
          const { mode: wanted, template } = simulated.service;
          const count = wanted.kind === 'replicated' ? wanted.replicas : simulated.nodes.length;
          expect(simulated.running).toHaveLength(count);
          expect(simulated.wanted).toHaveLength(count);
          expect(simulated.updateState).not.toBe('updating');
          expect(simulated.updateState).not.toBe('rollback_started');
          if (simulated.updateState?.endsWith('paused') !== true)
            expect(simulated.running.map((task) => task.template)).toEqual(Array(count).fill(template));
          if (wanted.kind === 'global') expect(new Set(simulated.running.map(({ nodeId }) => nodeId)).size).toBe(count);
          else expect(new Set(simulated.running.map(({ slot }) => slot)).size).toBe(count);
          const ended = simulated.all.filter(({ state }) => hasEnded(state));
          expect(ended.length).toBeLessThanOrEqual(Math.max(count, 6) * 2);
        }),
        parameters,
      );
    },
  );
});

describe('an update', () => {
  const given = fc.record({
    replicas: fc.integer({ min: 1, max: 6 }),
    update: settings(anyAction),
    nodes: fc.integer({ min: 1, max: 3 }),
    order: fc.array(fc.nat(30), { maxLength: 60 }),
  });

  it('never leaves fewer running tasks than its order allows', { timeout }, () => {
    fc.assert(
      fc.property(given, ({ replicas, update, nodes, order }) => {
        const mode = { kind: 'replicated' as const, replicas };
        const simulated = new SimulatedService({ mode, update, rollback: update, nodes });
        simulated.settle();
        const atATime = update.parallelism || replicas;
        const fewest = update.order === 'start-first' ? replicas : Math.max(0, replicas - atATime);
        const expectEnough = (): void => {
          // A task that is asked to end still serves until it has ended.
          const serving = simulated.all.filter(({ state }) => state === 'running');
          require(serving.length >= fewest, `${serving.length} tasks serve`);
          require(simulated.wanted.length <= replicas + atATime, `${simulated.wanted.length} tasks are wanted`);
          require(update.order === 'stop-first' || simulated.running.length >= replicas, 'a slot does not run');
        };
        simulated.update('t1');
        expectEnough();
        for (const index of order) {
          const task = simulated.all[index % simulated.tasks.size];
          if (task !== undefined) simulated.step(task);
          expectEnough();
        }
        expect(simulated.settle(expectEnough)).toBe(true);
        expect(simulated.updateState).toBe('completed');
      }),
      parameters,
    );
  });

  it('follows its failure action if its tasks fail, and only then', { timeout }, () => {
    fc.assert(
      fc.property(given, fc.boolean(), fc.boolean(), ({ replicas, update, nodes }, fails, toleratesAll) => {
        const mode = { kind: 'replicated' as const, replicas };
        const chosen = toleratesAll ? { ...update, maxFailureRatio: 1 } : update;
        const simulated = new SimulatedService({ mode, update: chosen, rollback: update, nodes, restartDelay: 1_000 });
        simulated.settle();
        if (fails) simulated.failing.add('t1');
        simulated.update('t1');
        // Tasks that fail for ever are restarted for ever: stop when the update has ended.
        for (let round = 0; round < 400 && /updating|started/.test(simulated.updateState ?? 'updating'); round += 1) {
          for (const { id } of simulated.all) {
            const task = simulated.tasks.get(id);
            if (task !== undefined) simulated.step(task);
          }
          simulated.advance(5);
        }
        const isStopped = fails && !toleratesAll && chosen.failureAction !== 'continue';
        const wanted = !isStopped ? 'completed' : chosen.failureAction === 'pause' ? 'paused' : 'rollback_completed';
        expect(simulated.updateState).toBe(wanted);
        expect(simulated.service.template).toBe(wanted === 'rollback_completed' ? 't0' : 't1');
      }),
      parameters,
    );
  });
});

describe('a job', () => {
  it('runs the wanted number of tasks to their end, and no more at a time than allowed', { timeout }, () => {
    const given = fc.record({
      concurrent: fc.integer({ min: 1, max: 4 }),
      completions: fc.nat(8),
      nodes: fc.integer({ min: 1, max: 3 }),
      failures: fc.array(fc.nat(10), { maxLength: 6 }),
    });
    const update: UpdateSettings = { parallelism: 1, delay: 0, failureAction: 'pause', monitor: 5, maxFailureRatio: 0, order: 'stop-first' }; // prettier-ignore
    fc.assert(
      fc.property(given, ({ concurrent, completions, nodes, failures }) => {
        const mode = { kind: 'replicated-job' as const, concurrent, completions };
        const simulated = new SimulatedService({ mode, update, rollback: update, nodes });
        const expectConcurrency = (): void => {
          const active = simulated.wanted.filter(({ state }) => state !== 'complete');
          require(active.length <= concurrent, `${active.length} tasks of the job run at a time`);
        };
        for (const index of failures) {
          for (const task of simulated.all) simulated.step(task);
          const task = simulated.running[index % Math.max(1, simulated.running.length)];
          if (task !== undefined) simulated.fail(task);
          expectConcurrency();
        }
        expect(simulated.settle(expectConcurrency)).toBe(true);
        expect(simulated.all.filter(({ state }) => state === 'complete')).toHaveLength(completions);
      }),
      parameters,
    );
  });
});
