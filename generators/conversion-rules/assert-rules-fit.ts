/** Whether wire rules speak of what the two versions have: operations, places in their bodies, parameters, headers, answers. */
import {
  conversionPath,
  type Response,
  type Api,
  type Operation,
  type Type,
  type ConversionRule,
} from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { beside, expand, typeAt } from './type-at-path.js';

/**
 * Each rule names operations and places that exist in the version that it reads or writes; a warning finds `Warnings` in the
 * answers, and a media type is one that the operation answers with.
 *
 * @throws LadingError `OVERLAY_RULE`, naming the rule by its difference
 */
export function assertRulesFit(rules: readonly ConversionRule[], older: Api, newer: Api): void {
  for (const rule of rules) assertFits(rule, older, newer);
}

function assertFits(rule: ConversionRule, older: Api, newer: Api): void {
  const [source, target] = rule.direction.endsWith('.up') ? [older, newer] : [newer, older];
  assertSense(rule);
  const misses = (api: Api) => missing(rule, api);
  switch (rule.rule) {
    case 'default':
    case 'set':
      return must(rule, misses(target));
    case 'fill':
      return must(rule, misses(target) ?? absent(rule, rule.from, source));
    case 'replace':
      return must(rule, misses(source) ?? misses(target));
    case 'drop':
    case 'warn':
      return must(rule, misses(source) ?? (rule.warning === undefined ? undefined : unheard(rule, source)));
    case 'refuse':
    case 'step':
      // What a client sends although its version does not have it may have to be refused as well.
      return must(rule, misses(source) === undefined ? undefined : misses(target));
  }
}

/** What no version could make sense of. */
function assertSense(rule: ConversionRule): void {
  const request = rule.direction.startsWith('request.');
  if (rule.at.in === 'query' && !request) must(rule, 'an answer has no query');
  if (!request && (rule.rule === 'warn' || (rule.rule === 'drop' && rule.warning !== undefined))) {
    must(rule, 'only what a request loses can be warned of');
  }
  if (rule.at.in === 'operation' && rule.rule !== 'refuse' && rule.rule !== 'step') {
    must(rule, `the rule ${rule.rule} needs a place in the message`);
  }
  if (rule.rule === 'fill' && rule.at.in !== 'body') must(rule, 'only a part of a body can be filled from others');
}

/** What the version lacks of the place of the rule, or of what its conditions speak of. */
function missing(rule: ConversionRule, api: Api): string | undefined {
  const { at } = rule;
  if (at.in === 'schema') {
    const schema = api.schemas.find(({ name }) => name === at.schema);
    if (schema === undefined) return `version ${api.version} has no schema ${at.schema}`;
    const stranger = at.operations.find((id) => operationOf(api, id) === undefined);
    if (stranger !== undefined) return `version ${api.version} has no operation ${stranger}`;
    return within(rule, api, schema.type, at.path, at.schema);
  }
  for (const id of at.operations) {
    const operation = operationOf(api, id);
    const lack =
      operation === undefined ? `version ${api.version} has no operation ${id}` : inOperation(rule, api, operation);
    if (lack !== undefined) return lack;
  }
  return undefined;
}

function inOperation(rule: ConversionRule, api: Api, operation: Operation): string | undefined {
  const { at } = rule;
  const where = `${operation.id} of version ${api.version}`;
  switch (at.in) {
    case 'body': {
      const lacks = bodies(rule, operation).map((type) => within(rule, api, type, at.path, where));
      return lacks.length === 0 ? `${where} has no such body` : lacks.includes(undefined) ? undefined : lacks[0];
    }
    case 'query': {
      const parameter = operation.parameters.find(({ name, in: place }) => name === at.name && place === 'query');
      return parameter
        ? within(rule, api, parameter.type, at.path, where)
        : `${where} has no query parameter ${at.name}`;
    }
    case 'header':
      return headerMissing(rule, operation, at.name) ? `${where} has no header ${at.name}` : undefined;
    default:
      return undefined;
  }
}

function headerMissing(rule: ConversionRule, operation: Operation, name: string): boolean {
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  if (rule.direction.startsWith('request.')) {
    return !operation.parameters.some((parameter) => parameter.in === 'header' && same(parameter.name));
  }
  if (same('content-type')) {
    const types = operation.responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
    return rule.rule === 'set' && !types.some((type) => type === rule.value);
  }
  return !operation.responses.some(({ headers }) => headers.some((header) => same(header.name)));
}

/** The path from a type on, and what the conditions name beside it. */
function within(rule: ConversionRule, api: Api, root: Type, path: string, where: string): string | undefined {
  const segments = conversionPath(path);
  const type = typeAt(api, root, segments);
  if (type === undefined) return `${where} has no ${JSON.stringify(path)}`;
  for (const { of, is } of rule.when) {
    const spoken = of === '' ? type : typeAt(api, root, [...beside(segments), ...conversionPath(of)]);
    if (spoken === undefined) return `${where} has no ${JSON.stringify(of)} beside ${JSON.stringify(path)}`;
    const kinds = expand(api, spoken).map(({ kind }) => kind);
    if (is === 'unknown' && !kinds.includes('enum')) return `${JSON.stringify(path)} has no list of known values`;
    if (is === 'several' && !kinds.includes('map') && !kinds.includes('list')) {
      return `${JSON.stringify(path)} is neither a list nor a map`;
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

/** The first operation whose answer cannot carry a warning to the client, which speaks the version of the source. */
function unheard(rule: ConversionRule, source: Api): string | undefined {
  if (rule.at.operations.length === 0) return 'a warning needs operations whose answers can carry it';
  const deaf = rule.at.operations.find((id) => {
    const responses = operationOf(source, id)?.responses.filter(success) ?? [];
    return !responses.some(({ content }) => content.some(({ type }) => typeAt(source, type, ['Warnings', '[]'])));
  });
  return deaf === undefined ? undefined : `the answer of ${deaf} at version ${source.version} has no Warnings`;
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

function must(rule: ConversionRule, lack: string | undefined): void {
  if (lack === undefined) return;
  throw new LadingError({
    code: 'OVERLAY_RULE',
    subject: lack,
    place: `rule ${rule.rule}, ${rule.direction}, of the difference ${rule.difference}`,
    remedy: 'Correct the place, or drop the rule',
  });
}
