/** The call of an operation in Python, with `requests`. */
import type { Operation } from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import type { PageContext } from '../page-context.js';
import type { SampleCredential } from './credentials.js';
import { pythonReading } from './python-reading.js';
import { pythonCall, pythonDict, pythonString, pythonText, pythonValue, type PythonCode } from './python-text.js';
import { sentRequest, type SentBody, type SentHeader, type SentPart, type SentRequest } from './sent-request.js';
import { percent, percentEncoded, type QueryPair } from './sent-values.js';

interface PythonArgument {
  readonly label: string;
  readonly value: PythonCode;
}

type Entries = (readonly [name: string, value: PythonCode])[];

/** The methods with a function of their own in `requests`. */
const functions: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

export function pythonCode(operation: Operation, request: RequestExample, context: PageContext): string {
  const socket = /(?:^|\s)--unix-socket[ =](\S+)/.exec(context.curl)?.[1];
  const sent = sentRequest(operation, request, context);
  if (sent.headers.some(({ name }) => name === 'Upgrade')) return upgradeCode(sent, socket);
  const { method, credentials, body } = sent;
  const reading = pythonReading(operation);
  const file = body?.kind === 'file' ? body.file : undefined;
  const passed: readonly PythonArgument[] = [
    ...queryArguments(sent),
    ...dictArgument('headers', headersOf(sent)),
    ...dictArgument('cookies', cookiesOf(sent)),
    ...authArguments(credentials),
    ...(body === undefined ? [] : bodyArguments(body)),
    ...(reading.isStream ? [{ label: 'stream=', value: 'True' }] : []),
  ];
  const client = socket === undefined ? 'requests' : 'session';
  const url = { value: pythonString(urlOf(sent, socket)) };
  const call = functions.has(method)
    ? pythonCall(`${client}.${method.toLowerCase()}`, url, ...passed)
    : pythonCall(`${client}.request`, { value: pythonString(method) }, url, ...passed);
  const outer = file === undefined ? '' : '    ';
  const inner = reading.isStream ? `${outer}    ` : '';
  const lines = [
    ...(reading.note === undefined ? [] : [`# ${reading.note}`]),
    ...(file === undefined ? [] : [`with open(${pythonString(file)}, 'rb') as file:`]),
    reading.isStream ? pythonText(`${outer}with `, call, ' as response:') : pythonText(`${outer}response = `, call),
    ...['response.raise_for_status()', ...reading.lines].map((line) => `${inner}${line}`),
  ].join('\n');
  const library = socket === undefined ? 'requests' : 'requests_unixsocket';
  const start = socket === undefined ? [] : ['session = requests_unixsocket.Session()'];
  return [...importsOf(lines, library), '', ...start, lines].join('\n');
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

function urlOf({ address, path, query, wholeQuery }: SentRequest, socket: string | undefined): string {
  const base = socket === undefined ? address : address.replace(/^\w+:\/\/[^/]*/, `http+unix://${percent(socket)}`);
  const texts = [...query.filter(isJoined).map(percentEncoded), ...(wholeQuery === undefined ? [] : [wholeQuery])];
  return `${base}${path}${texts.length === 0 ? '' : `?${texts.join('&')}`}`;
}

/** `requests` would encode the commas between items. */
function isJoined({ joined }: QueryPair): boolean {
  return joined !== undefined;
}

function queryArguments({ query, credentials }: SentRequest): readonly PythonArgument[] {
  const entries: Entries = query
    .filter((pair) => !isJoined(pair))
    .map(({ name, text, json }) => [
      name,
      json === undefined ? pythonString(text) : pythonCall('json.dumps', { value: pythonValue(json) }),
    ]);
  entries.push(...credentials.filter((one) => one.in === 'query').map((one) => [one.name, variable(one)] as const));
  return entries.length === 0 ? [] : [{ label: 'params=', value: dictOrPairs(entries) }];
}

/** Returns a dictionary, or pairs if a name is repeated. */
function dictOrPairs(entries: Entries): PythonCode {
  if (new Set(entries.map(([name]) => name)).size === entries.length) return pythonDict(entries);
  const parts = entries.map(([name, value]) => ({
    value: { open: '(', parts: [{ value: pythonString(name) }, { value }], close: ')' },
  }));
  return { open: '[', parts, close: ']' };
}

function headersOf({ headers, credentials, cookies, body }: SentRequest): Entries {
  const entries: Entries = headers.map((header) => [header.name, headerValue(header)]);
  for (const one of credentials) if (one.in === 'header') entries.push([one.name, variable(one)]);
  // A dictionary of cookies has each name once.
  if (isRepeated(cookies)) entries.push(['Cookie', pythonString(cookies.map(percentEncoded).join('; '))]);
  if (body !== undefined && 'mediaType' in body && !(body.kind === 'json' && isJson(body.mediaType)))
    entries.push(['Content-Type', pythonString(body.mediaType)]);
  if (body?.kind === 'form' && body.fields.some(isJoined))
    entries.push(['Content-Type', pythonString('application/x-www-form-urlencoded')]);
  return entries;
}

function isRepeated(pairs: readonly { readonly name: string }[]): boolean {
  return new Set(pairs.map(({ name }) => name)).size < pairs.length;
}

/** `requests` sends strings as Latin-1, and bytes as they are. */
function headerValue({ text, encoding, value }: SentHeader): PythonCode {
  if (encoding === 'base64url-json')
    return pythonCall('base64.urlsafe_b64encode', { value: pythonText('', jsonBytes(value)) });
  return /^[\x20-\x7e]*$/.test(text) ? pythonString(text) : `${pythonString(text)}.encode()`;
}

function jsonBytes(value: SentHeader['value']): PythonCode {
  return { ...pythonCall('json.dumps', { value: pythonValue(value) }), close: ').encode()' };
}

function cookiesOf({ cookies, credentials }: SentRequest): Entries {
  return [
    ...(isRepeated(cookies)
      ? []
      : cookies.map(({ name, text }) => [percent(name), pythonString(percent(text))] as const)),
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

function bodyArguments(body: SentBody): readonly PythonArgument[] {
  switch (body.kind) {
    case 'file':
      return [{ label: 'data=', value: 'file' }];
    case 'text':
      return [{ label: 'data=', value: `${pythonString(String(body.json))}.encode()` }];
    case 'json':
      return isJson(body.mediaType)
        ? [{ label: 'json=', value: pythonValue(body.json) }]
        : [{ label: 'data=', value: jsonBytes(body.json) }];
    case 'form':
      if (body.fields.some(isJoined))
        return [{ label: 'data=', value: pythonString(body.fields.map(percentEncoded).join('&')) }];
      return [{ label: 'data=', value: dictOrPairs(body.fields.map(({ name, text }) => [name, pythonString(text)])) }];
    case 'parts':
      return [{ label: 'files=', value: dictOrPairs(body.parts.map((part) => [part.name, partTuple(part)])) }];
  }
}

/** Returns the name of a file, its content, and its media type, as `requests` takes a part. */
function partTuple({ text, file, mediaType }: SentPart): string {
  const content =
    file === undefined ? ['None', pythonString(text)] : [pythonString(file), `open(${pythonString(file)}, 'rb')`];
  return `(${[...content, ...(mediaType === undefined ? [] : [pythonString(mediaType)])].join(', ')})`;
}

function isJson(mediaType: string): boolean {
  return /^application\/json$/i.test(mediaType);
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
function upgradeCode(sent: SentRequest, socket: string | undefined): string {
  const { method, address, path, query, headers } = sent;
  const [, scheme = '', host = '', base = ''] = /^(\w+):\/\/([^/]*)(.*)$/.exec(address) ?? [];
  const target = `${base}${path}${query.length > 0 ? `?${query.map(percentEncoded).join('&')}` : ''}`;
  const connection = scheme === 'https' ? 'HTTPSConnection' : 'HTTPConnection';
  const protocol = headers.find(({ name }) => name === 'Upgrade')?.text ?? '';
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
        { label: 'headers=', value: pythonDict(headersOf(sent)) },
      ),
    ),
    'response = connection.getresponse()',
    'print(response.status, response.reason)',
  ].join('\n');
  return [...importsOf(body), '', body].join('\n');
}
