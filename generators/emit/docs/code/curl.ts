/** The call of an operation as a curl command: `curl -X POST …`. */
import { isArray, isObject, visible, type Operation, type Parameter } from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import type { PageContext } from '../page-context.js';
import { credentialsOf, isReplaced, type SampleCredential } from './credentials.js';
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

export function curlCode(
  operation: Operation,
  { parameters, body }: RequestExample,
  { api, curl }: Pick<PageContext, 'api' | 'curl'>,
): string {
  const { method, path } = operation;
  const credentials = credentialsOf(operation, api);
  const secrets = (place: SampleCredential['in']) => credentials.filter((one) => one.in === place);
  const within = (place: Parameter['in']) =>
    parameters.filter(({ parameter }) => parameter.in === place && !isReplaced(parameter, credentials));
  const [whole] = within('querystring');
  const pairs = [
    ...within('query').flatMap(({ parameter, value }) => queryPairs(parameter, value)),
    ...(whole !== undefined && isForm(whole.parameter) ? formPairs(whole.value) : []),
  ];
  // Of a GET, curl encodes the query. Of other methods the data are the body.
  const isEncoded =
    method === 'GET' &&
    body === undefined &&
    pairs.length + secrets('query').length > 0 &&
    [...pairs, ...secrets('query')].every(({ name }) => /^[\w.[\]-]+$/.test(name));
  const texts = pairs.map(percentEncoded);
  if (whole !== undefined && !isForm(whole.parameter)) texts.push(percent(plain(whole.value)));
  const query = isEncoded || texts.length === 0 ? '' : `?${texts.join('&')}`;
  const url =
    quoted(`${addressOf(api)}${filledPath(path, parameters)}${query}`) +
    (isEncoded ? '' : secretQuery(query, secrets('query')));
  const headers = within('header').map(
    ({ parameter, value }) => `-H ${quoted(`${parameter.name}: ${encoded(parameter, value).join(', ')}`)}`,
  );
  const parts = [
    curl === '' ? 'curl' : `curl ${curl}`,
    ...(method === 'GET' ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    ...(isLive(operation) ? ['-N'] : []),
    ...upgradeOptions(operation),
    ...(isEncoded ? ['--get'] : []),
    ...headers,
    ...secrets('header').map((one) => `-H ${withVariable(`${one.name}: ${one.prefix}`, one)}`),
    ...credentials.flatMap(credentialOptions),
    ...secrets('cookie').map((one) => `-b ${withVariable(`${percent(one.name)}=`, one)}`),
    ...within('cookie').map(
      ({ parameter, value }) => `-b ${quoted(queryPairs(parameter, value).map(percentEncoded).join('; '))}`,
    ),
    ...(body === undefined ? [] : bodyOptions(body)),
    ...(isEncoded ? pairs.map(({ name, text }) => `--data-urlencode ${quoted(`${name}=${text}`)}`) : []),
    ...(isEncoded ? secrets('query').map((one) => `--data-urlencode ${withVariable(`${one.name}=`, one)}`) : []),
  ];
  const line = `${parts.join(' ')} ${url}`;
  if (line.length <= 100 && !line.includes('\n')) return visible(line);
  return visible(`${parts.join(' \\\n  ')} \\\n  ${url}`);
}

/** Returns the text with the value of a variable after it, which the shell puts in. */
function withVariable(text: string, { variables: [name = ''] }: SampleCredential): string {
  return /^[\w .:=-]*$/.test(text) ? `"${text}$${name}"` : `${quoted(text)}"$${name}"`;
}

/** Returns the API keys of a query that curl does not encode, after the quoted URL. */
function secretQuery(query: string, secrets: readonly SampleCredential[]): string {
  return secrets
    .map((one, at) => {
      const text = `${query === '' && at === 0 ? '?' : '&'}${percent(one.name)}=`;
      return `${quoted(text)}"$${one.variables[0] ?? ''}"`;
    })
    .join('');
}

function credentialOptions({ in: place, variables: [first = '', second = ''] }: SampleCredential): readonly string[] {
  if (place === 'certificate') return [`--cert "$${first}"`, `--key "$${second}"`];
  if (place !== 'basic' && place !== 'digest') return [];
  return [...(place === 'digest' ? ['--digest'] : []), `-u "$${first}:$${second}"`];
}

/** Tells whether the response is a stream, which curl should show without buffering. */
function isLive({ responses }: Operation): boolean {
  const kinds = responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ content }) => content.map(({ stream }) => stream?.kind));
  return kinds.some((kind) => kind !== undefined && kind !== 'tar');
}

/** Returns the options of an operation whose only success is an upgraded connection. */
function upgradeOptions({ responses }: Operation): readonly string[] {
  const headers = upgradeHeaders({ responses });
  if (headers.length === 0) return [];
  return ['--http1.1', '-N', ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)];
}

/** Returns the options of a body: fields of a form, or data with their media type. */
function bodyOptions(body: NonNullable<RequestExample['body']>): readonly string[] {
  const { mediaType, json, parts = [] } = body;
  const typeOf = (name: string) => parts.find((part) => part.name === name)?.mediaTypes?.[0];
  const option = { 'multipart/form-data': '-F', 'application/x-www-form-urlencoded': '--data-urlencode' }[mediaType];
  if (option !== undefined && isObject(json)) {
    return Object.entries(json).flatMap(([name, value]) => {
      const type = option === '-F' ? typeOf(name) : undefined;
      return (isArray(value) ? value : [value]).map(
        (one) =>
          `${option} ${quoted(`${name}=${option === '-F' ? partText(plain(one)) : plain(one)}${type === undefined ? '' : `;type=${type}`}`)}`,
      );
    });
  }
  return [`-H ${quoted(`Content-Type: ${mediaType}`)}`, dataOf(body)];
}

/** Quotes the text of a part that curl would read as the name of a file, or as more than text. */
function partText(text: string): string {
  return /^[@<"]|;/.test(text) ? `"${text.replace(/[\\"]/g, String.raw`\$&`)}"` : text;
}

function dataOf({ json }: NonNullable<RequestExample['body']>): string {
  if (json === undefined) return '--data-binary @archive.tar';
  const line = JSON.stringify(json);
  return `-d ${quoted(line.length <= 80 ? line : JSON.stringify(json, null, 2))}`;
}

/** Quotes a string for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
