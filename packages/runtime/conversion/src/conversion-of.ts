/** Builds a conversion from rules and hooks, so that an implementation of one version serves clients of another. */
import { bodyScan, touchOf, type Touch } from './body-scan.js';
import { requestConverter, responseConverter, type ConvertResponse, type ConvertRequest } from './converters.js';
import type { BoundRule } from './apply-rule.js';
import type { Ask, Conversion, Convert, Next, Hook, ValueHook } from './conversion.js';
import { collect } from './collect.js';
import { holdsOf } from './condition.js';
import { isList, isRecord, own } from './json.js';
import { lossRules, type Loss } from './loss.js';
import type { RequestLoss, RequestMessage } from './message.js';
import { withLosses, withWarnings } from './warnings.js';
import { pathOf } from './path.js';
import { needsValue, responseRules } from './response-rules.js';
import type { OperationConversion, Rule, HookRule } from './rule.js';

export interface ConversionParts {
  readonly client: string;
  readonly engine: string;
  /** The direction of requests: `upgrade` if the clients are the older side. */
  readonly requests: 'upgrade' | 'downgrade';
  readonly operations: Readonly<Record<string, OperationConversion>>;
  /** The conversion hooks, by the names that rules use for them. */
  readonly hooks: Readonly<Record<string, Hook | ValueHook>>;
  /** Whether names in request bodies are matched exactly; otherwise regardless of case, as engines match them. */
  readonly exactNames?: boolean;
  /** Whether a rule applies; by default all. */
  readonly applies?: Applies;
}

type Applies = Parameters<NonNullable<Conversion['withRules']>>[0];

export function conversionOf(parts: ConversionParts): Conversion {
  const { client, engine, requests, operations, hooks, exactNames = false, applies = () => true } = parts;
  const responses = requests === 'upgrade' ? 'downgrade' : 'upgrade';
  const cache = new Map<string, Convert | undefined>();
  const partsOf = (operation: string) => {
    const rules = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    const otherHooks = Object.values(hooks)
      .filter(isHook)
      .filter(({ also }) => also?.includes(operation) === true);
    const boundRules = (message: 'request' | 'response', all: readonly Rule[] = []): readonly Rule[] =>
      all.filter((rule) => applies(rule, message, operation)).map((rule) => boundRule(rule, message, hooks));
    return {
      request: boundRules('request', rules?.request[requests]),
      response: boundRules('response', rules?.response[responses]),
      otherHooks,
    };
  };
  const prepare = (operation: string): Convert | undefined => {
    const { request, response, otherHooks } = partsOf(operation);
    if (request.length + response.length + otherHooks.length === 0) return undefined;
    return convertOf(request, response, otherHooks, { client, exactNames, hookOf: (name) => hookNamed(hooks, name) });
  };
  return {
    client,
    engine,
    of(operation) {
      if (!cache.has(operation)) cache.set(operation, prepare(operation));
      return cache.get(operation);
    },
    bodies(operation) {
      const { request, response, otherHooks } = partsOf(operation);
      // Hooks may read everything, and respond instead of the implementation; warnings are added to the response.
      const all = otherHooks.length > 0 || [...request, ...response].some(({ rule }) => rule === 'hook');
      const warns = request.some((rule) => 'warning' in rule);
      const has = (rules: readonly Rule[]) => rules.some(({ at }) => at.body !== undefined);
      return { request: all || has(request), response: all || warns || has(response) };
    },
    mayChange(operation) {
      const { request, response, otherHooks } = partsOf(operation);
      if (request.length + otherHooks.length > 0) return undefined;
      const touches = response.map((rule) =>
        rule.rule === 'hook' ? own(hookNamed(hooks, rule.hook).touches ?? {}, operation) : touchOf(rule),
      );
      if (!touches.includes(undefined)) return bodyScan(touches.flat() as readonly Touch[]);
      return response.every(({ rule, at }) => rule !== 'hook' && at.body !== undefined) ? () => true : undefined;
    },
    keepsPlainRequests(operation) {
      const { request, response, otherHooks } = partsOf(operation);
      const isKnown = (hook: Hook): boolean => touchesOf(hook, operation) !== undefined;
      const isKnownHook = (rule: Rule): boolean => rule.rule === 'hook' && isKnown(hookNamed(hooks, rule.hook));
      return (
        otherHooks.every(isKnown) &&
        request.every((rule) => (rule.rule === 'hook' ? isKnownHook(rule) : needsValue(rule))) &&
        response.every((rule) => (rule.rule === 'hook' ? isKnownHook(rule) : rule.at.body !== undefined))
      );
    },
    responseRules(operation) {
      const { request, response, otherHooks } = partsOf(operation);
      const named = [...request, ...response].flatMap((rule) =>
        rule.rule === 'hook' ? [hookNamed(hooks, rule.hook)] : [],
      );
      const touches = [...otherHooks, ...named].map((hook) => touchesOf(hook, operation));
      const rules = response.filter(({ rule }) => rule !== 'hook');
      return rules.every(isTextRule) ? responseRules(rules, touches) : undefined;
    },
    hooksOf(operation) {
      const { request, response, otherHooks } = partsOf(operation);
      const named = [...request, ...response].flatMap((rule) =>
        rule.rule === 'hook' || rule.rule === 'convert' ? [rule.hook] : [],
      );
      const others = Object.keys(hooks).filter((name) => otherHooks.includes(hooks[name] as Hook));
      return [...new Set([...named, ...others])].map((hook) => ({ hook, client, engine }));
    },
    losses(operation) {
      const { request, response } = partsOf(operation);
      return [
        ...lossRules(request).map((rule): Loss => ({ client, engine, message: 'request', rule })),
        ...lossRules(response).map((rule): Loss => ({ client, engine, message: 'response', rule })),
      ];
    },
    withRules: (select) => conversionOf({ ...parts, applies: select }),
  };
}

/** Converts the request on its way to the implementation and the response on its way back. */
type Layer = (next: Next, ask: Ask) => Next;

function convertOf(
  request: readonly Rule[],
  response: readonly Rule[],
  otherHooks: readonly Hook[],
  {
    client,
    exactNames,
    hookOf,
  }: { readonly client: string; readonly exactNames: boolean; readonly hookOf: (name: string) => Hook },
): Convert {
  const called = new Set<string>();
  // A hook is called once for an operation, at its outermost place.
  const isFirst = (part: readonly Rule[] | HookRule): boolean => {
    if (!('rule' in part)) return true;
    const isNew = !called.has(part.hook);
    if (part.when === undefined) called.add(part.hook);
    return isNew;
  };
  // From the outside in: responses pass the layers last to first, since they come from the inside.
  const layers: readonly Layer[] = [
    ...[...splitAtHooks(response)]
      .reverse()
      .filter(isFirst)
      .map((part): Layer => ('rule' in part ? hookLayer(hookOf(part.hook)) : responseLayer(responseConverter(part)))),
    ...otherHooks.map((hook) => hookLayer(hook)),
    ...splitAtHooks(request)
      .filter(isFirst)
      .map((part): Layer =>
        'rule' in part
          ? hookLayer(hookOf(part.hook), part, exactNames)
          : requestLayer(requestConverter(part, { client, exactNames })),
      ),
  ];
  return async (message, next, ask) => {
    const losses: RequestLoss[] = [];
    const last: Next = (request) => {
      losses.push(...(request.losses ?? []));
      return next(request);
    };
    const response = await layers.reduceRight<Next>((inner, layer) => layer(inner, ask), last)(message);
    return withWarnings(response, losses);
  };
}

/** Splits rules into groups of consecutive rules and the hooks between them. */
function splitAtHooks(rules: readonly Rule[]): readonly (readonly Rule[] | HookRule)[] {
  const parts: (Rule[] | HookRule)[] = [];
  for (const rule of rules) {
    const last = parts.at(-1);
    if (rule.rule === 'hook') parts.push(rule);
    else if (isList(last)) last.push(rule);
    else parts.push([rule]);
  }
  return parts;
}

// Not async, since each turn of the event loop costs: the outermost function turns exceptions into rejections.
function requestLayer(convert: ConvertRequest): Layer {
  return (next) => (request) => {
    const losses: RequestLoss[] = [];
    const converted = convert(request, (loss) => void losses.push(loss));
    return next(withLosses(converted, losses));
  };
}

function responseLayer(convert: ConvertResponse): Layer {
  return (next) => async (request) => convert(await next(request));
}

function hookLayer(hook: Hook, rule?: HookRule, exactNames = false): Layer {
  const applies = rule === undefined ? () => true : hookCondition(rule, exactNames);
  return (next, ask) => (request) => (applies(request) ? hook.around(request, next, ask) : next(request));
}

/** Returns whether the conditions of a hook hold for a request; a hook whose conditions hold nowhere is skipped. */
function hookCondition(
  { when, at: { body, query, path = '' } }: HookRule,
  exactNames: boolean,
): (request: RequestMessage) => boolean {
  if (when === undefined) return () => true;
  const anyCase = body !== undefined && !exactNames;
  const place =
    body === undefined ? [...(query === undefined ? [] : [{ name: query }]), ...pathOf(path)] : pathOf(body);
  const last = place.at(-1);
  const holds = holdsOf(when, anyCase);
  return (request) => {
    const root = body === undefined ? request.query : request.body;
    // Conditions refer to properties beside the place, or of the entry if the place ends in brackets.
    if (last === '[]' || last === '{}') return collect(root, place, anyCase).some((value) => holds(value, value));
    return collect(root, place.slice(0, -1), anyCase).some((beside) => {
      const values = last === undefined ? [beside] : collect(beside, [last], anyCase);
      return values.length === 0 ? holds(undefined, beside) : values.some((value) => holds(value, beside));
    });
  };
}

/** Whether a rule is about a place in the body that has a path, and needs no function. */
function isTextRule({ rule, at, recursion }: Rule): boolean {
  return at.body !== undefined && rule !== 'convert' && recursion === undefined;
}

/** Returns where a hook acts on the response to a request with neither a query nor a body; undefined if anywhere, or on the request. */
function touchesOf(hook: Hook, operation: string): readonly Touch[] | undefined {
  return (
    (own(hook.touches ?? {}, operation) as readonly Touch[] | undefined) ??
    (hook.keeps?.includes(operation) ? [] : undefined)
  );
}

/** Returns a rule `convert` with its function; any other rule as it is. */
function boundRule(rule: Rule, message: 'request' | 'response', hooks: ConversionParts['hooks']): Rule | BoundRule {
  if (rule.rule !== 'convert') return rule;
  const hook = own(hooks, rule.hook);
  const convert = isRecord(hook) ? hook[message] : undefined;
  if (typeof convert !== 'function')
    throw new TypeError(`the conversion hook ${rule.hook} has no function for ${message}s`);
  return { ...rule, convert: (value, of) => convert.call(hook, value, of) as unknown };
}

function hookNamed(hooks: ConversionParts['hooks'], name: string): Hook {
  const hook = own(hooks, name);
  if (isHook(hook)) return hook;
  throw new TypeError(`there is no conversion hook ${name}`);
}

function isHook(value: unknown): value is Hook {
  return isRecord(value) && typeof value['around'] === 'function';
}
