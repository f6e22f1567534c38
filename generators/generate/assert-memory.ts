/** Ends a run with an error before Node ends it for want of memory, without a word about the document. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LadingError } from '../diagnostics/index.js';

/** The part of the heap that may be in use when a step begins: the step needs memory too. */
const MAX_USED = 0.75;
const MEGABYTE = 1024 * 1024;

/** The heap in use above which garbage of earlier steps is collected before a step begins. */
const ROOMY = 192 * MEGABYTE;
/** The part of the heap in use from which V8 collects garbage when it has grown by a tenth, instead of by as much as is in use. */
const NARROW = 0.5;
/** The heap in use after the last collection. */
let usedAfter = 0;

/**
 * Collects what earlier steps of a large document left: V8 lets the heap grow to twice what is in use before it does.
 *
 * @param step the step that is about to run
 * @param growth how much the heap in use has grown since garbage was collected, if it is to be collected
 * @throws READ_LIMIT
 */
export function assertMemory(step: string, growth = 1.5): void {
  const { used_heap_size: used } = getHeapStatistics();
  if (used > ROOMY && used > growth * usedAfter) collectGarbage();
  if (!isUsed(MAX_USED)) return;
  // What is in use may be garbage mostly.
  collectGarbage();
  if (!isUsed(MAX_USED)) return;
  const { heap_size_limit: limit } = getHeapStatistics();
  const megabytes = Math.round(limit / MEGABYTE);
  throw new LadingError({
    code: 'READ_LIMIT',
    subject: `The documents need more memory than the ${megabytes} MB that this process may use`,
    place: step,
    remedy: `Refer to schemas with $ref instead of repeating them, select operations, or allow more: NODE_OPTIONS=--max-old-space-size=${2 * megabytes}`,
  });
}

function isUsed(part: number): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > part * limit;
}

let collector: (() => void) | undefined;

function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
  if (isUsed(NARROW)) setFlagsFromString('--heap-growing-percent=10');
  usedAfter = getHeapStatistics().used_heap_size;
}
