/** Checks changes of states against the state sets of the API. */
import { stateSets, type StateSetName } from '@lading/types-v1.44';

const allowedChanges = new Map<StateSetName, ReadonlySet<string>>();

/**
 * @param from undefined for a new object
 * @throws Error for a change that the API does not have, which is a fault of the engine
 */
export function checkTransition(name: StateSetName, from: string | undefined, to: string): void {
  if (from === to) return;
  let changes = allowedChanges.get(name);
  if (changes === undefined) {
    changes = new Set(stateSets[name].transitions.map(({ from: before = '', to: after = '' }) => `${before}>${after}`));
    allowedChanges.set(name, changes);
  }
  if (!changes.has(`${from ?? ''}>${to}`))
    throw new Error(`${name} does not change from ${from ?? 'nothing'} to ${to}`);
}
