/** An operation → the constant that says how its requests are read and its answers are written. */
import {
  type Code,
  type Declaration,
  type Entry,
  commentBlock,
  commentText,
  entryKey,
  list,
  literal,
  object,
  statement,
} from '../../code/index.js';
import type { Operation, Parameter } from '../../ir/index.js';
import { givenOf, type Rooms } from './answer.js';
import { isJson } from './content.js';
import { recordRules, rulesCode, scalarRules } from './rules.js';
import { runtime } from './runtime.js';
import { byName, typeCode } from './type-code.js';

export function operationDeclaration(operation: Operation, rooms: Rooms): Declaration {
  const { names } = rooms;
  const symbol = names.operation(operation);
  const { id, noun, method, path } = operation;
  const rules = recordRules(operation.rules);
  const answers = givenOf(operation, rooms).map(({ status, code }): Entry => [String(status), code]);
  const body = bodyCode(operation, rooms);
  const code = object(
    [
      ['id', literal(id)],
      ['noun', literal(names.noun(noun))],
      ['verb', literal(names.verb(operation))],
      ['method', literal(method)],
      ['path', literal(path)],
      ...(operation.parameters.some(({ slashes }) => slashes) ? [['slashes', 'true'] as const] : []),
      ...parametersEntry(operation, rooms),
      ...(body === undefined ? [] : [['body', body] as const]),
      ...(rules.length === 0 ? [] : [['rules', rulesCode(rules)] as const]),
      ['answers', object(answers)],
    ],
    'open',
  );
  const about = commentBlock(commentText(`\`${method} ${path}\``).replaceAll('\n', ' '));
  const constant = statement(`${about}export const ${symbol.name}: ${runtime('Operation')} = `, code, ';');
  return { symbols: [symbol], statements: [constant] };
}

function parametersEntry({ parameters }: Operation, rooms: Rooms): readonly Entry[] {
  const places: readonly Entry[] = [
    ...placeEntry('path', parameters, 'path', rooms),
    ...placeEntry('query', parameters, 'query', rooms),
    ...placeEntry('headers', parameters, 'header', rooms),
  ];
  return places.length === 0 ? [] : [['parameters', object(places, 'open')]];
}

function placeEntry(
  key: string,
  all: readonly Parameter[],
  place: Parameter['in'],
  { names }: Rooms,
): readonly Entry[] {
  const found = new Map(all.filter((parameter) => parameter.in === place).map((one) => [one.name, one] as const));
  if (found.size === 0) return [];
  const entries = [...found].map(([name, { encoding, type, required, rules }]): Entry => {
    const shape = typeCode(type, byName(names), scalarRules(rules));
    const said: readonly Entry[] = [
      ['encoding', literal(encoding)],
      ['shape', shape],
    ];
    return [entryKey(name), object([...said, ...(required ? [['required', 'true'] as const] : [])])];
  });
  return [[key, object(entries)]];
}

function bodyCode({ body }: Operation, { names }: Rooms): Code | undefined {
  const [first] = body?.content ?? [];
  if (body === undefined || first === undefined) return undefined;
  const required: readonly Entry[] = body.required ? [['required', 'true']] : [];
  if (isJson(first))
    return object([['kind', literal('json')], ['shape', typeCode(first.type, byName(names))], ...required]);
  const mediaTypes = list(body.content.map(({ mediaType }) => literal(mediaType)));
  return object([['kind', literal('bytes')], ['mediaTypes', mediaTypes], ...required]);
}
