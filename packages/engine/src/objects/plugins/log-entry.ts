/** The entries that log plugins read and send: protocol buffers, each after its length in four bytes. */
import type { BinaryReader as Reader } from '@bufbuild/protobuf/wire';
import type { OutputStream } from '../../ports/container-runtime.js';

export interface LogEntry {
  readonly source: OutputStream;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  /** Without its line break. */
  readonly line: Buffer;
}

/** The numbers of the fields. */
const field = { source: 1, time: 2, line: 3 };
/** The largest entry that is read, in bytes: plugins are not trusted. */
const maxEntry = 1024 * 1024;

/** The library is loaded with the first log plugin. */
const library = () => import('@bufbuild/protobuf/wire');

/** Returns a function that encodes entries. */
export async function logEntryEncoder(): Promise<(entry: LogEntry) => Buffer> {
  const { BinaryWriter, WireType } = await library();
  return ({ source, time, line }) => {
    const writer = new BinaryWriter();
    writer.tag(field.source, WireType.LengthDelimited).string(source);
    writer.tag(field.time, WireType.Varint).int64(time);
    writer.tag(field.line, WireType.LengthDelimited).bytes(line);
    const message = writer.finish();
    const frame = Buffer.alloc(4 + message.length);
    frame.writeUInt32BE(message.length);
    frame.set(message, 4);
    return frame;
  };
}

/** Decodes a stream of entries. @throws Error for what are no entries */
export async function* readLogEntries(stream: AsyncIterable<Buffer>): AsyncGenerator<LogEntry> {
  const { BinaryReader } = await library();
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const length = rest.readUInt32BE();
      if (length > maxEntry) throw new Error(`a log entry of ${length} bytes is too large`);
      if (rest.length < 4 + length) break;
      yield decode(new BinaryReader(rest.subarray(4, 4 + length)));
      rest = rest.subarray(4 + length);
    }
  }
}

function decode(reader: Reader): LogEntry {
  let entry: LogEntry = { source: 'stdout', time: 0n, line: Buffer.alloc(0) };
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === field.source) entry = { ...entry, source: reader.string() === 'stderr' ? 'stderr' : 'stdout' };
    else if (number === field.time) entry = { ...entry, time: BigInt(reader.int64()) };
    else if (number === field.line) entry = { ...entry, line: Buffer.from(reader.bytes()) };
    else reader.skip(type, number);
  }
  return entry;
}
