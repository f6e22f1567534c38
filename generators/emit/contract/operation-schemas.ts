/** An operation → the constant that holds the schemas of its parameters, its body and its responses, and its rules. */
import { entryKey, object, statement, type Code, type Declaration, type Entry } from '../../code/index.js';
import {
  isJsonContent,
  requestBody,
  successResponses,
  type Api,
  type Operation,
  type SuccessResponse,
} from '../../ir/index.js';
import type { ContractNames } from './names.js';
import { operationComment } from './operation.js';
import { parametersByPlace } from './parameter-places.js';
import { recordRules, rulesCode, scalarRules } from './rules.js';
import { runtime } from './runtime.js';
import { byName, typeCode, type Refer } from './type-code.js';

export function operationSchemasDeclaration(operation: Operation, names: ContractNames, api: Api): Declaration {
  const symbol = names.schemas(operation);
  const refer = byName(names);
  const rules = recordRules(operation.rules);
  const body = requestBody(operation)?.type;
  const code = object(
    [
      ...parametersEntry(operation, refer),
      ...(body === undefined ? [] : [['body', typeCode(body, refer)] as const]),
      ...(rules.length === 0 ? [] : [['rules', rulesCode(rules)] as const]),
      ...statusEntry('responses', responseEntries(successResponses(operation, api), refer)),
      ...statusEntry('errors', errorEntries(operation, refer)),
    ],
    'open',
  );
  const about = operationComment(operation, 'The schemas of ');
  const constant = statement(`${about}export const ${symbol.name}: ${runtime('OperationSchemas')} = `, code, ';');
  return { symbols: [symbol], statements: [constant] };
}

function parametersEntry(operation: Operation, refer: Refer): readonly Entry[] {
  const places = parametersByPlace(operation).map(([place, parameters]): Entry => {
    const entries = parameters.map(({ name, type, rules }): Entry => {
      return [entryKey(name), typeCode(type, refer, scalarRules(rules))];
    });
    return [place, object(entries)];
  });
  return places.length === 0 ? [] : [['parameters', object(places, 'open')]];
}

function statusEntry(key: string, entries: readonly Entry[]): readonly Entry[] {
  return entries.length === 0 ? [] : [[key, object(entries)]];
}

function responseEntries(responses: readonly SuccessResponse[], refer: Refer): readonly Entry[] {
  return responses.flatMap(({ status, type, headers }): readonly Entry[] => {
    const entries: readonly Entry[] = [
      ...(type === undefined ? [] : [['body', typeCode(type, refer)] as const]),
      ...(headers.length === 0
        ? []
        : [['headers', object(headers.map((field) => headerEntry(field.name, typeCode(field.type, refer))))] as const]),
    ];
    return entries.length === 0 ? [] : [[String(status), object(entries)]];
  });
}

function headerEntry(name: string, code: Code): Entry {
  return [entryKey(name), code];
}

/** Several media types of an error are one schema: the first that is JSON. */
function errorEntries({ answers }: Operation, refer: Refer): readonly Entry[] {
  return answers.flatMap(({ status, content }): readonly Entry[] => {
    const json = /^[45]\d\d$/.test(status) ? content.find(isJsonContent) : undefined;
    return json === undefined ? [] : [[status, typeCode(json.type, refer)]];
  });
}
