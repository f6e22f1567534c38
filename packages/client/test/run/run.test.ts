/** Tests runs that are aborted at any step, or whose input fails: they reject at once, and remove the container. */
import { getEventListeners } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RemovalError, run, type RunOptions } from '../../src/index.js';
import { stepEngine, steps, type Step, type StepEngine } from './step-engine.js';

const failure = Object.assign(new Error('enough'), { code: 'ENOENT' });
const image = 'alpine';

const outcome = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    (value) => ({ succeeded: value }),
    (error: unknown) => error,
  );

const asking = ({ asked }: StepEngine, step: Step | 'kill') => expect.poll(() => asked).toContain(step);

/** A promise for the argument of `onRemoved`. */
function removal(): {
  readonly removed: Promise<RemovalError | undefined>;
  readonly onRemoved: RunOptions['onRemoved'] & {};
} {
  let onRemoved = (_error: RemovalError | undefined): void => undefined;
  const removed = new Promise<RemovalError | undefined>((resolve) => (onRemoved = resolve));
  return { removed, onRemoved: (error) => onRemoved(error) };
}

test('a run without failures', async () => {
  const scene = await stepEngine(undefined, { readsInput: true });
  const sources = [
    'in',
    Buffer.from('in'),
    Readable.from(['i', 'n']),
    new Blob(['in']).stream(),
    (async function* () {
      yield Buffer.from('in');
    })(),
  ];
  for (const stdin of sources)
    expect(await run(scene.engine, { image, stdin })).toMatchObject({ exitCode: 0, stdout: 'output' });
  expect(scene.input()).toBe('in'.repeat(sources.length));
  expect(scene.asked.slice(0, 6)).toEqual(steps);
});

describe.each(steps)('an engine that does not respond from the step %s on', (silent) => {
  test('an abort rejects at once with its reason; the container is removed as soon as the engine responds', async () => {
    const scene = await stepEngine(silent);
    const aborts = new AbortController();
    const { removed, onRemoved } = removal();
    const running = outcome(run(scene.engine, { image, signal: aborts.signal, onRemoved }));
    await asking(scene, silent);
    const start = performance.now();
    aborts.abort(failure);
    expect(await running).toBe(failure);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(getEventListeners(aborts.signal, 'abort')).toEqual([]);
    scene.speak();
    expect(await removed).toBeUndefined();
    await asking(scene, 'delete');
  });

  test('the removal is abandoned after its time limit, and leaves nothing', async () => {
    const scene = await stepEngine(silent);
    const aborts = new AbortController();
    const { removed, onRemoved } = removal();
    // Long enough that a busy machine aborts the run before.
    const running = outcome(run(scene.engine, { image, signal: aborts.signal, onRemoved, removeTimeout: 1000 }));
    await asking(scene, silent);
    aborts.abort(failure);
    expect(await running).toBe(failure);
    const notRemoved = await removed;
    if (silent === 'create' || silent === 'delete') expect(notRemoved).toBeInstanceOf(RemovalError);
    // Connections of completed calls are idle.
    await scene.engine.close();
    await expect.poll(() => scene.open.size).toBe(0);
  });

  test('the run rejects with the error of the input', async () => {
    const scene = await stepEngine(silent, { readsInput: true });
    const stdin = new PassThrough();
    const running = outcome(run(scene.engine, { image, stdin, removeTimeout: 50 }));
    if (silent === 'exit' || silent === 'delete') await asking(scene, 'start');
    else await asking(scene, silent);
    stdin.destroy(failure);
    stdin.emit('error', new Error('again'));
    expect(await running).toBe(failure);
  });
});

describe('input that fails', () => {
  test.each<[string, () => RunOptions['stdin'] & {}, object]>([
    ['a file that is missing', () => createReadStream('/nowhere/input'), { code: 'ENOENT' }],
    ['a stream that failed before', () => new PassThrough().destroy(failure), failure],
    ['one that is closed before its end', () => closing(), { name: 'InputError', code: 'BODY_CUT' }],
    ['an iterable that fails late', () => failingLate(), failure],
    ['a web stream that fails', () => new ReadableStream({ pull: () => Promise.reject(failure) }), failure],
    ['objects', () => Readable.from([{}]), { name: 'InputError', code: 'BODY_INVALID' }],
  ])('%s', async (_what, source, error) => {
    const scene = await stepEngine(undefined, { readsInput: true });
    const rejected = await outcome(run(scene.engine, { image, stdin: source() }));
    if (error === failure) expect(rejected).toBe(failure);
    else expect(rejected).toMatchObject(error);
    await scene.engine.close();
    await expect.poll(() => scene.open.size).toBe(0);
  });

  test('that is closed while the engine does not respond', async () => {
    const scene = await stepEngine('create');
    const stdin = new PassThrough();
    const running = outcome(run(scene.engine, { image, stdin, removeTimeout: 50 }));
    await asking(scene, 'create');
    stdin.destroy();
    expect(await running).toMatchObject({ name: 'InputError', code: 'BODY_CUT' });
  });

  test('removes the created container, and reports what was left', async () => {
    const scene = await stepEngine('delete', { readsInput: true });
    const error = await outcome(run(scene.engine, { image, stdin: failingLate(), removeTimeout: 50 }));
    expect(error).toBe(failure);
    expect(error).toMatchObject({ notRemoved: { code: 'NOT_REMOVED', id: 'abc' } });
  });

  test('is ignored if the container has ended without it', async () => {
    const scene = await stepEngine();
    const stdin = new PassThrough();
    expect(await run(scene.engine, { image, stdin })).toMatchObject({ exitCode: 0 });
    expect(stdin.destroyed).toBe(true);
    stdin.emit('error', failure);
    const large = Readable.from(forever());
    expect(await run(scene.engine, { image, stdin: large })).toMatchObject({ exitCode: 0 });
    expect(large.destroyed).toBe(true);
  });
});

test('an abort before the run sends no request, and destroys the input', async () => {
  const scene = await stepEngine();
  const stdin = createReadStream('/nowhere/input');
  expect(await outcome(run(scene.engine, { image, stdin, signal: AbortSignal.abort(failure) }))).toBe(failure);
  await after(10);
  expect([stdin.destroyed, scene.asked]).toEqual([true, []]);
});

test('an abort ends the wait for an output stream that accepts nothing', async () => {
  const scene = await stepEngine('exit');
  const stdout = new Writable({ highWaterMark: 1, write: () => undefined });
  const aborts = new AbortController();
  const running = outcome(run(scene.engine, { image, stdout, signal: aborts.signal }));
  await asking(scene, 'exit');
  aborts.abort(failure);
  expect(await running).toBe(failure);
});

test('a container that is not to be removed is killed after an abort', async () => {
  const scene = await stepEngine('exit');
  const aborts = new AbortController();
  const running = outcome(run(scene.engine, { image, remove: false, signal: aborts.signal }));
  await asking(scene, 'exit');
  aborts.abort('enough');
  expect(await running).toBe('enough');
  await asking(scene, 'kill');
  expect(scene.asked).not.toContain('delete');
});

function closing(): Readable {
  const stream = new PassThrough();
  setTimeout(() => stream.destroy(), 50);
  return stream;
}

async function* failingLate(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some');
  await after(50);
  throw failure;
}

async function* forever(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield Buffer.alloc(1000);
    await after(1);
  }
}
