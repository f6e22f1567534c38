/** Validates conversion rules against their two versions: operations, places in bodies, parameters, headers and responses. */
import {
  joinedPath,
  conversionPath,
  schemaNamed,
  type Response,
  type Api,
  type Operation,
  type Type,
  type ConversionRule,
  type RenameRule,
} from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { indexed, messageKindOf, schemaPlaces, type IndexedApi } from './message-types.js';
import { withNewNames } from './renamed-api.js';
import { beside, expand, typeAt } from './type-at-path.js';

/**
 * Asserts that each rule names operations and places of the version that it reads or writes, that the responses have `Warnings` for
 * a warning, and that a media type is one of the responses.
 *
 * @throws LadingError `OVERLAY_RULE`, naming the rule by its difference
 */
export function assertRulesFit(rules: readonly ConversionRule[], older: Api, newer: Api): void {
  const renamed = withNewNames(older, newer, rules);
  for (const rule of rules) if (rule.rule !== 'rename') assertRuleFits(rule, renamed, newer);
}

function assertRuleFits(rule: Exclude<ConversionRule, RenameRule>, older: Api, newer: Api): void {
  const [source, target] = rule.direction.endsWith('.upgrade') ? [older, newer] : [newer, older];
  assertIsMeaningful(rule);
  const missingIn = (api: Api) => missing(rule, api, target, api === source ? target : source);
  if (rule.when.some(({ is }) => is === 'unknown')) rejectIf(rule, missingIn(target));
  switch (rule.rule) {
    case 'default':
    case 'set':
      return rejectIf(rule, missingIn(target));
    case 'fill':
      return rejectIf(rule, missingIn(target) ?? absent(rule, rule.from, source));
    case 'replace':
      return rejectIf(rule, missingIn(source) ?? missingIn(target));
    case 'drop':
    case 'warn':
      return rejectIf(
        rule,
        missingIn(source) ?? (rule.warning === undefined ? undefined : missingWarnings(rule, source)),
      );
    case 'refuse':
    case 'convert':
    case 'hook':
      // A rule may also refuse what a client sends although its version does not have it.
      return rejectIf(rule, missingIn(source) === undefined ? undefined : missingIn(target));
  }
}

/** Rejects combinations that are invalid in any version. */
function assertIsMeaningful(rule: ConversionRule): void {
  const request = rule.direction.startsWith('request.');
  if (rule.at.in === 'query' && !request) rejectIf(rule, 'a response has no query');
  if (!request && (rule.rule === 'warn' || (rule.rule === 'drop' && rule.warning !== undefined))) {
    rejectIf(rule, 'a warning is only possible for a request');
  }
  if (rule.at.in === 'operation' && rule.rule !== 'refuse' && rule.rule !== 'hook') {
    rejectIf(rule, `the rule ${rule.rule} needs a place in the message`);
  }
  if (rule.at.in === 'only') {
    const direction = rule.at.side === 'newer' ? 'request.downgrade' : 'request.upgrade';
    if (rule.direction !== direction) rejectIf(rule, `only: ${rule.at.side} is decided in ${direction}`);
    const isUnconditional = rule.when.length === 0 && !(rule.rule === 'drop' && rule.warning !== undefined);
    if ((rule.rule !== 'drop' && rule.rule !== 'refuse') || !isUnconditional)
      rejectIf(rule, 'what only one version has is dropped or refused, without conditions and warnings');
  }
  if (rule.at.in === 'paths') rejectIf(rule, 'paths are only renamed');
  if (rule.rule === 'fill' && rule.at.in !== 'body') rejectIf(rule, 'only a part of a body can be filled from others');
}

/** Returns what the version lacks of the place or the conditions of the rule. @param other the other version */
function missing(rule: ConversionRule, api: Api, target: Api, other: Api): string | undefined {
  const { at } = rule;
  if (at.in === 'only') {
    const unknown = at.operations.find((id) => operationOf(api, id) === undefined);
    return unknown === undefined ? undefined : `version ${api.version} has no operation ${unknown}`;
  }
  if (at.in === 'schema') {
    const schema = schemaNamed(api, at.schema);
    const unknownOperation = at.operations.find((id) => operationOf(api, id) === undefined);
    if (unknownOperation !== undefined) return `version ${api.version} has no operation ${unknownOperation}`;
    const reason =
      schema === undefined
        ? `version ${api.version} has no schema ${at.schema}`
        : within(rule, [api, target], schema.type, at.path, at.schema);
    return reason === undefined || isInPlace(rule, at, [api, target], indexed(other)) ? undefined : reason;
  }
  for (const id of at.operations) {
    const operation = operationOf(api, id);
    const reason =
      operation === undefined
        ? `version ${api.version} has no operation ${id}`
        : inOperation(rule, [api, target], operation);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Whether a version has the place where the other version has the schema: with a schema of another name, or within a larger one. */
function isInPlace(
  rule: ConversionRule,
  { schema, path, operations }: ConversionRule['at'] & { readonly in: 'schema' },
  [api, target]: readonly [Api, target: Api],
  other: IndexedApi,
): boolean {
  return other.operations.some((operation) => {
    const own =
      operations.length > 0 && !operations.includes(operation.id) ? undefined : operationOf(api, operation.id);
    if (own === undefined) return false;
    const places = schemaPlaces(other, operation, messageKindOf(rule.direction)).paths.get(schema) ?? [];
    return [...places].some((place) =>
      bodies(rule, own).some((type) => within(rule, [api, target], type, joinedPath(place, path), '') === undefined),
    );
  });
}

function inOperation(
  rule: ConversionRule,
  versions: readonly [Api, target: Api],
  operation: Operation,
): string | undefined {
  const [api] = versions;
  const { at } = rule;
  const where = `${operation.id} of version ${api.version}`;
  switch (at.in) {
    case 'body': {
      const lacks = bodies(rule, operation).map((type) => within(rule, versions, type, at.path, where));
      return lacks.length === 0 ? `${where} has no such body` : lacks.includes(undefined) ? undefined : lacks[0];
    }
    case 'query': {
      const parameter = operation.parameters.find(({ name, in: place }) => name === at.name && place === 'query');
      return parameter
        ? within(rule, versions, parameter.type, at.path, where)
        : `${where} has no query parameter ${at.name}`;
    }
    case 'header':
      return headerMissing(rule, operation, at.name) ? `${where} has no header ${at.name}` : undefined;
    default:
      return undefined;
  }
}

function headerMissing(rule: ConversionRule, operation: Operation, name: string): boolean {
  const isSameName = (other: string) => other.toLowerCase() === name.toLowerCase();
  const isRequest = rule.direction.startsWith('request.');
  if (isSameName('content-type')) {
    const contents = isRequest
      ? (operation.body?.content ?? [])
      : operation.responses.flatMap(({ content }) => content);
    return rule.rule === 'set'
      ? !contents.some(({ mediaType }) => mediaType === rule.value)
      : isRequest && contents.length === 0;
  }
  if (isRequest) {
    return !operation.parameters.some((parameter) => parameter.in === 'header' && isSameName(parameter.name));
  }
  return !operation.responses.some(({ headers }) => headers.some((header) => isSameName(header.name)));
}

/** Returns what a type lacks of a path, or of the properties beside it that the conditions name. */
function within(
  rule: ConversionRule,
  [api, target]: readonly [Api, target: Api],
  root: Type,
  path: string,
  where: string,
): string | undefined {
  const segments = conversionPath(path);
  const type = typeAt(api, root, segments);
  if (type === undefined) return `${where} has no ${JSON.stringify(path)}`;
  for (const { of, is } of rule.when) {
    const conditionType = of === '' ? type : typeAt(api, root, [...beside(segments), ...conversionPath(of)]);
    if (conditionType === undefined) return `${where} has no ${JSON.stringify(of)} beside ${JSON.stringify(path)}`;
    const kinds = expand(api, conditionType).map(({ kind }) => kind);
    // The other version may allow any value.
    if (is === 'unknown' && api === target && !kinds.includes('enum')) return `${JSON.stringify(path)} is not an enum`;
    if (is === 'several' && !kinds.includes('map') && !kinds.includes('array')) {
      return `${JSON.stringify(path)} is neither an array nor a map`;
    }
  }
  return undefined;
}

function absent(rule: ConversionRule, path: string, api: Api): string | undefined {
  for (const id of rule.at.operations) {
    const operation = operationOf(api, id);
    const types = operation === undefined ? [] : bodies(rule, operation);
    if (!types.some((type) => typeAt(api, type, conversionPath(path)) !== undefined)) {
      return `${id} of version ${api.version} has no ${JSON.stringify(path)} to fill from`;
    }
  }
  return undefined;
}

/** Returns the error if the response of an operation has no `Warnings` in the version of the client. */
function missingWarnings(rule: ConversionRule, source: Api): string | undefined {
  if (rule.at.operations.length === 0) return 'a warning needs operations whose responses have Warnings';
  const operationWithoutWarnings = rule.at.operations.find((id) => {
    const responses = operationOf(source, id)?.responses.filter(success) ?? [];
    return !responses.some(({ content }) => content.some(({ type }) => typeAt(source, type, ['Warnings', '[]'])));
  });
  return operationWithoutWarnings === undefined
    ? undefined
    : `the response of ${operationWithoutWarnings} at version ${source.version} has no Warnings`;
}

function bodies(rule: ConversionRule, operation: Operation): readonly Type[] {
  const contents = rule.direction.startsWith('request.')
    ? (operation.body?.content ?? [])
    : operation.responses.filter(success).flatMap(({ content }) => content);
  return contents.map(({ type }) => type);
}

function success(response: Response): boolean {
  return response.status.startsWith('2');
}

function operationOf(api: Api, id: string): Operation | undefined {
  return api.operations.find((operation) => operation.id === id);
}

function rejectIf(rule: ConversionRule, reason: string | undefined): void {
  if (reason === undefined) return;
  throw new LadingError({
    code: 'OVERLAY_RULE',
    subject: reason,
    place: `rule ${rule.rule}, ${rule.direction}, of the difference ${rule.difference}`,
    remedy: 'Correct the place, or remove the rule',
  });
}
