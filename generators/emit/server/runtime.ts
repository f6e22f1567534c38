/** The names of the server runtime that generated code mentions or re-exports. */
import { errorName, errorNames, mention, serverEntryPoint, serverRuntime, type CodeSymbol } from '../../code/index.js';

type ServerValueName = 'createServerOf';

type ServerTypeName =
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
const valueNames: ReadonlySet<string> = new Set<ServerValueName>(['createServerOf']);

/** Returns a mention of an export of the entry point. */
export function runtime(name: ServerValueName | ServerTypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

/** Returns the name of the error for a status, by default the general one. */
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

/** The symbols that a server package re-exports, so that its users need no other package. */
export const runtimeReexports: readonly CodeSymbol[] = [
  ...publicValues.map((name) => ({ name, home: library, value: true as const })),
  ...publicTypes.map((name) => ({ name, home: library })),
];
