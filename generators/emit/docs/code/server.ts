/** The handler of an operation, for the generated server. */
import {
  isArray,
  isObject,
  literal,
  propertyKey,
  statement,
  type HandlerNames,
  type Json,
  type Operation,
} from '../../../emitter/index.js';
import { usualOf, type ResponseExample } from '../example/response.js';
import type { PageContext } from '../page-context.js';
import { packageOf } from './imports.js';
import { sampleCode, sampleText, WIDTH } from './sample-text.js';

/** The code of a handler, and what it needs. */
interface HandlerCode {
  /** The lines: `verb: (call) => …,` or `async *verb(call) { … },`. */
  readonly lines: readonly string[];
  readonly imports?: readonly string[];
  readonly files?: true;
  /** The type of the response if it is too long to be shown in the handler: it is then a parameter. */
  readonly responseType?: string;
}

const LONGEST = 14;

/** Returns the code of the handler; undefined if there is no server. */
export function serverCode(operation: Operation, response: ResponseExample, context: PageContext): string | undefined {
  const names = context.spelling.server?.(operation);
  if (names === undefined) return undefined;
  const { lines, imports = [], files, responseType } = handlerCode(operation, response, names);
  const imported = ['type Handlers', ...(responseType === undefined ? [] : [`type ${responseType}`]), ...imports];
  const [open, close] =
    responseType === undefined
      ? ['export const handlers: Handlers = {', '};']
      : [`export const handlers = (response: ${responseType}): Handlers => ({`, '});'];
  return [
    ...(files ? ["import { createReadStream } from 'node:fs';"] : []),
    `import { ${imported.join(', ')} } from '${packageOf('server', context)}';`,
    '',
    open,
    `  ${propertyKey(names.noun)}: {`,
    ...lines.map((line) => `    ${line}`),
    '  },',
    close,
  ].join('\n');
}

function handlerCode(
  operation: Operation,
  { status, mediaType, body, text, item }: ResponseExample,
  names: HandlerNames,
): HandlerCode {
  const { responses, method } = operation;
  const call = callText(operation);
  const verb = propertyKey(names.verb);
  const switched = responses.find((response) => response.status === '101' && response.stream !== undefined)?.stream
    ?.kind;
  if (switched === 'websocket' || switched === 'http2')
    return { lines: [`${verb}: (${call}) => session(({ raw }) => void raw.pipe(raw)),`], imports: ['session'] };
  if (switched !== undefined)
    return {
      lines: [`${verb}: (${call}) => session(({ stdin, stdout }) => void stdin.pipe(stdout)),`],
      imports: ['session'],
    };
  const content = method === 'HEAD' ? [] : (usualOf(operation)?.content ?? []);
  const kinds = content.map(({ stream }) => stream?.kind);
  const yielded = item ?? (kinds.includes('json-lines') ? body : undefined);
  if (yielded !== undefined)
    return {
      lines: [
        `async *${verb}(${call}) {`,
        ...indented(sampleText(statement('yield ', sampleCode(yielded), ';'), 6)),
        '},',
      ],
    };
  if (kinds.includes('multiplexed') || content.some(({ mediaType: type }) => /[.-]raw-stream$/.test(type)))
    return { lines: [`async *${verb}(${call}) {`, "  yield { stream: 'stdout', data: 'ready\\n' };", '},'] };
  const shown = content.find((one) => one.mediaType === mediaType);
  const isText = text !== undefined && shown?.type.kind !== 'bytes';
  if (mediaType !== undefined && body === undefined && !isText)
    return { lines: [`${verb}: (${call}) => createReadStream('archive.tar'),`], files: true };
  if (isText) return { lines: [`${verb}: (${call}) => ${literal(text)},`] };
  if (body === undefined)
    return {
      lines: [`${verb}: async (${call}) => {`, `  // responds with ${/^\d+$/.test(status) ? status : 200}`, '},'],
    };
  const withResponse = { lines: [`${verb}: async (${call}) => response,`], responseType: names.result };
  // The layout of a large value takes long.
  if (sizeOf(body) > LONGEST * WIDTH) return withResponse;
  const [open, close] = isObject(body) ? ['(', '),'] : ['', ','];
  const lines = sampleText(statement(`${verb}: async (${call}) => ${open}`, sampleCode(body), close), 4).split('\n');
  return lines.length > LONGEST ? withResponse : { lines };
}

/** Returns how much of the lines of a value is certainly filled: of the line of a single long string, no more than its width. */
function sizeOf(value: Json, key = ''): number {
  if (typeof value !== 'object' || value === null) return Math.min(key.length + String(value).length, WIDTH);
  if (isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 0);
  return Object.entries(value).reduce((sum, [name, entry]) => sum + sizeOf(entry, name), 0);
}

/** Returns the parameter of the handler, with the parts of the call that the operation has. */
function callText({ parameters, body }: Operation): string {
  const has = (place: string) => parameters.some((parameter) => parameter.in === place);
  const parts = [
    ...(has('path') ? ['path'] : []),
    ...(has('query') ? ['query'] : []),
    ...(has('header') ? ['headers'] : []),
    ...(body !== undefined && body.content.length > 0 ? ['body'] : []),
  ];
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `  ${line}`);
}
