/** Finds the types of the values that the function of a rule `convert` takes and returns. */
import {
  conversionPath,
  schemaNamed,
  successResponses,
  type Api,
  type ConvertedValue,
  type ConvertRule,
  type Operation,
  type Type,
} from '../ir/index.js';
import { typeAt } from './type-at-path.js';

/** Returns the types at the place of a written rule; undefined in a version without it. */
export function convertedValueOf(rule: ConvertRule, older: Api, newer: Api): ConvertedValue {
  if (rule.value !== undefined) return rule.value;
  const { at } = rule;
  const types = [typeOf(rule, older), typeOf(rule, newer)] as const;
  if (at.in !== 'schema') return { types, owners: [], absent: true };
  const nameIn = (api: Api) => (api.schemas.some(({ name }) => name === at.schema) ? at.schema : '');
  const isProperty = conversionPath(at.path).length === 1;
  return { types, owners: isProperty ? [[nameIn(older), nameIn(newer)]] : [], absent: true };
}

function typeOf({ at, direction }: ConvertRule, api: Api): Type | undefined {
  const [id] = at.operations;
  const operation = api.operations.find((each) => each.id === id);
  switch (at.in) {
    case 'schema': {
      const schema = schemaNamed(api, at.schema);
      return schema && typeAt(api, schema.type, conversionPath(at.path));
    }
    case 'body':
      return bodiesOf(operation, direction.startsWith('request.'), api)
        .map((type) => typeAt(api, type, conversionPath(at.path)))
        .find((type) => type !== undefined);
    case 'query': {
      const parameter = operation?.parameters.find((each) => each.in === 'query' && each.name === at.name);
      return parameter && typeAt(api, parameter.type, conversionPath(at.path));
    }
    default:
      return undefined;
  }
}

function bodiesOf(operation: Operation | undefined, isRequest: boolean, api: Api): readonly Type[] {
  if (operation === undefined) return [];
  const contents = isRequest
    ? (operation.body?.content ?? [])
    : successResponses(operation, api).flatMap(({ content }) => content);
  return contents.map(({ type }) => type);
}
