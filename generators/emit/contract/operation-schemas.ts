/**
 * An operation → the constant of its schemas: of parameters, body and responses, with its rules and the kind of each
 * response.
 */
import {
  constant,
  entryKey,
  list,
  literal,
  object,
  type Declaration,
  type CodeEntry,
  errorResponses,
  isJsonContent,
  rangeResponses,
  requestBody,
  successResponses,
  type Api,
  type Operation,
  type SuccessResponse,
} from '../../emitter/index.js';
import { contentEntry, headersCode } from './content.js';
import type { ContractNames } from './names.js';
import { operationComment } from './operation.js';
import { parametersByPlace } from './parameter-places.js';
import { recordRules, rulesCode, scalarRules } from './rules.js';
import { runtime } from './runtime.js';
import { byName, typeCode, type Refer } from './type-code.js';

export function operationSchemasDeclaration(operation: Operation, names: ContractNames, api: Api): Declaration {
  const symbol = names.operationSchemas(operation);
  const refer = byName(names);
  const rules = recordRules(operation.rules);
  const code = object(
    [
      ...parametersEntry(operation, refer),
      ...requiredEntry(operation),
      ...bodyEntry(operation, refer),
      ...(rules.length === 0 ? [] : [['rules', rulesCode(rules)] as const]),
      [
        'responses',
        object([
          ...successResponses(operation, api).map((one) => responseEntry(String(one.status), one, refer)),
          ...rangeResponses(operation, api).map((one) => responseEntry(entryKey(one.range), one, refer)),
        ]),
      ],
      ...errorsEntry(operation, refer),
    ],
    'open',
  );
  return {
    symbols: [symbol],
    statements: [
      constant({
        name: symbol.name,
        type: runtime('OperationSchemas'),
        value: code,
        comment: `The schemas of ${operationComment(operation)}.`,
      }),
    ],
  };
}

function parametersEntry(operation: Operation, refer: Refer): readonly CodeEntry[] {
  const places = parametersByPlace(operation).map(([place, parameters]): CodeEntry => {
    const entries = parameters.map(({ name, type, rules }): CodeEntry => {
      return [entryKey(name), typeCode(type, refer, scalarRules(rules))];
    });
    return [place, object(entries)];
  });
  return places.length === 0 ? [] : [['parameters', object(places, 'open')]];
}

/** Returns the required parameters, except for those of the path, which are always present. */
function requiredEntry(operation: Operation): readonly CodeEntry[] {
  const places = parametersByPlace(operation).flatMap(([place, parameters]): readonly CodeEntry[] => {
    const names = parameters.filter(({ required }) => required).map(({ name }) => literal(name));
    return place === 'path' || names.length === 0 ? [] : [[place, list(names)]];
  });
  return places.length === 0 ? [] : [['required', object(places)]];
}

function bodyEntry(operation: Operation, refer: Refer): readonly CodeEntry[] {
  const body = requestBody(operation);
  if (body === undefined) return [];
  const entries: readonly CodeEntry[] = [
    ...(body.type === undefined ? [] : [['schema', typeCode(body.type, refer)] as const]),
    ...(body.required ? [['required', 'true'] as const] : []),
    ...contentEntry(operation.body?.content ?? [], refer),
  ];
  return entries.length === 0 ? [] : [['body', object(entries)]];
}

function responseEntry(
  key: string,
  { kind, type, mediaType, framesType, headers, content }: SuccessResponse,
  refer: Refer,
): CodeEntry {
  const response = object([
    ['kind', literal(kind)],
    ...(type === undefined ? [] : [['schema', typeCode(type, refer)] as const]),
    ...(mediaType === undefined ? [] : [['mediaType', literal(mediaType)] as const]),
    ...(framesType === undefined ? [] : [['framesType', literal(framesType)] as const]),
    ...(headers.length === 0 ? [] : [['headers', headersCode(headers, refer)] as const]),
    // The kind says the same of one text in its usual media type.
    ...(kind === 'text' && mediaType === undefined && content.length === 1 ? [] : contentEntry(content, refer)),
  ]);
  return [key, response];
}

/** Returns one schema for each error: that of the first JSON media type. */
function errorsEntry(operation: Operation, refer: Refer): readonly CodeEntry[] {
  const errors = errorResponses(operation).flatMap(({ status, content }): readonly CodeEntry[] => {
    const json = content.find(isJsonContent);
    const key = /^\d+$/.test(status) ? status : entryKey(status);
    return json === undefined ? [] : [[key, typeCode(json.type, refer)]];
  });
  return errors.length === 0 ? [] : [['errors', object(errors)]];
}
