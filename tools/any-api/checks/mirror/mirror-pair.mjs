/**
 * A module for `run-program.mjs`: calls operations of a generated server with the generated client of an older version, and writes what differs
 * from what the conversions alone give, and round trips that lose values, into a file.
 */
import { writeFileSync } from 'node:fs';
import { callsOf } from '../../values/calls.mjs';
import { convertedCall } from './converted-call.mjs';
import { keysOf } from './credentials.mjs';
import { drawn, mirrorAll } from './mirror-all.mjs';
import { startPair } from './start.mjs';

/** @typedef {import('./mirror-all.mjs').MirrorResult & { readonly converted: number, readonly undecided: number }} PairMirrorResult
 *   `operations` of both versions without the `undecided` ones, which need a conversion hook; `converted`: those that differ */

const unchanged = (/** @type {unknown} */ value) => value;

/** A hook that decides nothing: the operations that need one are not called. */
const hooks = new Proxy(
  {},
  {
    get: () => ({
      around: (/** @type {unknown} */ request, /** @type {any} */ next) => next(request),
      request: unchanged,
      response: unchanged,
    }),
  },
);
/** @param {readonly string[]} args the workspace, the folders of `pairOf`, the file, and the seed; the most operations */
export async function run([workspace = '', ...rest]) {
  const [file = '', seed = '0', most = 'Infinity'] = rest.slice(4);
  const started = await startPair(workspace, rest.slice(0, 4), ({ olderClientsWith }) => olderClientsWith(hooks));
  const { theirs: older, own: newer } = started;
  const { conversions, rules } = started.overlay;
  /** @type {import('@lading/runtime-wire').OperationContract[]} */
  const shared = Object.values(older.operations).filter(({ id }) => Object.hasOwn(newer.operations, id));
  const decided = shared.filter(({ id }) => !Object.values(rules[id] ?? {}).some(needsHook));
  const operations = drawn(decided, Number(seed), Number(most));
  const result = await mirrorAll(operations, started, async (operation, called) => {
    const calls = callsOf(operation, called, Number(seed), keysOf(older));
    const converters = conversions[operation.id];
    if (converters === undefined) return calls;
    const responses = callsOf(newer.operations[operation.id], {}, Number(seed)).map(({ response }) => response);
    return Promise.all(
      calls.map((call, index) => convertedCall(call, responses[index % responses.length], { operation, converters })),
    );
  });
  await started.close();
  /** @type {PairMirrorResult} */
  const pair = {
    ...result,
    converted: operations.filter(({ id }) => conversions[id] !== undefined).length,
    undecided: shared.length - decided.length,
  };
  writeFileSync(file, JSON.stringify(pair));
}

/** @param {any} way the rules of requests or responses, in both directions */
function needsHook({ upgrade, downgrade }) {
  return [...upgrade, ...downgrade].some(({ rule }) => rule === 'hook' || rule === 'convert');
}
