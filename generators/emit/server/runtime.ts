/** The names of the server's run time: those that generated code mentions, and those that it passes on to people. */
import { errorName, errorNames, mention, serverEntryPoint, serverRuntime, type CodeSymbol } from '../../code/index.js';

type ValueName = 'createServerOf';

type TypeName =
  | 'Awaitable'
  | 'ByteSource'
  | 'Call'
  | 'EngineServer'
  | 'ItemSource'
  | 'OutputSource'
  | 'Readable'
  | 'Reply'
  | 'ServerOptions'
  | 'Session';

const home = { package: serverEntryPoint, path: '' };
const valueNames: ReadonlySet<string> = new Set<ValueName>(['createServerOf']);

/** A mention of what the door exports. */
export function runtime(name: ValueName | TypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

/** The name of the error for a status; without one of its own it is that of all. */
export function errorOf(status: string): string {
  return errorName(status) ?? 'HttpError';
}

const publicValues = [
  ...errorNames,
  'HttpError',
  'Reply',
  'Session',
  'TerminalOutput',
  'fastifyPlugin',
  'reply',
  'session',
  'terminal',
];

const publicTypes = [
  'Awaitable',
  'ByteSource',
  'Call',
  'Connection',
  'Contract',
  'EngineServer',
  'FastifyLike',
  'Hooks',
  'HostResponse',
  'HostRequest',
  'ItemSource',
  'Limits',
  'ListenAddress',
  'Listening',
  'Outcome',
  'OutputChunk',
  'OutputSource',
  'Product',
  'RequestHead',
  'ServedVersion',
  'ServerOptions',
  'SessionOptions',
];

const library = { package: serverRuntime.package, path: '' };

/** What a server passes on, so that its users need no other package. */
export const passedOn: readonly CodeSymbol[] = [
  ...publicValues.map((name) => ({ name, home: library, value: true as const })),
  ...publicTypes.map((name) => ({ name, home: library })),
];
