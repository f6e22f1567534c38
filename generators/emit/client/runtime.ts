/** The names of the client's run time: those that generated code mentions, and those that it passes on to people. */
import {
  clientEntryPoint,
  clientRuntime,
  errorName,
  exactEntryPoint,
  mention,
  type CodeSymbol,
} from '../../code/index.js';

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

type TypeName =
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

/** A mention of what the door exports. */
export function runtime(name: (typeof values)[number] | TypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

/** A mention of what stands behind the door for exact integers. */
export function exact(name: 'ExactPlaces' | 'JsonCodec' | 'exactJson'): string {
  const symbol = { name, home: { package: exactEntryPoint, path: '' } };
  return mention(name === 'exactJson' ? { ...symbol, value: true } : symbol);
}

/** The name of the error for a status; without one of its own it is that of all. */
export function errorOf(status: string): TypeName {
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

/** What a client passes on, so that its users need no other package. */
export const passedOn: readonly CodeSymbol[] = [
  ...publicValues.map((name) => ({ name, home: library, value: true as const })),
  ...publicTypes.map((name) => ({ name, home: library })),
];
