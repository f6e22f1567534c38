/** A test fixture: a swarm whose transitions are recorded. */
import type { ServiceSpecInput, StateSetName } from '@lading/types-v1.44';
import { ManualClock, createEngine, RecordingDriver, type Engine } from '../../src/index.js';
import { readService } from '../../src/swarm/manager/read-service.js';

/** The transitions that were seen, by state set. */
export const seen = new Map<StateSetName, Set<string>>();

/** Records the transitions of all objects of a swarm. */
function watch(engine: Engine): void {
  const { cluster } = engine.swarm.state ?? {};
  /** The last status of each service. */
  const updates = new Map<string, string>();
  const note = (set: StateSetName, from: string | undefined, to: string | undefined): void => {
    if (from === undefined || to === undefined || from === to) return;
    seen.set(set, (seen.get(set) ?? new Set()).add(`${from}>${to}`));
  };
  cluster?.listen((kind, value, before) => {
    if (value === undefined) return;
    const [is, was] = [value, before] as unknown as [Record<string, unknown>, Record<string, unknown> | undefined];
    const stateOf = (
      object: Record<string, unknown> | undefined,
      property: string,
      inner: string,
    ): string | undefined => (object?.[property] as Record<string, string> | undefined)?.[inner];
    if (kind === 'task') note('task-state', was?.['state'] as string, is['state'] as string);
    if (kind === 'service') {
      // A request removes the status, and the update that follows has one again.
      const [id, state] = [is['id'] as string, stateOf(is, 'updateStatus', 'state')];
      note('service-update-state', updates.get(id), state);
      if (state !== undefined) updates.set(id, state);
    }
    if (kind !== 'node') return;
    note('node-state', was?.['state'] as string, is['state'] as string);
    note('node-role', was?.['role'] as string, is['role'] as string);
    note('node-availability', was?.['availability'] as string, is['availability'] as string);
    note('manager-reachability', stateOf(was, 'manager', 'reachability'), stateOf(is, 'manager', 'reachability'));
  });
}

/** An engine that manages a swarm, on the clock of the test, with programs that end and break. */
export class Model {
  isBroken = false;
  readonly clock = new ManualClock(Date.UTC(2026, 0, 1));
  readonly engine = createEngine({ clock: this.clock, networkDriver: new RecordingDriver() });

  constructor() {
    // A program that ends with an error after a second.
    this.engine.programs.add('soon', async ({ sleep }) => {
      await sleep(1000);
      return 1;
    });
    // A program that runs until it is broken.
    this.engine.programs.add('fragile', ({ signal }) =>
      this.isBroken ? 1 : new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    this.engine.swarm.init();
    watch(this.engine);
  }

  get swarm() {
    const { state } = this.engine.swarm;
    if (state === undefined) throw new Error('the engine is in no swarm');
    return state;
  }

  async settle(milliseconds = 0, turns = 12): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await this.clock.advance(milliseconds / turns);
  }

  settings(Args: string[], more: Partial<ServiceSpecInput> = {}) {
    const { TaskTemplate, ...rest } = more;
    const body = { Name: 's', Mode: { Replicated: { Replicas: 2 } }, ...rest };
    const template = { ...TaskTemplate, ContainerSpec: { Image: 'alpine', Args } };
    return readService({ ...body, TaskTemplate: template }, (target) => this.swarm.networks.find(target)?.id ?? target);
  }

  update(Args: string[], more?: Partial<ServiceSpecInput>, rollsBack = false): void {
    const service = this.swarm.services.find('s');
    this.swarm.services.update(service, service.version, this.settings(Args, more), rollsBack);
  }

  setNode(
    id: string,
    changes: {
      readonly role?: 'worker' | 'manager';
      readonly availability?: 'active' | 'pause' | 'drain';
      readonly labels?: Record<string, string>;
    },
  ): void {
    const node = this.swarm.nodes.find(id);
    const { name, labels, role, availability } = node;
    this.swarm.nodes.update(node, node.version, { name, labels, role, availability, ...changes });
  }
}
