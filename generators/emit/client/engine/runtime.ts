/** The names of the client runtime that generated code mentions or re-exports. */
import {
  clientEntryPoint,
  clientRuntime,
  errorName,
  exactEntryPoint,
  mention,
  type CodeSymbol,
} from '../../../emitter/index.js';

const values = [
  'attachment',
  'bytes',
  'changed',
  'connectEngine',
  'engineAt',
  'headersOnly',
  'http2',
  'json',
  'jsonLines',
  'nothing',
  'output',
  'progress',
  'tar',
  'text',
  'websocket',
  'withDecoder',
] as const;

type ClientTypeName =
  | 'Attachment'
  | 'BadRequest'
  | 'ByteStream'
  | 'CallOptions'
  | 'CallTable'
  | 'Conflict'
  | 'ConnectOptions'
  | 'Duplex'
  | 'EngineConnection'
  | 'EngineError'
  | 'Forbidden'
  | 'JsonStream'
  | 'NoInput'
  | 'NotAcceptable'
  | 'NotFound'
  | 'NotImplemented'
  | 'Operation'
  | 'Outcome'
  | 'Output'
  | 'ServerError'
  | 'TarStream'
  | 'Target'
  | 'Unauthorized'
  | 'Unavailable';

const home = { package: clientEntryPoint, path: '' };
const valueNames: ReadonlySet<string> = new Set(values);

/** Returns a mention of an export of the entry point. */
export function runtime(name: (typeof values)[number] | ClientTypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

/** Returns a mention of an export of the entry point for exact integers. */
export function exact(name: 'ExactPlaces' | 'JsonCodec' | 'exactJson'): string {
  const symbol = { name, home: { package: exactEntryPoint, path: '' } };
  return mention(name === 'exactJson' ? { ...symbol, value: true } : symbol);
}

/** Returns the name of the error for a status, by default the general one. */
export function errorOf(status: string): ClientTypeName {
  return errorName(status) ?? 'EngineError';
}

const publicValues = [
  'Attachment',
  'BadRequest',
  'Conflict',
  'ConnectionError',
  'CredentialError',
  'EngineError',
  'Forbidden',
  'InputError',
  'JsonStream',
  'LadingClientError',
  'NotAcceptable',
  'NotFound',
  'NotImplemented',
  'Output',
  'ProtocolError',
  'ServerError',
  'StreamError',
  'TarStream',
  'Unauthorized',
  'Unavailable',
  'VersionError',
  'allCredentials',
  'credentialsFor',
  'isErrorOf',
];

const publicTypes = [
  'ResponseHead',
  'ByteStream',
  'CallOptions',
  'ConnectOptions',
  'CredentialOptions',
  'EngineConnection',
  'ErrorsOf',
  'Operation',
  'Outcome',
  'OutputChunk',
  'OutputLine',
  'RegistryAuth',
  'ResultOf',
  'Target',
  'TlsOptions',
];

const library = { package: clientRuntime.package, path: '' };

/** The symbols that a client package re-exports, so that its users need no other package. */
export const runtimeReexports: readonly CodeSymbol[] = [
  ...publicValues.map((name) => ({ name, home: library, value: true as const })),
  ...publicTypes.map((name) => ({ name, home: library })),
];
