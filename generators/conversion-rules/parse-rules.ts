/** Parses the conversion rules of the actions of an overlay, and rejects invalid ones. */
import { get, isArray, isObject, type Json, type JsonObject, type OverlayFile } from '../document/index.js';
import {
  fillMethods,
  conversionDirections,
  conversionRuleKinds,
  conversionStates,
  type ConversionCondition,
  type ConversionRule,
  type ConversionRuleKind,
} from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { placeOf } from './parse-place.js';

/** The properties of each kind besides direction, rule, at, when and description. One with `?` is optional. */
const propertiesByKind: Readonly<Record<ConversionRuleKind, readonly string[]>> = {
  default: ['value'],
  set: ['value'],
  fill: ['by', 'from'],
  replace: ['from', 'value'],
  drop: ['warning?'],
  warn: ['warning'],
  refuse: ['status', 'message'],
  rename: ['from', 'to?'],
  convert: ['hook', 'question'],
  hook: ['hook', 'question'],
};

/**
 * Returns the rules of all actions, in the order of application.
 *
 * @throws LadingError `OVERLAY_RULE` for an invalid rule, with the file and the place in it
 */
export function conversionRulesOf(overlay: OverlayFile): readonly ConversionRule[] {
  return overlay.actions.flatMap((action, index) => {
    const place = `${overlay.name}#/actions/${index}`;
    const rules = get(action.extensions ?? {}, 'x-lading-conversion-rules');
    if (rules === undefined) return [];
    if (!isArray(rules))
      throw problem(
        `${place}/x-lading-conversion-rules`,
        'x-lading-conversion-rules must be an array',
        'Write one item for each rule',
      );
    const difference = get(action.extensions ?? {}, 'x-lading-difference');
    if (typeof difference !== 'string') {
      throw problem(
        place,
        'the action has conversion rules, but no x-lading-difference',
        'Name the difference that they belong to',
      );
    }
    return rules.flatMap((rule, at) =>
      eachSchema(rule)
        .flatMap((one) => eachDirection(one, `${place}/x-lading-conversion-rules/${at}`))
        .map((one) => ruleOf(one, difference, `${place}/x-lading-conversion-rules/${at}`)),
    );
  });
}

/** Returns a rule for each schema, if `at` names several. */
function eachSchema(rule: Json): readonly Json[] {
  const at = isObject(rule) ? get(rule, 'at') : undefined;
  const schemas = isObject(at) ? get(at, 'schema') : undefined;
  if (!isObject(rule) || !isObject(at) || !isArray(schemas) || schemas.length === 0) return [rule];
  return schemas.map((schema) => ({ ...rule, at: { ...at, schema } }));
}

/** Returns a rule for each of its directions. A name holds in every direction, so that a rule `rename` states none. */
function eachDirection(rule: Json, place: string): readonly Json[] {
  if (!isObject(rule)) return [rule];
  const stated = get(rule, 'direction');
  if (get(rule, 'rule') !== 'rename') {
    if (!isArray(stated) || stated.length === 0) return [rule];
    if (new Set(stated).size < stated.length)
      throw problem(`${place}/direction`, 'a direction is listed twice', 'List each direction once');
    return stated.map((direction) => ({ ...rule, direction }));
  }
  if (stated !== undefined)
    throw problem(`${place}/direction`, 'a rule rename holds in every direction', 'Remove direction');
  const isQuery = isObject(get(rule, 'at')) && get(get(rule, 'at') as JsonObject, 'query') !== undefined;
  const isPaths = isObject(get(rule, 'at')) && get(get(rule, 'at') as JsonObject, 'paths') !== undefined;
  return conversionDirections
    .filter((direction) => !(isQuery || isPaths) || direction.startsWith('request.'))
    .map((direction) => ({ ...rule, direction }));
}

function ruleOf(value: Json, difference: string, place: string): ConversionRule {
  if (!isObject(value))
    throw problem(place, 'a conversion rule must be an object', 'Give it direction, rule, at and description');
  const kind = oneOf(value, 'rule', conversionRuleKinds, place);
  const keys = propertiesByKind[kind].map((key) => key.replace('?', ''));
  rejectUnknownKeys(value, ['direction', 'rule', 'at', 'when', ...keys, 'description'], kind, place);
  const missing = propertiesByKind[kind].find((key) => !key.endsWith('?') && get(value, key) === undefined);
  if (missing !== undefined) throw problem(place, `a rule of the kind ${kind} lacks ${missing}`, `Write ${missing}`);
  const shared = {
    difference,
    direction: oneOf(value, 'direction', conversionDirections, place),
    at: placeOf(get(value, 'at'), `${place}/at`),
    when: conditionsOf(get(value, 'when'), `${place}/when`),
    description: text(value, 'description', place),
  };
  switch (kind) {
    case 'default':
    case 'set':
      return { ...shared, rule: kind, value: get(value, 'value') ?? null };
    case 'fill':
      return { ...shared, rule: kind, by: oneOf(value, 'by', fillMethods, place), from: text(value, 'from', place) };
    case 'replace':
      return { ...shared, rule: kind, from: get(value, 'from') ?? null, value: get(value, 'value') ?? null };
    case 'drop':
      return {
        ...shared,
        rule: kind,
        ...(get(value, 'warning') !== undefined && { warning: text(value, 'warning', place) }),
      };
    case 'warn':
      return { ...shared, rule: kind, warning: text(value, 'warning', place) };
    case 'refuse':
      return { ...shared, rule: kind, status: statusOf(value, place), message: text(value, 'message', place) };
    case 'rename': {
      const [from, to] = [get(value, 'from') ?? null, get(value, 'to')];
      if (to === undefined) return { ...shared, rule: kind, from: text(value, 'from', place) };
      return { ...shared, rule: kind, from, to };
    }
    case 'convert':
    case 'hook':
      return { ...shared, rule: kind, hook: hookOf(value, place), question: text(value, 'question', place) };
  }
}

function conditionsOf(value: Json | undefined, place: string): readonly ConversionCondition[] {
  if (value === undefined) return [];
  if (!isObject(value))
    throw problem(place, 'when must be an object', 'Write property: [values], or property: present');
  return Object.entries(value).map(([of, is]): ConversionCondition => {
    if (isArray(is) && is.length > 0) return { of, is };
    const state = conversionStates.find((each) => each === is);
    if (state !== undefined) return { of, is: state };
    throw problem(
      place,
      `the condition of ${JSON.stringify(of)} is neither an array of values nor ${conversionStates.join(', ')}`,
      'Write one of them',
    );
  });
}

function statusOf(rule: JsonObject, place: string): number {
  const status = get(rule, 'status');
  if (typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599) return status;
  throw problem(`${place}/status`, 'the status of a refusal must be an error status', 'Write a number from 400 to 599');
}

/** Parses the name of a conversion hook, which becomes an identifier in generated code. */
function hookOf(rule: JsonObject, place: string): string {
  const hook = text(rule, 'hook', place);
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(hook)) return hook;
  throw problem(
    `${place}/hook`,
    `${JSON.stringify(hook)} is not a valid name of a conversion hook`,
    'Write lower-case words joined by hyphens',
  );
}

function oneOf<T extends string>(rule: JsonObject, key: string, allowed: readonly T[], place: string): T {
  const value = get(rule, key);
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  if (value === undefined) throw problem(place, `${key} is missing`, `Write one of ${allowed.join(', ')}`);
  throw problem(
    `${place}/${key}`,
    `${JSON.stringify(value)} is not a valid ${key} of a conversion rule`,
    `Write one of ${allowed.join(', ')}`,
  );
}

function text(rule: JsonObject, key: string, place: string): string {
  const value = get(rule, key);
  if (typeof value === 'string' && value !== '') return value;
  throw problem(`${place}/${key}`, `${key} must be a string that is not empty`, `Write ${key} as one sentence or name`);
}

function rejectUnknownKeys(rule: JsonObject, allowedKeys: readonly string[], kind: string, place: string): void {
  const unknownKey = Object.keys(rule).find((key) => !allowedKeys.includes(key));
  if (unknownKey === undefined) return;
  throw problem(
    place,
    `${JSON.stringify(unknownKey)} is not a property of the rule ${kind}`,
    `Use ${allowedKeys.join(', ')}`,
  );
}

function problem(place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'OVERLAY_RULE', subject, place, remedy });
}
