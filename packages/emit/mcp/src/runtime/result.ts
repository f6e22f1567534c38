/** What a call returned → text of a limited size, with a note of what was left out. */

export interface ResultLimits {
  /** The largest number of characters of a result. @default 40000 */
  readonly maxCharacters?: number;
  /** The seconds after which a stream that does not end is closed. @default 10 */
  readonly streamSeconds?: number;
}

export interface ShownResult {
  readonly text: string;
  /** What was left out, and why. */
  readonly note?: string;
}

/** Called with each item of a stream. */
type OnItem = (text: string, count: number) => Promise<void> | void;

/** How much of a result that is no text is read, to say how large it is. */
const maxBytes = 1 << 20;

export async function shownResult(value: unknown, limits: ResultLimits = {}, onItem?: OnItem): Promise<ShownResult> {
  const { maxCharacters = 40_000, streamSeconds = 10 } = limits;
  let isInexact = false;
  const see = (one: unknown) => (isInexact ||= losesDigits(one));
  if (!isIterable(value)) see(value);
  const { text, note = '' } = isIterable(value)
    ? await streamed(value, { maxCharacters, streamSeconds }, see, onItem)
    : cut(value, maxCharacters);
  const notes = [note, isInexact ? inexact : ''].filter((one) => one !== '');
  return { text, ...(notes.length > 0 && { note: notes.join(' ') }) };
}

const inexact = `Integers beyond ${Number.MAX_SAFE_INTEGER} in this result may have other digits than the server sent.`;

/** Whether a value has an integer that a number of JavaScript may not have exactly. */
function losesDigits(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some(losesDigits);
}

/** Returns a value as text; of an array or an object with a long array, only the first items. */
function cut(value: unknown, maximum: number): ShownResult {
  if (value === undefined || value === null) return { text: 'The response has no content.' };
  const text = textOf(value);
  if (text.length <= maximum) return { text };
  if (!Array.isArray(value))
    return { text: text.slice(0, maximum), note: cutNote(maximum, `${text.length} characters`) };
  const items: readonly unknown[] = value;
  let size = 2;
  const shown = items.findIndex((item) => (size += textOf(item).length + 1) > maximum);
  if (shown <= 0) return { text: text.slice(0, maximum), note: cutNote(maximum, `${text.length} characters`) };
  return {
    text: textOf(items.slice(0, shown)),
    note: `Only the first ${shown} of ${items.length} items are shown, since a result has at most ${maximum} characters. Ask for fewer items, or for one of them.`,
  };
}

function cutNote(maximum: number, all: string): string {
  return `Only the first ${maximum} of ${all} are shown. Ask for less.`;
}

/** Reads a stream until its end, or as long and as far as the limits allow. */
async function streamed(
  stream: AsyncIterable<unknown>,
  { maxCharacters, streamSeconds }: Required<ResultLimits>,
  see: (value: unknown) => void,
  onItem?: OnItem,
): Promise<ShownResult> {
  const iterator = stream[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const end = Date.now() + streamSeconds * 1000;
  let text = '';
  let bytes = 0;
  let isText = true;
  for (let count = 1; ; count++) {
    const next = await within(iterator.next(), end - Date.now());
    if (next === undefined) {
      void closed(iterator);
      return { text, note: `The stream was closed after ${streamSeconds} seconds; it had not ended.` };
    }
    if (next.done === true) break;
    see(next.value);
    const chunk = bytesOf(next.value);
    bytes += chunk?.length ?? 0;
    isText &&= chunk?.includes(0) !== true;
    const item = chunk === undefined ? `${textOf(next.value)}\n` : stripped(decoder.decode(chunk, { stream: true }));
    await onItem?.(item.slice(0, 1000), count);
    if (isText) text += item;
    else if (bytes > maxBytes) {
      void closed(iterator);
      return { text: `More than ${maxBytes} bytes that are no text.` };
    }
    if (text.length <= maxCharacters) continue;
    void closed(iterator);
    const note = `The stream was closed, since a result has at most ${maxCharacters} characters. Ask for less.`;
    return { text: text.slice(0, maxCharacters), note };
  }
  if (!isText) return { text: `${bytes} bytes that are no text.` };
  return text === '' ? { text: 'The stream ended without content.' } : { text };
}

/** The result of a promise, or undefined after some milliseconds. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/** Ends a stream; that it fails then is of no interest. */
async function closed(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // It was abandoned.
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The bytes of an item: of a file, or of the output of a process, whose items say which stream they are of. */
function bytesOf(item: unknown): Uint8Array | undefined {
  if (item instanceof Uint8Array) return item;
  const data: unknown = typeof item === 'object' && item !== null && 'data' in item ? item.data : undefined;
  return data instanceof Uint8Array ? data : undefined;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return stripped(value);
  const json = JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `\u0000${inner}`;
    return typeof inner === 'string' ? inner.replaceAll('\u0000', '') : inner;
  });
  return stripped(json.replace(/"\\u0000(-?\d+)"/g, '$1'));
}

/** Without control characters, which a terminal would run, and without those that reorder text. */
function stripped(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}
