/** The call of an operation as a curl command: `curl -X POST …`. */
import { visible, type Operation } from '../../../emitter/index.js';
import type { RequestExample } from '../example/request.js';
import type { PageContext } from '../page-context.js';
import type { SampleCredential } from './credentials.js';
import { sentRequest, type SentBody, type SentPart, type SentRequest } from './sent-request.js';
import { percent, percentEncoded } from './sent-values.js';

export function curlCode(
  operation: Operation,
  request: RequestExample,
  context: Pick<PageContext, 'api' | 'curl'>,
): string {
  const sent = sentRequest(operation, request, context);
  const { method, headers, cookies, credentials, body } = sent;
  const secrets = (place: SampleCredential['in']) => credentials.filter((one) => one.in === place);
  const isEncoded = isEncodedByCurl(sent);
  const isUpgrade = headers.some(({ name }) => name === 'Upgrade');
  const parts = [
    context.curl === '' ? 'curl' : `curl ${context.curl}`,
    // With a body, curl would send a POST.
    ...(method === 'GET' && body === undefined ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    ...(isUpgrade ? ['--http1.1'] : []),
    ...(isUpgrade || isLive(operation) ? ['-N'] : []),
    ...(isEncoded ? ['--get'] : []),
    ...headers.map(({ name, text }) => `-H ${quoted(`${name}: ${text}`)}`),
    ...secrets('header').map((one) => `-H ${withVariable(`${one.name}: ${one.prefix}`, one)}`),
    ...credentials.flatMap(credentialOptions),
    ...secrets('cookie').map((one) => `-b ${withVariable(`${percent(one.name)}=`, one)}`),
    ...(cookies.length === 0 ? [] : [`-b ${quoted(cookies.map(percentEncoded).join('; '))}`]),
    ...(body === undefined ? [] : bodyOptions(body)),
    ...(isEncoded ? sent.query.map(({ name, text }) => `--data-urlencode ${quoted(`${name}=${text}`)}`) : []),
    ...(isEncoded ? secrets('query').map((one) => `--data-urlencode ${withVariable(`${one.name}=`, one)}`) : []),
  ];
  const url = urlOf(sent, isEncoded);
  const line = `${parts.join(' ')} ${url}`;
  if (line.length <= 100 && !line.includes('\n')) return visible(line);
  return visible(`${parts.join(' \\\n  ')} \\\n  ${url}`);
}

/** Of a GET, curl encodes the query. Of other methods the data are the body. */
function isEncodedByCurl({ method, query, credentials, body }: SentRequest): boolean {
  const names = [...query, ...credentials.filter((one) => one.in === 'query')].map(({ name }) => name);
  if (query.some(({ joined }) => joined !== undefined)) return false;
  return method === 'GET' && body === undefined && names.length > 0 && names.every((name) => /^[\w.[\]-]+$/.test(name));
}

function urlOf({ address, path, query, wholeQuery, credentials }: SentRequest, isEncoded: boolean): string {
  const texts = [...(isEncoded ? [] : query.map(percentEncoded)), ...(wholeQuery === undefined ? [] : [wholeQuery])];
  const text = texts.length === 0 ? '' : `?${texts.join('&')}`;
  const secrets = isEncoded ? [] : credentials.filter((one) => one.in === 'query');
  return quoted(`${address}${path}${text}`) + secretQuery(text, secrets);
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

/** Returns the options of a body: fields of a form, or data with their media type. */
function bodyOptions(body: SentBody): readonly string[] {
  switch (body.kind) {
    case 'form':
      return body.fields.map((field) =>
        field.joined === undefined
          ? `--data-urlencode ${quoted(`${field.name}=${field.text}`)}`
          : `-d ${quoted(percentEncoded(field))}`,
      );
    case 'parts':
      return body.parts.map((part) => `-F ${quoted(partText(part))}`);
    case 'file':
      return [typeHeader(body), `--data-binary @${body.file}`];
    case 'text':
      return [typeHeader(body), `--data-raw ${quoted(String(body.json))}`];
    case 'json': {
      const line = JSON.stringify(body.json);
      return [typeHeader(body), `-d ${quoted(line.length <= 80 ? line : JSON.stringify(body.json, null, 2))}`];
    }
  }
}

function typeHeader({ mediaType }: { readonly mediaType: string }): string {
  return `-H ${quoted(`Content-Type: ${mediaType}`)}`;
}

/** Returns a part. A text that curl would read as the name of a file, or as more than text, is quoted. */
function partText({ name, mediaType, text, file }: SentPart): string {
  const value = /^[@<"]|;/.test(text) ? `"${text.replace(/[\\"]/g, String.raw`\$&`)}"` : text;
  const type = mediaType === undefined ? '' : `;type=${mediaType}`;
  return `${name}=${file === undefined ? value : `@${file}`}${type}`;
}

/** Quotes a string for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
