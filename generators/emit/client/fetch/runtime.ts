/** The names of the runtime for any API that generated code mentions or re-exports. */
import {
  fetchEntryPoint,
  fetchExactEntryPoint,
  fetchRuntimePackage,
  mention,
  type CodeSymbol,
} from '../../../emitter/index.js';

const values = [
  'authorization',
  'basic',
  'bearer',
  'bodies',
  'bodyOfGet',
  'byStatus',
  'checkBody',
  'clientOf',
  'cookieKey',
  'createCaller',
  'cursorPaging',
  'download',
  'eventData',
  'eventTexts',
  'events',
  'form',
  'headerKey',
  'headersOnly',
  'json',
  'jsonLines',
  'jsonSequence',
  'linkPaging',
  'multipart',
  'mutualTls',
  'nothing',
  'offsetPaging',
  'onlyStatuses',
  'operation',
  'pagedOperation',
  'queryKey',
  'raw',
  'joinedItems',
  'styles',
  'text',
] as const;

type FetchTypeName =
  | 'AcceptOptions'
  | 'ApiError'
  | 'BasicCredential'
  | 'ByteContent'
  | 'ByteInput'
  | 'CallOptions'
  | 'CallTable'
  | 'Caller'
  | 'ClientConnection'
  | 'ClientOptions'
  | 'Credential'
  | 'Download'
  | 'ItemStream'
  | 'NoInput'
  | 'Operation'
  | 'PagedOperation'
  | 'SecurityScheme'
  | 'ServerEvent'
  | 'StatusIn'
  | 'StatusResult';

const home = { package: fetchEntryPoint, path: '' };
const valueNames: ReadonlySet<string> = new Set(values);

/** Returns a mention of an export of the entry point. */
export function runtime(name: (typeof values)[number] | FetchTypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

const exactHome = { package: fetchExactEntryPoint, path: '' };

/** Returns a mention of an export of the entry point for exact integers. */
export function exact(name: 'ExactPlaces' | 'JsonCodec' | 'exactJson'): string {
  return mention({ name, home: exactHome, ...(name === 'exactJson' && { value: true as const }) });
}

const publicValues = [
  'ApiError',
  'ConnectionError',
  'Download',
  'FilePart',
  'InputError',
  'InvalidCallError',
  'ItemStream',
  'LadingClientError',
  'ProtocolError',
  'TimeoutError',
  'isErrorOf',
  'paginate',
  'retry',
  'serverUrl',
  'validateCalls',
];

const publicTypes = [
  'AcceptOptions',
  'BasicCredential',
  'ByteContent',
  'CallOptions',
  'Caller',
  'ClientOptions',
  'ClientRequest',
  'Credential',
  'CredentialRequest',
  'ErrorsOf',
  'Middleware',
  'Operation',
  'OperationValidators',
  'PagedOperation',
  'Pages',
  'ResultOf',
  'RetryOptions',
  'ServerEvent',
  'StandardValidator',
  'StatusResult',
  'Transport',
  'ValidationIssue',
];

const library = { package: fetchRuntimePackage.package, path: '' };

/** The symbols that a client package re-exports, so that its users need no other package. */
export const runtimeReexports: readonly CodeSymbol[] = [
  ...publicValues.map((name) => ({ name, home: library, value: true as const })),
  ...publicTypes.map((name) => ({ name, home: library })),
];
