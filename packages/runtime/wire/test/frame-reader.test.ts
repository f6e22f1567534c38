/** The frame decoder: however the bytes are split, the payloads and their order are the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frame, FrameReader, WireError } from '../src/index.js';
import { splitAt, positions, thrownCode } from './chunks.js';

type Part = { type: number; payload: Uint8Array; last: boolean };

function partsOf(chunks: readonly Uint8Array[], finish = true): Part[] {
  const parts: Part[] = [];
  const reader = new FrameReader((type, payload, last) => parts.push({ type, payload, last }));
  for (const chunk of chunks) reader.push(chunk);
  if (finish) reader.end();
  return parts;
}

/** Joins the parts of each frame. */
function framesOf(parts: readonly Part[]): { type: number; payload: number[] }[] {
  const frames: { type: number; payload: number[] }[] = [];
  let open = false;
  for (const { type, payload, last } of parts) {
    const current = open ? frames.at(-1) : undefined;
    if (current === undefined) frames.push({ type, payload: [...payload] });
    else {
      expect(type).toBe(current.type);
      current.payload.push(...payload);
    }
    open = !last;
  }
  return frames;
}

const someFrames = fc.array(
  fc.record({ type: fc.constantFrom(0, 1, 2, 3), payload: fc.uint8Array({ maxLength: 40 }) }),
  { maxLength: 12 },
);
const bytesOf = (frames: readonly { type: 0 | 1 | 2 | 3; payload: Uint8Array }[]) =>
  Buffer.concat(frames.map(({ type, payload }) => frame(type, payload)));

test('decodes the same frames however the bytes are split', () => {
  fc.assert(
    fc.property(someFrames, positions, (frames, places) => {
      const typed = frames as { type: 0 | 1 | 2 | 3; payload: Uint8Array }[];
      const expected = frames.map(({ type, payload }) => ({ type, payload: [...payload] }));
      expect(framesOf(partsOf(splitAt(bytesOf(typed), places)))).toEqual(expected);
    }),
  );
});

test('a stream that ends inside a frame is an error, one that ends after a frame is not', () => {
  const bytes = bytesOf([
    { type: 1, payload: Buffer.from('ab') },
    { type: 2, payload: Buffer.from('') },
    { type: 1, payload: Buffer.from('c') },
  ]);
  const completeLengths = new Set([0, 10, 18, 27]);
  for (let length = 0; length <= bytes.length; length += 1) {
    const code = thrownCode(() => partsOf([bytes.subarray(0, length)]));
    expect([length, code]).toEqual([length, completeLengths.has(length) ? undefined : 'FRAME_CUT']);
  }
});

test('a frame of 0 bytes is emitted as one empty part', () => {
  for (const places of [[], [1], [7], [8], [3, 5]]) {
    const parts = partsOf(splitAt(Buffer.from(frame(2, new Uint8Array())), places));
    expect(parts.map(({ type, payload, last }) => [type, payload.length, last])).toEqual([[2, 0, true]]);
  }
});

test('a frame of 2 GiB is emitted in parts and never buffered', () => {
  const header = Buffer.from([1, 0, 0, 0, 0x80, 0, 0, 0]);
  const chunk = Buffer.alloc(1 << 20, 'x');
  let bytes = 0;
  let lasts = 0;
  const reader = new FrameReader((_type, payload, last) => {
    expect(payload.buffer).toBe(chunk.buffer);
    bytes += payload.length;
    if (last) lasts += 1;
  });
  reader.push(header);
  for (let pushed = 0; pushed < 2047; pushed += 1) reader.push(chunk);
  expect(thrownCode(() => reader.end())).toBe('FRAME_CUT');
  reader.push(chunk);
  reader.end();
  expect([bytes, lasts]).toEqual([2 ** 31, 1]);
});

test('the largest length is decoded as unsigned', () => {
  const parts = partsOf([Buffer.from([2, 0, 0, 0, 255, 255, 255, 255, 7])], false);
  expect(parts.map(({ type, payload, last }) => [type, [...payload], last])).toEqual([[2, [7], false]]);
});

test('payloads are views of the chunk', () => {
  const chunk = Buffer.from(frame(1, Buffer.from('hello')));
  const [part] = partsOf([chunk]);
  expect(part?.payload.buffer).toBe(chunk.buffer);
  expect(Buffer.isBuffer(part?.payload)).toBe(true);
});

test.each([
  ['an unknown type', [4, 0, 0, 0, 0, 0, 0, 0]],
  ['HTML', [...Buffer.from('<html><body>')]],
  ['bytes of a terminal', [...Buffer.from('total 12')]],
  ['a byte that must be zero', [1, 0, 0, 1, 0, 0, 0, 0]],
])('%s in place of a header is rejected, however it is split', (_title, bad) => {
  const bytes = Buffer.concat([frame(1, Buffer.from('x')), Buffer.from(bad)]);
  for (const places of [[], [9], [10], [13]]) {
    const emitted: string[] = [];
    const reader = new FrameReader((_type, payload) => emitted.push(Buffer.from(payload).toString()));
    const run = (): void => splitAt(bytes, places).forEach((chunk) => reader.push(chunk));
    expect(run).toThrow(
      expect.objectContaining({ code: 'FRAME_INVALID', message: expect.stringContaining('byte 9 ') }),
    );
    expect(emitted.join('')).toBe('x');
  }
});

test('a frame has a header of 8 bytes', () => {
  expect([...frame(2, Buffer.alloc(258, 1)).subarray(0, 9)]).toEqual([2, 0, 0, 0, 0, 0, 1, 2, 1]);
  expect(new WireError('FRAME_CUT', 'x')).toMatchObject({ name: 'WireError', code: 'FRAME_CUT', message: 'x' });
});
