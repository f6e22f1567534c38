/** The call of an operation in Python, with `requests`. */
import { isArray, isObject, type Operation } from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import type { PageContext } from '../page-context.js';
import { credentialsOf, isReplaced, type SampleCredential } from './credentials.js';
import { pythonReading } from './python-reading.js';
import { pythonCall, pythonDict, pythonString, pythonText, pythonValue, type PythonCode } from './python-text.js';
import {
  addressOf,
  encoded,
  filledPath,
  formPairs,
  isForm,
  percent,
  percentEncoded,
  plain,
  queryPairs,
  upgradeHeaders,
} from './sent-values.js';

interface PythonArgument {
  readonly label: string;
  readonly value: PythonCode;
}

type Entries = (readonly [name: string, value: PythonCode])[];

/** The methods with a function of their own in `requests`. */
const functions: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** The name of the file that a body of bytes is read from, the same as in other languages. */
const file = 'archive.tar';

export function pythonCode(operation: Operation, request: RequestExample, context: PageContext): string {
  const socket = /(?:^|\s)--unix-socket[ =](\S+)/.exec(context.curl)?.[1];
  const upgrade = upgradeHeaders(operation);
  if (upgrade.length > 0) return upgradeCode(operation, request, upgrade, context, socket);
  const { method } = operation;
  const address = addressOf(context.api);
  const base = socket === undefined ? address : address.replace(/^\w+:\/\/[^/]*/, `http+unix://${percent(socket)}`);
  const credentials = credentialsOf(operation, context.api);
  const reading = pythonReading(operation);
  const isFile = request.body !== undefined && request.body.json === undefined;
  const { url, query } = targetOf(operation, request, base, credentials);
  const sent: readonly PythonArgument[] = [
    ...(query === undefined ? [] : [{ label: 'params=', value: query }]),
    ...dictArgument('headers', headersOf(request, credentials)),
    ...dictArgument('cookies', cookiesOf(request, credentials)),
    ...authArguments(credentials),
    ...(request.body === undefined ? [] : bodyArguments(request.body)),
    ...(reading.isStream ? [{ label: 'stream=', value: 'True' }] : []),
  ];
  const client = socket === undefined ? 'requests' : 'session';
  const call = functions.has(method)
    ? pythonCall(`${client}.${method.toLowerCase()}`, { value: pythonString(url) }, ...sent)
    : pythonCall(`${client}.request`, { value: pythonString(method) }, { value: pythonString(url) }, ...sent);
  const outer = isFile ? '    ' : '';
  const inner = reading.isStream ? `${outer}    ` : '';
  const body = [
    ...(reading.note === undefined ? [] : [`# ${reading.note}`]),
    ...(isFile ? [`with open(${pythonString(file)}, 'rb') as file:`] : []),
    reading.isStream ? pythonText(`${outer}with `, call, ' as response:') : pythonText(`${outer}response = `, call),
    ...['response.raise_for_status()', ...reading.lines].map((line) => `${inner}${line}`),
  ].join('\n');
  const library = socket === undefined ? 'requests' : 'requests_unixsocket';
  const start = socket === undefined ? [] : ['session = requests_unixsocket.Session()'];
  return [...importsOf(body, library), '', ...start, body].join('\n');
}

const packages: Readonly<Record<string, string>> = {
  requests_unixsocket: '  # requests for UNIX sockets: pip install requests-unixsocket',
};

/** Returns the modules that a sample uses: those of Python, then the library. */
function importsOf(body: string, ...libraries: readonly string[]): readonly string[] {
  // What stands in a string or a comment is no use of a module.
  const code = body.replace(/'(?:\\.|[^'\\])*'|#.*/g, "''");
  const modules = ['base64', 'http.client', 'json', 'os', 'socket', 'struct', 'sys'].filter((name) =>
    new RegExp(`(?<![.\\w])${name.replace('.', '\\.')}\\.`).test(code),
  );
  const own = code.includes('HTTPDigestAuth(') ? ['from requests.auth import HTTPDigestAuth'] : [];
  const outside = [...libraries.map((name) => `import ${name}${packages[name] ?? ''}`), ...own];
  return [
    ...modules.map((name) => `import ${name}`),
    ...(modules.length > 0 && outside.length > 0 ? [''] : []),
    ...outside,
  ];
}

/** Returns the URL, and the query if it is an argument. */
function targetOf(
  { path }: Operation,
  { parameters }: RequestExample,
  base: string,
  credentials: readonly SampleCredential[],
): { readonly url: string; readonly query?: PythonCode } {
  const [whole] = parameters.filter(({ parameter }) => parameter.in === 'querystring');
  const url = `${base}${filledPath(path, parameters)}`;
  const query: Entries = [];
  for (const { parameter, value } of parameters) {
    if (parameter.in !== 'query' || isReplaced(parameter, credentials)) continue;
    if (parameter.encoding === 'json')
      query.push([parameter.name, pythonCall('json.dumps', { value: pythonValue(value) })]);
    else query.push(...queryPairs(parameter, value).map(({ name, text }) => [name, pythonString(text)] as const));
  }
  if (whole !== undefined && isForm(whole.parameter))
    query.push(...formPairs(whole.value).map(({ name, text }) => [name, pythonString(text)] as const));
  query.push(...credentials.filter((one) => one.in === 'query').map((one) => [one.name, variable(one)] as const));
  const text = whole === undefined || isForm(whole.parameter) ? '' : `?${percent(plain(whole.value))}`;
  return { url: `${url}${text}`, ...(query.length > 0 && { query: dictOrPairs(query) }) };
}

/** Returns a dictionary, or pairs if a name is repeated. */
function dictOrPairs(entries: Entries): PythonCode {
  if (new Set(entries.map(([name]) => name)).size === entries.length) return pythonDict(entries);
  const parts = entries.map(([name, value]) => ({
    value: { open: '(', parts: [{ value: pythonString(name) }, { value }], close: ')' },
  }));
  return { open: '[', parts, close: ']' };
}

function headersOf({ parameters, body }: RequestExample, credentials: readonly SampleCredential[]): Entries {
  const entries: Entries = parameters
    .filter(({ parameter }) => parameter.in === 'header' && !isReplaced(parameter, credentials))
    .map(({ parameter, value }) => [
      parameter.name,
      parameter.encoding === 'base64url-json'
        ? pythonCall('base64.urlsafe_b64encode', { value: pythonText('', jsonBytes(value)) })
        : headerValue(encoded(parameter, value).join(', ')),
    ]);
  for (const one of credentials) if (one.in === 'header') entries.push([one.name, variable(one)]);
  const mediaType = body?.mediaType ?? '';
  if (body !== undefined && !isJson(mediaType) && !isFormBody(body))
    entries.push(['Content-Type', pythonString(mediaType)]);
  return entries;
}

/** `requests` sends strings as Latin-1, and bytes as they are. */
function headerValue(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? pythonString(text) : `${pythonString(text)}.encode()`;
}

function jsonBytes(value: RequestExample['parameters'][number]['value']): PythonCode {
  return { ...pythonCall('json.dumps', { value: pythonValue(value) }), close: ').encode()' };
}

function cookiesOf({ parameters }: RequestExample, credentials: readonly SampleCredential[]): Entries {
  const cookies = parameters.filter(
    ({ parameter }) => parameter.in === 'cookie' && !isReplaced(parameter, credentials),
  );
  return [
    ...cookies.flatMap(({ parameter, value }) =>
      queryPairs(parameter, value).map(({ name, text }) => [percent(name), pythonString(percent(text))] as const),
    ),
    ...credentials.filter((one) => one.in === 'cookie').map((one) => [percent(one.name), variable(one)] as const),
  ];
}

function authArguments(credentials: readonly SampleCredential[]): readonly PythonArgument[] {
  return credentials.flatMap((one): readonly PythonArgument[] => {
    const [first = '', second = ''] = one.variables.map(environment);
    if (one.in === 'basic') return [{ label: 'auth=', value: `(${first}, ${second})` }];
    if (one.in === 'digest') return [{ label: 'auth=', value: `HTTPDigestAuth(${first}, ${second})` }];
    return one.in === 'certificate' ? [{ label: 'cert=', value: `(${first}, ${second})` }] : [];
  });
}

function bodyArguments(body: NonNullable<RequestExample['body']>): readonly PythonArgument[] {
  const { mediaType, json, parts = [] } = body;
  if (json === undefined) return [{ label: 'data=', value: 'file' }];
  if (isJson(mediaType)) return [{ label: 'json=', value: pythonValue(json) }];
  if (!isFormBody(body) || !isObject(json)) {
    const text = typeof json === 'string' && !/[/+]json\b/i.test(mediaType) ? pythonString(json) : undefined;
    return [{ label: 'data=', value: text === undefined ? jsonBytes(json) : `${text}.encode()` }];
  }
  const fields = Object.entries(json).flatMap(([name, value]) =>
    (isArray(value) ? value : [value]).map((one) => [name, plain(one)] as const),
  );
  if (/urlencoded/i.test(mediaType))
    return [{ label: 'data=', value: dictOrPairs(fields.map(([name, text]) => [name, pythonString(text)] as const)) }];
  const entries = fields.map(([name, text]) => {
    const type = parts.find((part) => part.name === name)?.mediaTypes?.[0];
    const values = ['None', pythonString(text), ...(type === undefined ? [] : [pythonString(type)])];
    return [name, `(${values.join(', ')})`] as const;
  });
  return [{ label: 'files=', value: dictOrPairs(entries) }];
}

function isJson(mediaType: string): boolean {
  return /^application\/json$/i.test(mediaType);
}

function isFormBody({ mediaType, json }: NonNullable<RequestExample['body']>): boolean {
  return (
    json !== undefined &&
    isObject(json) &&
    /^(multipart\/form-data|application\/x-www-form-urlencoded)$/i.test(mediaType)
  );
}

function dictArgument(name: string, entries: Entries): readonly PythonArgument[] {
  return entries.length === 0 ? [] : [{ label: `${name}=`, value: pythonDict(entries) }];
}

function environment(name: string): string {
  return `os.environ[${pythonString(name)}]`;
}

function variable({ prefix, variables: [name = ''] }: SampleCredential): string {
  return prefix === '' ? environment(name) : `${pythonString(prefix)} + ${environment(name)}`;
}

/** The open socket of a connection of `http.client`. */
const opened = ['connection', 'sock'].join('.');

/** What reads and writes an upgraded connection. */
const protocols: Readonly<Record<string, string>> = {
  websocket: 'carries frames of WebSocket (package wsproto)',
  h2c: 'carries HTTP/2 (package h2)',
};

/** `requests` cannot upgrade a connection: the sample uses the module of Python below it. */
function upgradeCode(
  operation: Operation,
  request: RequestExample,
  upgrade: readonly (readonly [string, string])[],
  { api }: PageContext,
  socket: string | undefined,
): string {
  const { method, path } = operation;
  const { parameters } = request;
  const { origin, host, pathname } = new URL(addressOf(api).replace(/\{\w*\}/g, 'VERSION'));
  const address = addressOf(api).slice(origin.length);
  const pairs = parameters
    .filter(({ parameter }) => parameter.in === 'query')
    .flatMap(({ parameter, value }) => queryPairs(parameter, value).map(percentEncoded));
  const target = `${pathname === '/' ? '' : address}${filledPath(path, parameters)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  const headers = pythonDict([
    ...upgrade.map(([name, value]) => [name, pythonString(value)] as const),
    ...headersOf(request, credentialsOf(operation, api)),
  ]);
  const connection = origin.startsWith('https:') ? 'HTTPSConnection' : 'HTTPConnection';
  const protocol = upgrade.map(([name, value]) => (name === 'Upgrade' ? value : '')).find((name) => name !== '') ?? '';
  const body = [
    '# requests cannot upgrade a connection. After the response, the socket',
    `# ${protocols[protocol] ?? 'carries the protocol'}.`,
    `connection = http.client.${connection}(${pythonString(host)})`,
    ...(socket === undefined
      ? []
      : [`${opened} = socket.socket(socket.AF_UNIX)`, `${opened}.connect(${pythonString(socket)})`]),
    pythonText(
      '',
      pythonCall(
        'connection.request',
        { value: pythonString(method) },
        { value: pythonString(target) },
        { label: 'headers=', value: headers },
      ),
    ),
    'response = connection.getresponse()',
    'print(response.status, response.reason)',
  ].join('\n');
  return [...importsOf(body), '', body].join('\n');
}
