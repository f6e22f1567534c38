/** How the answer of an operation is read, and what a call of it gives. */
import { mention } from '../../code/index.js';
import { tellsFailure, type Api, type Answer, type Content, type Operation, type Type } from '../../ir/index.js';
import type { ClientNames } from './names.js';
import { runtime } from './runtime.js';
import type { TypesRoom } from './types-room.js';

export interface Reading {
  /** The decoder, as the door exports it. */
  readonly decoder: string;
  /** The type of the result. */
  readonly result: string;
  /** Said where the headers are the whole answer. */
  readonly headers?: Answer['headers'];
  /** Said where the answer is JSON: one value, or the items of a stream. */
  readonly json?: Type;
}

export interface Rooms {
  readonly api: Api;
  readonly names: ClientNames;
  readonly types: TypesRoom;
}

export function readingOf(operation: Operation, rooms: Rooms): Reading {
  const { answers, method } = operation;
  const switched = answers.find(({ status, stream }) => status === '101' && stream !== undefined);
  switch (switched?.stream?.kind) {
    case 'websocket':
      return { decoder: runtime('websocket'), result: runtime('Duplex') };
    case 'http2':
      return { decoder: runtime('http2'), result: runtime('Duplex') };
    case undefined:
      break;
    default:
      return { decoder: runtime('attachment'), result: runtime('Attachment') };
  }
  const successes = successesOf(answers);
  // An answer to HEAD has no body, whatever the document says.
  const content = method === 'HEAD' ? undefined : successes.find((answer) => answer.content.length > 0)?.content[0];
  if (content !== undefined) return readingOfContent(operation, content, rooms);
  if (answers.some(({ status }) => status === '304'))
    return { decoder: runtime('changed'), result: runtime('Outcome') };
  const headers = successes.find((answer) => answer.headers.length > 0)?.headers;
  if (headers === undefined) return { decoder: runtime('nothing'), result: 'void' };
  return { decoder: made('headersOnly'), result: mention(rooms.names.headers(operation)), headers };
}

function readingOfContent(operation: Operation, { mediaType, type, stream }: Content, rooms: Rooms): Reading {
  const item = () => rooms.types.text(type);
  switch (stream?.kind) {
    case 'json-lines':
      return {
        decoder: made(tellsFailure(type, rooms.api) ? 'progress' : 'jsonLines'),
        result: `${runtime('JsonStream')}<${item()}>`,
        json: type,
      };
    case 'tar':
      return { decoder: runtime('tar'), result: runtime('TarStream') };
    case 'multiplexed':
      return { decoder: runtime('output'), result: runtime('Output') };
    case 'raw':
      // The raw stream of a process has a media type of its own; other bytes are no output.
      return /raw-stream$/.test(mediaType)
        ? { decoder: runtime('output'), result: runtime('Output') }
        : { decoder: runtime('bytes'), result: runtime('ByteStream') };
    default:
      break;
  }
  if (!/[/+]json\b/.test(mediaType) && type.kind !== 'bytes') return { decoder: runtime('text'), result: 'string' };
  // The types name what the first success carries; where only `default` is said, they name nothing.
  const named = operation.answers.some(({ status, content }) => /^2/.test(status) && content.length > 0);
  return {
    decoder: made('json'),
    result: named ? mention(rooms.types.part(operation, 'Response')) : item(),
    json: type,
  };
}

// Calls at the top of a module: marked, so that bundlers may leave out what nobody uses.
function made(decoder: 'json' | 'jsonLines' | 'progress' | 'headersOnly'): string {
  return `/* @__PURE__ */ ${runtime(decoder)}()`;
}

function successesOf(answers: readonly Answer[]): readonly Answer[] {
  const said = answers.filter(({ status }) => /^2/.test(status));
  return said.length > 0 ? said : answers.filter(({ status }) => status === 'default');
}
