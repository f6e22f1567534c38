/** The call of an operation with the generated client. */
import {
  call,
  entryKey,
  object,
  propertyKey,
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
import { packageOf } from './imports.js';
import { consumed, eachItem } from './reading.js';
import { sampleCode, sampleText } from './sample-text.js';

/** Returns the code of the call; undefined if there is no client. */
export function clientCode(operation: Operation, request: RequestExample, context: PageContext): string | undefined {
  const names = context.spelling.client?.(operation);
  if (names === undefined) return undefined;
  const name = `${names.variable}${member(names.noun)}${member(names.verb)}`;
  const input = inputOf(request, names);
  const { fileImports, lines } =
    names.paged === undefined
      ? consumed(operation, call(name, ...input), context, names.result)
      : eachItem(call('paginate', names.variable, names.paged, ...input));
  const imported = [names.connect, ...(names.paged === undefined ? [] : ['paginate', names.paged])];
  const files = [...new Set([...fileImports, ...(sendsBytes(request) ? ['createReadStream'] : [])])].sort();
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs';`]),
    `import { ${imported.join(', ')} } from '${packageOf('client', context)}';`,
    '',
    `const ${names.variable} = ${names.isAsync ? 'await ' : ''}${names.connect}(${names.settings ?? ''});`,
    ...lines.map((line) => sampleText(line)),
  ].join('\n');
}

/** Returns the input of the call, if it has one. */
function inputOf({ parameters, body }: RequestExample, { nested, locations }: CallNames): readonly Code[] {
  const placed = parameters.flatMap((one) => {
    const place = places[one.parameter.in];
    return locations.includes(place) ? [{ ...one, place }] : [];
  });
  const flat = placed.filter(({ place }) => !nested.includes(place));
  const groups = nested.map((place) => [place, entriesOf(placed.filter((one) => one.place === place))] as const);
  const entries = [
    ...entriesOf(flat),
    ...groups.filter(([, inside]) => inside.length > 0).map(([place, inside]): CodeEntry => [place, object(inside)]),
    ...(body === undefined ? [] : [['body', bodyCode(body.json)] as const]),
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

function entriesOf(parameters: RequestExample['parameters']): readonly CodeEntry[] {
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
