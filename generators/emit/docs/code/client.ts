/** The call of an operation with the generated client. */
import {
  basePathOf,
  call,
  entryKey,
  isArray,
  isObject,
  list,
  literal,
  object,
  propertyKey,
  statement,
  type Api,
  type CallNames,
  type Code,
  type CodeEntry,
  type Json,
  type Operation,
  type Parameter,
  type ParameterLocation,
} from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import type { PageContext } from '../page-context.js';
import { credentialsOf, isReplaced, type SampleCredential } from './credentials.js';
import { packageOf } from './imports.js';
import { consumed, eachItem } from './reading.js';
import { sampleCode, sampleText } from './sample-text.js';
import { fileNameOf, typeInRange } from './sent-request.js';
import { markedPath } from './sent-values.js';

/** Returns the code of the call; undefined if there is no client. */
export function clientCode(operation: Operation, request: RequestExample, context: PageContext): string | undefined {
  const names = context.spelling.client?.(operation);
  if (names === undefined) return undefined;
  const name = `${names.variable}${member(names.noun)}${member(names.verb)}`;
  const credentials = names.hasAuth === true ? credentialsOf(operation, context.api) : [];
  const input = inputOf(request, names, credentials);
  const { fileImports, lines } =
    names.paged === undefined
      ? consumed(operation, call(name, ...input), context, names.result)
      : eachItem(call('paginate', names.variable, names.paged, ...input));
  const imported = [names.connect, ...(names.paged === undefined ? [] : ['paginate', names.paged])];
  const files = [...new Set([...fileImports, ...filesOf(request)])].sort();
  const settings = settingsOf(names, credentials, context.api);
  const client = `${names.isAsync ? 'await ' : ''}${names.connect}`;
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs';`]),
    `import { ${imported.join(', ')} } from '${packageOf('client', context)}';`,
    '',
    sampleText(statement(`const ${names.variable} = `, call(client, ...settings), ';')),
    ...lines.map((line) => sampleText(line)),
  ].join('\n');
}

/** Returns the input of the call, if it has one. */
function inputOf(
  { parameters, body }: RequestExample,
  { nested, locations }: CallNames,
  credentials: readonly SampleCredential[],
): readonly Code[] {
  const placed = parameters.flatMap((one) => {
    const place = places[one.parameter.in];
    const credential = credentials.find((each) => isReplaced(one.parameter, [each]));
    const isSent = locations.includes(place) && (credential === undefined || one.parameter.required);
    return isSent ? [{ ...one, place, code: codeOf(one.value, credential) }] : [];
  });
  const flat = placed.filter(({ place }) => !nested.includes(place));
  const groups = nested.map((place) => [place, entriesOf(placed.filter((one) => one.place === place))] as const);
  const entries = [
    ...entriesOf(flat),
    ...groups.filter(([, inside]) => inside.length > 0).map(([place, inside]): CodeEntry => [place, object(inside)]),
    ...(body === undefined ? [] : [['body', bodyCode(body)] as const]),
    // Of a range, the client cannot know what a file has.
    ...(body !== undefined && /^[^*]+\*$/.test(body.mediaType)
      ? [['contentType', literal(typeInRange(body.mediaType))] as const]
      : []),
  ];
  return entries.length === 0 ? [] : [object(entries)];
}

const places: Readonly<Record<Parameter['in'], ParameterLocation>> = {
  path: 'path',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
  querystring: 'querystring',
};

/** Returns the value of a parameter: that of the environment if it is a credential, which a wrong one would replace. */
function codeOf(value: Json, credential: SampleCredential | undefined): Code {
  return credential === undefined ? sampleCode(value) : variableCode(credential.variables[0]);
}

function entriesOf(
  parameters: readonly { readonly parameter: Parameter; readonly code: Code }[],
): readonly CodeEntry[] {
  const codes = new Map(parameters.map(({ parameter, code }) => [parameter.name, code]));
  return [...codes].map(([name, code]) => [entryKey(name), code]);
}

function variableCode(name = ''): Code {
  return `process.env[${literal(name)}] ?? ''`;
}

function bodyCode({ mediaType, json, parts = [], files = new Set() }: NonNullable<RequestExample['body']>): Code {
  if (json === undefined) return `createReadStream(${literal(fileNameOf(typeInRange(mediaType)))})`;
  if (!isObject(json) || files.size === 0) return sampleCode(json);
  const fileOf = (name: string): Code => {
    const [type] = parts.find((part) => part.name === name)?.mediaTypes ?? [];
    const file = literal(fileNameOf(type));
    const options = type === undefined || type.includes('*') ? [] : [object([['type', literal(type)]])];
    return call('new File', list([`readFileSync(${file})`]), file, ...options);
  };
  const valueOf = (name: string, value: Json): Code => {
    if (!files.has(name)) return sampleCode(value);
    return isArray(value) ? list(value.map(() => fileOf(name))) : fileOf(name);
  };
  return object(Object.entries(json).map(([name, value]) => [entryKey(name), valueOf(name, value)]));
}

/** Returns the functions of `node:fs` that read what is sent. */
function filesOf({ body }: RequestExample): readonly string[] {
  if (body === undefined) return [];
  if (body.json === undefined) return ['createReadStream'];
  return body.files === undefined ? [] : ['readFileSync'];
}

/** Returns the options of the client: the URL of an API whose document names none, and credentials from variables of the environment. */
function settingsOf({ settings }: CallNames, credentials: readonly SampleCredential[], api: Api): readonly Code[] {
  const auth = credentials.flatMap(credentialEntry);
  const entries: readonly CodeEntry[] = [
    ...(settings === undefined
      ? []
      : [['baseUrl', literal(`https://api.example.com${markedPath(basePathOf(api.servers), api.version)}`)] as const]),
    ...(auth.length === 0 ? [] : [['auth', object(auth)] as const]),
  ];
  return entries.length === 0 ? [] : [object(entries)];
}

function credentialEntry({ scheme, in: place, variables }: SampleCredential): readonly CodeEntry[] {
  const [first = '', second = ''] = variables.map(variableCode);
  if (place === 'digest' || place === 'certificate') return [];
  if (place !== 'basic') return [[entryKey(scheme), first]];
  const login = object([
    ['username', first],
    ['password', second],
  ]);
  return [[entryKey(scheme), login]];
}

function member(name: string): string {
  const key = propertyKey(name);
  return key === name ? `.${name}` : `[${key}]`;
}
