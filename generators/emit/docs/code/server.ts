/** The handler of an operation, for the generated server. */
import { literal, propertyKey, statement } from '../../../code/index.js';
import { isObject } from '../../../document/index.js';
import type { Operation } from '../../../ir/index.js';
import { usualOf, type ResponseExample } from '../example/response.js';
import type { HandledAs, PageContext } from '../page-context.js';
import { packageOf } from './imports.js';
import { sampleCode, sampleText } from './sample-text.js';

/** A handler as it is written, and what it needs. */
interface Written {
  /** `(${call}) => …` or `async *name(call) { … }`, without the last comma. */
  readonly lines: readonly string[];
  readonly imports?: readonly string[];
  readonly files?: true;
  /** The answer is longer than what can be read beside a handler: it comes from outside. */
  readonly given?: string;
}

const LONGEST = 14;

/** Undefined where there is no server to write for. */
export function serverCode(operation: Operation, response: ResponseExample, room: PageContext): string | undefined {
  const handled = room.spelling.server?.(operation);
  if (handled === undefined) return undefined;
  const { lines, imports = [], files, given } = written(operation, response, handled);
  const names = ['type Handlers', ...(given === undefined ? [] : [`type ${given}`]), ...imports];
  const [open, close] =
    given === undefined
      ? ['export const handlers: Handlers = {', '};']
      : [`export const handlers = (response: ${given}): Handlers => ({`, '});'];
  return [
    ...(files ? ["import { createReadStream } from 'node:fs';"] : []),
    `import { ${names.join(', ')} } from '${packageOf('server', room)}';`,
    '',
    open,
    `  ${propertyKey(handled.noun)}: {`,
    ...lines.map((line) => `    ${line}`),
    '  },',
    close,
  ].join('\n');
}

function written(
  operation: Operation,
  { status, mediaType, body, text }: ResponseExample,
  handled: HandledAs,
): Written {
  const { responses, method } = operation;
  const call = callText(operation);
  const verb = propertyKey(handled.verb);
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
  if (kinds.includes('json-lines') && body !== undefined)
    return {
      lines: [
        `async *${verb}(${call}) {`,
        ...indented(sampleText(statement('yield ', sampleCode(body), ';'), 6)),
        '},',
      ],
    };
  if (kinds.includes('multiplexed') || content.some(({ mediaType: type }) => /[.-]raw-stream$/.test(type)))
    return { lines: [`async *${verb}(${call}) {`, "  yield { stream: 'stdout', data: 'ready\\n' };", '},'] };
  if (mediaType !== undefined && body === undefined && text === undefined)
    return { lines: [`${verb}: (${call}) => createReadStream('archive.tar'),`], files: true };
  if (text !== undefined) return { lines: [`${verb}: (${call}) => ${literal(text)},`] };
  if (body === undefined)
    return {
      lines: [`${verb}: async (${call}) => {`, `  // responds with ${/^\d+$/.test(status) ? status : 200}`, '},'],
    };
  const [open, close] = isObject(body) ? ['(', '),'] : ['', ','];
  const lines = sampleText(statement(`${verb}: async (${call}) => ${open}`, sampleCode(body), close), 4).split('\n');
  return lines.length > LONGEST
    ? { lines: [`${verb}: async (${call}) => response,`], given: handled.result }
    : { lines };
}

/** What the handler is given, as far as there is something in it. */
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
