/** The names of the server runtime that generated code mentions or re-exports. */
import {
  errorName,
  errorNames,
  mention,
  serverEntryPoint,
  serverRuntime,
  type CodeSymbol,
} from '../../emitter/index.js';

type ServerValueName = 'createEngineServer' | 'createStandardServer';

type ServerTypeName =
  | 'ApiServer'
  | 'Awaitable'
  | 'BasicCredential'
  | 'ByteSource'
  | 'Call'
  | 'EngineServer'
  | 'HandlersWith'
  | 'IdentifiedCall'
  | 'ItemSource'
  | 'OutputSource'
  | 'Readable'
  | 'Reply'
  | 'SecurityHandler'
  | 'SecurityWith'
  | 'ServerOptions'
  | 'Session'
  | 'StandardOptions'
  | 'StatusIn';

const home = { package: serverEntryPoint, path: '' };
const valueNames: ReadonlySet<string> = new Set<ServerValueName>(['createEngineServer', 'createStandardServer']);

/** Returns a mention of an export of the entry point. */
export function runtime(name: ServerValueName | ServerTypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

/** Returns the name of the error for a status, by default the general one. */
export function errorOf(status: string): string {
  return errorName(status) ?? 'HttpError';
}

const library = { package: serverRuntime.package, path: '' };

export function libraryType(name: string): CodeSymbol {
  return { name, home: library };
}

export function libraryValue(name: string): CodeSymbol {
  return { name, home: library, value: true };
}

/** The symbols that every server package re-exports, so that its users need no other package. */
export const runtimeReexports: readonly CodeSymbol[] = [
  ...[...errorNames, 'HttpError', 'Reply', 'fastifyPlugin', 'reply'].map(libraryValue),
  ...[
    'Awaitable',
    'ByteSource',
    'Call',
    'Contract',
    'FastifyLike',
    'Hooks',
    'HostRequest',
    'HostResponse',
    'ItemSource',
    'Limits',
    'ListenAddress',
    'Listening',
    'Outcome',
    'RequestHead',
    'ServedVersion',
  ].map(libraryType),
];
