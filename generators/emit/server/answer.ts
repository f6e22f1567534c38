/** How a handler answers with a success: what of it the contract tells the run time, and the type of what is given. */
import { type Code, type Entry, entryKey, literal, mention, object } from '../../code/index.js';
import { tellsFailure, type Answer, type Api, type Content, type Operation } from '../../ir/index.js';
import { isJson } from './content.js';
import type { ServerNames } from './names.js';
import { successesOf, type Success } from './reached.js';
import { runtime } from './runtime.js';
import { byName, typeCode } from './type-code.js';
import type { TypesRoom } from './types-room.js';

export interface Rooms {
  readonly api: Api;
  readonly names: ServerNames;
  readonly types: TypesRoom;
}

export interface Given {
  readonly status: number;
  /** Its kind in the contract. */
  readonly kind: string;
  /** The type of what a handler gives. */
  readonly type: string;
  readonly code: Code;
}

export function givenOf(operation: Operation, rooms: Rooms): readonly Given[] {
  const successes = successesOf(operation);
  const switched = successes.find(([status, { stream }]) => status === 101 && stream !== undefined)?.[1].stream?.kind;
  return successes.map((success) => {
    const [status, { headers, content }] = success;
    const [first] = content;
    const { kind, type, entries } =
      switched !== undefined
        ? {
            kind: switchedKind(switched),
            type: runtime('Session'),
            entries: outputTypes(successes.flatMap(([, answer]) => answer.content)),
          }
        : // An answer to HEAD has no body, whatever the document says.
          first === undefined || operation.method === 'HEAD' || status === 304
          ? { kind: 'nothing', type: 'void', entries: [] }
          : carried(operation, success, first, rooms);
    const code = object([['kind', literal(kind)], ...entries, ...headersOf(headers, rooms)]);
    return { status, kind, type, code };
  });
}

interface Carried {
  readonly kind: string;
  readonly type: string;
  readonly entries: readonly Entry[];
}

function carried(operation: Operation, [, { content }]: Success, first: Content, rooms: Rooms): Carried {
  const { mediaType, type, stream } = first;
  const named = (usual?: string): readonly Entry[] => (mediaType === usual ? [] : [['mediaType', literal(mediaType)]]);
  const shape = (): Entry => ['shape', typeCode(type, byName(rooms.names))];
  if (stream?.kind === 'json-lines') {
    return {
      kind: tellsFailure(type, rooms.api) ? 'progress' : 'json-lines',
      type: `${runtime('ItemSource')}<${rooms.types.text(type)}>`,
      entries: [shape(), ...named('application/json')],
    };
  }
  if (stream?.kind === 'tar') return { kind: 'tar', type: runtime('ByteSource'), entries: named() };
  if (isOutput(content)) return { kind: 'output', type: runtime('OutputSource'), entries: outputTypes(content) };
  if (isJson(first))
    return { kind: 'json', type: jsonType(operation, first, rooms), entries: [shape(), ...named('application/json')] };
  if (type.kind === 'bytes' || stream !== undefined)
    return { kind: 'bytes', type: runtime('ByteSource'), entries: named() };
  return { kind: 'text', type: 'string', entries: named('text/plain') };
}

/** The types name what the first success carries. */
function jsonType(operation: Operation, content: Content, { types }: Rooms): string {
  const first = operation.answers.find((answer) => /^2/.test(answer.status) && answer.content.length > 0)?.content[0];
  return first === content ? mention(types.part(operation, 'Response')) : types.text(content.type);
}

function switchedKind(stream: string): string {
  return stream === 'websocket' || stream === 'http2' ? stream : 'upgrade';
}

/** Whether the bytes are those of a process, and not of a file. */
function isOutput(content: readonly Content[]): boolean {
  return content.some(({ mediaType, stream }) => stream?.kind === 'multiplexed' || /[.-]raw-stream$/.test(mediaType));
}

/** The media types of bytes as they come and of frames, where they are told apart. */
function outputTypes(content: readonly Content[]): readonly Entry[] {
  const of = (kind: 'raw' | 'multiplexed') => content.find(({ stream }) => stream?.kind === kind)?.mediaType;
  const [raw, frames] = [of('raw'), of('multiplexed')];
  return [
    ...(raw === undefined ? [] : [['mediaType', literal(raw)] as const]),
    ...(frames === undefined ? [] : [['framesType', literal(frames)] as const]),
  ];
}

function headersOf(headers: Answer['headers'], { names }: Rooms): readonly Entry[] {
  if (headers.length === 0) return [];
  // Names as HTTP compares them; a header said twice is there once.
  const fields = new Map(headers.map((field) => [field.name.toLowerCase(), field] as const));
  const entries = [...fields.values()].map(({ name, type, required }): Entry => {
    const encoding = type.kind === 'list' ? 'joined' : 'plain';
    const said: readonly Entry[] = [
      ['encoding', literal(encoding)],
      ['shape', typeCode(type, byName(names))],
    ];
    return [entryKey(name), object([...said, ...(required ? [['required', 'true'] as const] : [])])];
  });
  return [['headers', object(entries)]];
}
