/** Replies of commands, and their encodings of the two versions of the protocol. Strings have a byte in each character. */

export type Reply =
  | string
  | number
  | bigint
  | null
  | boolean
  | readonly Reply[]
  | SimpleReply
  | ErrorReply
  | MapReply
  | SetReply
  | DoubleReply
  | PushReply
  | NullArrayReply;

/** `+OK` */
export class SimpleReply {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An error, which begins with its code: `ERR …`. */
export class ErrorReply extends Error {}

/** A map; in version 2, an array of names and values. */
export class MapReply {
  readonly entries: readonly (readonly [Reply, Reply])[];
  constructor(entries: readonly (readonly [Reply, Reply])[]) {
    this.entries = entries;
  }
}

/** Refuses what a real server does, in words that no real server has. */
export function refused(what: string): ErrorReply {
  return new ErrorReply(`ERR lading: ${what} not simulated: a test of it needs a real server`);
}

/** A set; in version 2, an array. */
export class SetReply {
  readonly members: readonly Reply[];
  constructor(members: readonly Reply[]) {
    this.members = members;
  }
}

/** A number with a fraction; in version 2, a string. */
export class DoubleReply {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A message that is no reply; in version 2, an array. */
export class PushReply {
  readonly items: readonly Reply[];
  constructor(items: readonly Reply[]) {
    this.items = items;
  }
}

/** The absence of an array, which version 2 tells apart from that of a string. */
export class NullArrayReply {}

export const ok = new SimpleReply('OK');
export const nullArray = new NullArrayReply();

export function encodeReply(reply: Reply, version: number): string {
  if (typeof reply === 'string') return `$${reply.length}\r\n${reply}\r\n`;
  if (typeof reply === 'number' || typeof reply === 'bigint') return `:${reply}\r\n`;
  if (reply === null) return version === 3 ? '_\r\n' : '$-1\r\n';
  if (typeof reply === 'boolean') return version === 3 ? `#${reply ? 't' : 'f'}\r\n` : `:${reply ? 1 : 0}\r\n`;
  if (reply instanceof SimpleReply) return `+${reply.text}\r\n`;
  if (reply instanceof ErrorReply) return `-${reply.message.replaceAll(/[\r\n]/g, ' ')}\r\n`;
  if (reply instanceof NullArrayReply) return version === 3 ? '_\r\n' : '*-1\r\n';
  if (reply instanceof DoubleReply) {
    const text = formatNumber(reply.value);
    return version === 3 ? `,${text}\r\n` : encodeReply(text, version);
  }
  if (reply instanceof MapReply) {
    const items = reply.entries.flat().map((each) => encodeReply(each, version));
    return `${version === 3 ? `%${reply.entries.length}` : `*${items.length}`}\r\n${items.join('')}`;
  }
  if (reply instanceof SetReply) return encodeItems(version === 3 ? '~' : '*', reply.members, version);
  if (reply instanceof PushReply) return encodeItems(version === 3 ? '>' : '*', reply.items, version);
  return encodeItems('*', reply as readonly Reply[], version);
}

function encodeItems(mark: string, items: readonly Reply[], version: number): string {
  return `${mark}${items.length}\r\n${items.map((each) => encodeReply(each, version)).join('')}`;
}

export function formatNumber(value: number): string {
  if (value === Infinity) return 'inf';
  if (value === -Infinity) return '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}
