/** The call of an operation with the generated client. */
import { call, entryKey, object, propertyKey, type Code, type Entry } from '../../../code/index.js';
import type { Json } from '../../../document/index.js';
import type { Operation } from '../../../ir/index.js';
import type { RequestExample } from '../example/request.js';
import type { CalledAs, PageContext } from '../page-context.js';
import { packageOf } from './imports.js';
import { consumed } from './reading.js';
import { sampleCode, sampleText } from './sample-text.js';

/** Undefined where there is no client to call. */
export function clientCode(operation: Operation, request: RequestExample, room: PageContext): string | undefined {
  const called = room.spelling.client?.(operation);
  if (called === undefined) return undefined;
  const name = `engine${member(called.noun)}${member(called.verb)}`;
  const { before, lines } = consumed(operation, call(name, ...inputOf(request, called)), room);
  const files = [...new Set([...before, ...(sendsBytes(request) ? ['createReadStream'] : [])])].sort();
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs';`]),
    `import { connect } from '${packageOf('client', room)}';`,
    '',
    'const engine = await connect();',
    ...lines.map((line) => sampleText(line)),
  ].join('\n');
}

/** The input of the call, where it has one. */
function inputOf({ parameters, body }: RequestExample, { nested }: CalledAs): readonly Code[] {
  const flat = parameters.filter(({ parameter }) => !nested.includes(places[parameter.in]));
  const groups = nested.map(
    (place) => [place, entriesOf(parameters.filter(({ parameter }) => places[parameter.in] === place))] as const,
  );
  const entries = [
    ...entriesOf(flat),
    ...groups.filter(([, inside]) => inside.length > 0).map(([place, inside]): Entry => [place, object(inside)]),
    ...(body === undefined ? [] : [['body', bodyCode(body.json)] as const]),
  ];
  return entries.length === 0 ? [] : [object(entries)];
}

const places = { path: 'path', query: 'query', header: 'headers' } as const;

function entriesOf(parameters: RequestExample['parameters']): readonly Entry[] {
  const values = new Map(parameters.map(({ parameter, value }) => [parameter.name, value]));
  return [...values].map(([name, value]) => [entryKey(name), sampleCode(value)]);
}

function bodyCode(json: Json | undefined): Code {
  return json === undefined ? "createReadStream('archive.tar')" : sampleCode(json);
}

function sendsBytes({ body }: RequestExample): boolean {
  return body !== undefined && body.json === undefined;
}

function member(name: string): string {
  const key = propertyKey(name);
  return key === name ? `.${name}` : `[${key}]`;
}
