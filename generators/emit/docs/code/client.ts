/** The call of an operation with the generated client. */
import { propertyKey } from '../../../code/index.js';
import { objectOf, type Json } from '../../../document/index.js';
import type { Operation, Parameter } from '../../../ir/index.js';
import type { RequestExample } from '../example/request.js';
import type { CalledAs, Room } from '../room.js';
import { packageOf } from './imports.js';
import { objectText } from './object-text.js';
import { consumed } from './reading.js';

/** Undefined where there is no client to call. */
export function clientCode(operation: Operation, request: RequestExample, room: Room): string | undefined {
  const called = room.spelling.client?.(operation);
  if (called === undefined) return undefined;
  const call = `engine${member(called.noun)}${member(called.verb)}(${inputText(request, called)})`;
  const { before, lines } = consumed(operation, call, room);
  const files = [...new Set([...before, ...(sendsBytes(request) ? ['createReadStream'] : [])])].sort();
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs';`]),
    `import { connect } from '${packageOf('client', room)}';`,
    '',
    'const engine = await connect();',
    ...lines,
  ].join('\n');
}

function inputText({ parameters, body }: RequestExample, { nested }: CalledAs): string {
  const flat = parameters.filter(({ parameter }) => !nested.includes(places[parameter.in]));
  const groups = nested.map(
    (place) => [place, entriesOf(parameters.filter(({ parameter }) => places[parameter.in] === place))] as const,
  );
  const json = objectOf([
    ...entriesOf(flat),
    ...groups
      .filter(([, entries]) => entries.length > 0)
      .map(([place, entries]) => [place, objectOf(entries)] as const),
    ...(body?.json === undefined ? [] : [['body', body.json] as const]),
  ]);
  const text = Object.keys(json).length === 0 ? '' : objectText(json, '', 40);
  if (body === undefined || body.json !== undefined) return text;
  const bytes = `body: createReadStream('archive.tar')`;
  if (text === '') return `{ ${bytes} }`;
  return text.endsWith(' }') ? `${text.slice(0, -2)}, ${bytes} }` : `${text.slice(0, -1)}  ${bytes},\n}`;
}

const places = { path: 'path', query: 'query', header: 'headers' } as const;

function entriesOf(parameters: RequestExample['parameters']): readonly (readonly [string, Json])[] {
  return parameters.map(
    ({ parameter, value }: { parameter: Parameter; value: Json }) => [parameter.name, value] as const,
  );
}

function sendsBytes({ body }: RequestExample): boolean {
  return body !== undefined && body.json === undefined;
}

function member(name: string): string {
  const key = propertyKey(name);
  return key === name ? `.${name}` : `[${key}]`;
}
