/** A clock that a test moves leads to the same state, whatever the steps. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { Model } from './swarm-model.js';

const seconds = 60;

/** Updates a service, lets a minute pass in these steps, and describes what became of it. */
async function afterSteps(steps: readonly number[]): Promise<unknown> {
  const model = new Model();
  const { clock, swarm } = model;
  const UpdateConfig = { Parallelism: 1, Delay: 2e9, Monitor: 3e9 };
  const RestartPolicy = { Delay: 4e9 };
  const settings = { Mode: { Replicated: { Replicas: 4 } }, UpdateConfig, TaskTemplate: { RestartPolicy } };
  swarm.services.create(model.settings(['top'], settings));
  swarm.services.create(model.settings(['soon'], { ...settings, Name: 'ends' }));
  await clock.advance(10_000);
  model.update(['sh', '-c', 'top'], settings);
  for (const step of steps) await clock.advance(step * 1000);
  const services = ['s', 'ends'].map((name) => ({
    name,
    updateStatus: swarm.services.find(name).updateStatus,
    tasks: swarm.orchestrator
      .tasksOf(swarm.services.find(name).id)
      .map(({ slot, state, desired, since, created }) => `${slot} ${state} ${desired} ${since} ${created}`)
      .sort(),
  }));
  await model.engine.close();
  return services;
}

describe('an update of a service', () => {
  it('ends in the same state after a minute in one step and in sixty', async () => {
    const whole = await afterSteps([seconds]);
    expect(whole).toMatchObject([{ updateStatus: { state: 'completed' } }, {}]);
    expect(await afterSteps(Array.from({ length: seconds }, () => 1))).toEqual(whole);
  });

  it('ends in the same state after a minute in any steps', async () => {
    const whole = await afterSteps([seconds]);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: seconds - 1 }), { maxLength: 20 });
    const property = fc.asyncProperty(cuts, async (chosen) => {
      const ends = [...chosen.sort((a, b) => a - b), seconds];
      expect(await afterSteps(ends.map((end, index) => end - (ends[index - 1] ?? 0)))).toEqual(whole);
    });
    await fc.assert(property, { numRuns: inject('isFullRun') ? 30 : 5, seed: inject('seed') });
  });
});
