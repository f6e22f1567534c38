/** The progress of a build in the messages of BuildKit, which clients ask for by `version=2`. */
import { ServerError } from '@lading/server-v1.44';
import type { BuildInfo } from '@lading/types-v1.44';
import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { digestOf } from '../values/digest.js';
import type { Clock } from '../ports/clock.js';

/** A step of a build. */
interface Vertex {
  readonly digest: string;
  readonly inputs: readonly string[];
  readonly name: string;
  readonly isCached?: boolean;
  readonly started: number;
  readonly completed?: number;
  readonly error?: string;
}

/** The numbers of the fields of `moby.buildkit.v1.StatusResponse`. */
const status = { vertexes: 1, logs: 3 };
const vertexField = { digest: 1, inputs: 2, name: 3, cached: 4, started: 5, completed: 6, error: 7 };
const logField = { vertex: 1, timestamp: 2, stream: 3, message: 4 };

/**
 * Yields the steps of a build and their output as traces.
 *
 * @param output the messages of the classic builder
 * @throws ServerError in the words of BuildKit
 */
export async function* buildKitMessages(output: AsyncIterable<BuildInfo>, clock: Clock): AsyncGenerator<BuildInfo> {
  // The library is loaded with the first of these builds.
  const { BinaryWriter: Writer, WireType } = await import('@bufbuild/protobuf/wire');
  const { LengthDelimited, Varint } = WireType;
  const time = (writer: BinaryWriter, field: number, moment: number): void => {
    writer.tag(field, LengthDelimited).fork();
    writer.tag(1, Varint).int64(Math.floor(moment / 1000));
    writer.tag(2, Varint).int32(Math.round((moment % 1000) * 1e6));
    writer.join();
  };
  const trace = (fill: (writer: BinaryWriter) => void): BuildInfo => {
    const writer = new Writer();
    fill(writer);
    return { id: 'moby.buildkit.trace', aux: Buffer.from(writer.finish()).toString('base64') };
  };
  const vertexTrace = ({ digest, inputs, name, isCached, started, completed, error }: Vertex): BuildInfo =>
    trace((writer) => {
      writer.tag(status.vertexes, LengthDelimited).fork();
      writer.tag(vertexField.digest, LengthDelimited).string(digest);
      for (const input of inputs) writer.tag(vertexField.inputs, LengthDelimited).string(input);
      writer.tag(vertexField.name, LengthDelimited).string(name);
      if (isCached === true) writer.tag(vertexField.cached, Varint).bool(true);
      time(writer, vertexField.started, started);
      if (completed !== undefined) time(writer, vertexField.completed, completed);
      if (error !== undefined) writer.tag(vertexField.error, LengthDelimited).string(error);
      writer.join();
    });
  const logTrace = (digest: string, text: string): BuildInfo =>
    trace((writer) => {
      writer.tag(status.logs, LengthDelimited).fork();
      writer.tag(logField.vertex, LengthDelimited).string(digest);
      time(writer, logField.timestamp, clock.now());
      writer.tag(logField.stream, Varint).int64(1);
      writer.tag(logField.message, LengthDelimited).bytes(Buffer.from(text));
      writer.join();
    });

  let vertex: Vertex | undefined;
  try {
    for await (const { stream } of output) {
      if (stream === undefined) continue;
      const [, number, text = ''] = /^Step (\d+\/\d+) : ([^]*)\n$/.exec(stream) ?? [];
      if (number !== undefined) {
        if (vertex !== undefined) yield vertexTrace({ ...vertex, completed: clock.now() });
        const name = `[${number}] ${text}`;
        const inputs: string[] = vertex === undefined ? [] : [vertex.digest];
        vertex = { digest: digestOf(`${inputs.join()} ${name}`), inputs, name, started: clock.now() };
        yield vertexTrace(vertex);
      } else if (vertex !== undefined && stream === ' ---> Using cache\n') vertex = { ...vertex, isCached: true };
      // The ids of the classic builder's containers and images are none of BuildKit.
      else if (vertex !== undefined && !stream.startsWith(' ---> ')) yield logTrace(vertex.digest, stream);
    }
    if (vertex !== undefined) yield vertexTrace({ ...vertex, completed: clock.now() });
  } catch (error) {
    const reason = solveFailure(error instanceof Error ? error.message : String(error));
    if (vertex !== undefined) yield vertexTrace({ ...vertex, completed: clock.now(), error: reason });
    throw new ServerError(`failed to solve: ${reason}`);
  }
}

/** Returns the failure of a command in the words of BuildKit. */
function solveFailure(reason: string): string {
  const [, command, code] = /^The command '([^]*)' returned a non-zero code: (\d+)$/.exec(reason) ?? [];
  if (command === undefined) return reason;
  return `process "${command}" did not complete successfully: exit code: ${code}`;
}
