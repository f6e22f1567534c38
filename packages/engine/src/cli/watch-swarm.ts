/** Shows a swarm in the terminal while it changes, or prints its changes as JSON. */
import type { RunningEngine } from '../running-engine.js';
import type { Swarm } from '../swarm/swarm.js';
import { swarmLines } from './swarm-lines.js';

/** What the display needs of a stream. */
export interface WatchOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

/** The shortest time between two displays, in milliseconds. */
const pause = 100;
const moveHome = '\u001b[H';
const clearLine = '\u001b[K';
const clearBelow = '\u001b[J';

/** Follows the swarm of an engine until the engine closes, also if the swarm is created later. */
export function watchSwarm(running: RunningEngine, output: WatchOutput, asJson: boolean): void {
  let swarm: Swarm | undefined;
  let stopListening = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  let shown = '';
  const show = (): void => {
    timer = undefined;
    const lines = swarmLines(running.swarm.state, Date.now(), output.columns ?? 120);
    const text = lines.slice(0, Math.max(1, (output.rows ?? lines.length + 1) - 1)).join('\n');
    if (text === shown) return;
    shown = text;
    if (output.isTTY === true)
      output.write(`${moveHome}${text.split('\n').join(`${clearLine}\n`)}${clearLine}\n${clearBelow}`);
    else output.write(`${text}\n\n`);
  };
  const showLater = (): void => {
    timer ??= setTimeout(show, pause);
  };
  const follow = (): void => {
    if (running.swarm.state === swarm) return;
    stopListening();
    swarm = running.swarm.state;
    stopListening =
      swarm?.cluster.listen((kind, value, before) => {
        if (!asJson) showLater();
        else if (kind === 'node' || kind === 'service' || kind === 'task')
          output.write(`${JSON.stringify(changeOf(kind, value ?? before, value === undefined))}\n`);
      }) ?? ((): void => undefined);
    if (!asJson) showLater();
  };
  follow();
  if (!asJson) showLater();
  // A swarm that is created or left is no change of a swarm.
  const poll = setInterval(follow, pause);
  poll.unref();
  running.onClose(() => {
    stopListening();
    clearInterval(poll);
    clearTimeout(timer);
  });
}

/** Describes a change in one line. */
function changeOf(kind: 'node' | 'service' | 'task', value: unknown, isRemoved: boolean): object {
  const { id, name, version, state, desired, nodeId, error, updateStatus, role, availability } = value as Readonly<
    Record<string, unknown>
  >;
  const { state: updateState } = (updateStatus ?? {}) as Readonly<Record<string, unknown>>;
  const description = {
    kind,
    id,
    name,
    version,
    state,
    desired,
    node: nodeId,
    role,
    availability,
    update: updateState,
  };
  return { ...description, ...(error !== '' && { error }), ...(isRemoved && { isRemoved }) };
}
