/** Sample code that uses the result of a client call. */
import {
  preferredContent,
  statement,
  type CallResult,
  type Code,
  type Content,
  type Operation,
  type Response,
  type Type,
} from '../../../emitter/index.js';
import type { PageContext } from '../page-context.js';

export interface Consumed {
  /** The names to import from `node:fs`. */
  readonly fileImports: readonly string[];
  readonly lines: readonly Code[];
}

/** @param result what the call returns, if that does not follow from the content */
export function consumed(operation: Operation, call: Code, context: PageContext, result?: CallResult): Consumed {
  if (result === 'statuses')
    return plainly([statement('const { status, body } = await ', call, ';'), 'console.log(status, body);']);
  if (result === 'items') return eachItem(call, ' await');
  if (result === 'nothing') return plainly([statement('await ', call, ';')]);
  if (result === 'download')
    return { fileImports: ['promises'], lines: [statement("await promises.writeFile('download', await ", call, ');')] };
  const { responses, method } = operation;
  const switched = responses.find(({ status, stream }) => status === '101' && stream !== undefined)?.stream?.kind;
  if (switched === 'websocket' || switched === 'http2')
    return plainly([statement('const connection = await ', call, ';'), 'connection.pipe(process.stdout);']);
  if (switched !== undefined)
    return plainly([
      statement('const attached = await ', call, ';'),
      'attached.stdout.pipe(process.stdout);',
      'process.stdin.pipe(attached.stdin);',
    ]);
  const successes = successesOf(responses);
  const content =
    method === 'HEAD'
      ? undefined
      : preferredContent(successes.find((response) => response.content.length > 0)?.content);
  if (content !== undefined) return ofContent(content, call, context);
  if (responses.some(({ status }) => status === '304'))
    return plainly([
      statement('const { changed } = await ', call, ';'),
      "console.log(changed ? 'done' : 'nothing to do');",
    ]);
  if (successes.some(({ headers }) => headers.length > 0))
    return plainly([statement('const headers = await ', call, ';'), 'console.log(headers);']);
  return plainly([statement('await ', call, ';')]);
}

/** Returns a loop over an asynchronous iterable. */
export function eachItem(iterable: Code, waiting = ''): Consumed {
  return plainly([statement(`for await (const item of${waiting} `, iterable, ') {'), '  console.log(item);', '}']);
}

function ofContent({ mediaType, type, stream }: Content, call: Code, context: PageContext): Consumed {
  if (stream?.kind === 'json-lines') return each('message', call);
  if (stream?.kind === 'multiplexed' || (stream?.kind === 'raw' && /raw-stream$/.test(mediaType)))
    return plainly([
      statement('for await (const { stream, data } of await ', call, ') {'),
      '  process[stream].write(data);',
      '}',
    ]);
  if (stream !== undefined)
    return {
      fileImports: ['createWriteStream'],
      lines: [statement('const archive = await ', call, ';'), "archive.pipe(createWriteStream('archive.tar'));"],
    };
  if (!/[/+]json\b/.test(mediaType)) return plainly([statement('console.log(await ', call, ');')]);
  if (isList(type, context)) return each('entry', call, '');
  const names = namesIn(type, context);
  return names.length === 0
    ? plainly([statement('const response = await ', call, ';'), 'console.log(response);'])
    : plainly([statement(`const { ${names.join(', ')} } = await `, call, ';'), `console.log(${names.join(', ')});`]);
}

function each(name: string, call: Code, waiting = ' await'): Consumed {
  return plainly([statement(`for${waiting} (const ${name} of await `, call, ') {'), `  console.log(${name});`, '}']);
}

function plainly(lines: readonly Code[]): Consumed {
  return { fileImports: [], lines };
}

function successesOf(responses: readonly Response[]): readonly Response[] {
  const successes = responses.filter(({ status }) => /^2/.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

function isList(type: Type, { schemas }: PageContext): boolean {
  if (type.nullable) return false;
  if (type.kind !== 'reference') return type.kind === 'array';
  const target = schemas.get(type.name)?.type;
  return target?.kind === 'array' && target.nullable !== true;
}

/** Returns the properties of a small record that can be variables. */
function namesIn(type: Type, { schemas, examples }: PageContext): readonly string[] {
  const target = type.kind === 'reference' ? schemas.get(type.name)?.type : undefined;
  if (target?.kind !== 'record' || type.nullable || target.nullable) return [];
  const fields = examples.fieldsOf(target);
  return fields.length > 3 ? [] : fields.map(({ name }) => name).filter((name) => /^[A-Z][A-Za-z0-9]*$/.test(name));
}
