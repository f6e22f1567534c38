/** Rules and steps together: how clients of one version are served by an implementation of another. */
import { requestConverter, responseConverter, type ConvertResponse, type ConvertRequest } from './converters.js';
import type { Conversion, Convert, Next, Step } from './conversion.js';
import { collect } from './collect.js';
import { holdsOf } from './condition.js';
import { isList, isRecord, own } from './json.js';
import { lossRules, type Loss } from './loss.js';
import type { RequestMessage } from './message.js';
import { withWarnings } from './warnings.js';
import { pathOf } from './path.js';
import type { OperationConversion, Rule, StepRule } from './rule.js';

export interface ConversionParts {
  readonly client: string;
  readonly engine: string;
  /** `up` where the clients are the older ones. */
  readonly requests: 'up' | 'down';
  readonly operations: Readonly<Record<string, OperationConversion>>;
  /** By the names that rules give them. */
  readonly steps: Readonly<Record<string, Step>>;
}

export function conversionOf({ client, engine, requests, operations, steps }: ConversionParts): Conversion {
  const responses = requests === 'up' ? 'down' : 'up';
  const made = new Map<string, Convert | undefined>();
  const partsOf = (operation: string) => {
    const rules = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    const others = Object.values(steps).filter(({ also }) => also?.includes(operation) === true);
    return { request: rules?.request[requests] ?? [], response: rules?.response[responses] ?? [], others };
  };
  const make = (operation: string): Convert | undefined => {
    const { request, response, others } = partsOf(operation);
    if (request.length + response.length + others.length === 0) return undefined;
    return convertOf(request, response, others, (name) => stepNamed(steps, name));
  };
  return {
    client,
    engine,
    of(operation) {
      if (!made.has(operation)) made.set(operation, make(operation));
      return made.get(operation);
    },
    bodies(operation) {
      const { request, response, others } = partsOf(operation);
      // Code may look at everything, and answer instead of the implementation; a warning stands in the answer.
      const all = others.length > 0 || [...request, ...response].some(({ rule }) => rule === 'step');
      const warns = request.some((rule) => 'warning' in rule);
      const has = (rules: readonly Rule[]) => rules.some(({ at }) => at.body !== undefined);
      return { request: all || has(request), response: all || warns || has(response) };
    },
    losses(operation) {
      const { request, response } = partsOf(operation);
      return [
        ...lossRules(request).map((rule): Loss => ({ client, engine, message: 'request', rule })),
        ...lossRules(response).map((rule): Loss => ({ client, engine, message: 'response', rule })),
      ];
    },
  };
}

/** One layer: what happens to the request on its way in, and to the answer on its way out. */
type Layer = (next: Next, call: Call) => Next;

interface Call {
  readonly ask: Parameters<Convert>[2];
  readonly tell: (warning: string) => void;
}

function convertOf(
  request: readonly Rule[],
  response: readonly Rule[],
  others: readonly Step[],
  step: (name: string) => Step,
): Convert {
  // From the outside in: answers pass their rules last to first, since they come from within.
  const layers: readonly Layer[] = [
    ...split(response)
      .map((part): Layer => ('rule' in part ? stepLayer(step(part.step)) : responseLayer(responseConverter(part))))
      .reverse(),
    ...others.map((other) => stepLayer(other)),
    ...split(request).map((part): Layer =>
      'rule' in part ? stepLayer(step(part.step), part) : requestLayer(requestConverter(part)),
    ),
  ];
  return async (message, next, ask) => {
    const warnings: string[] = [];
    const call: Call = { ask, tell: (warning) => void (warnings.includes(warning) || warnings.push(warning)) };
    const response = await layers.reduceRight<Next>((inner, layer) => layer(inner, call), next)(message);
    return withWarnings(response, warnings);
  };
}

/** Stretches of rules, and the steps between them. */
function split(rules: readonly Rule[]): readonly (readonly Rule[] | StepRule)[] {
  const parts: (Rule[] | StepRule)[] = [];
  for (const rule of rules) {
    const last = parts.at(-1);
    if (rule.rule === 'step') parts.push(rule);
    else if (isList(last)) last.push(rule);
    else parts.push([rule]);
  }
  return parts;
}

// Not async: what these throw the outermost function turns into a rejection, and each turn of the loop costs.
function requestLayer(convert: ConvertRequest): Layer {
  return (next, { tell }) =>
    (request) =>
      next(convert(request, tell));
}

function responseLayer(convert: ConvertResponse): Layer {
  return (next) => async (request) => convert(await next(request));
}

function stepLayer(step: Step, rule?: StepRule): Layer {
  const wanted = rule === undefined ? () => true : wants(rule);
  return (next, { ask }) =>
    (request) =>
      wanted(request) ? step.around(request, next, ask) : next(request);
}

/** A step with conditions is left out where they hold nowhere. */
function wants({ when, at: { body, query, path = '' } }: StepRule): (request: RequestMessage) => boolean {
  if (when === undefined) return () => true;
  const anyCase = body !== undefined;
  const place =
    body === undefined ? [...(query === undefined ? [] : [{ name: query }]), ...pathOf(path)] : pathOf(body);
  const last = place.at(-1);
  const holds = holdsOf(when, anyCase);
  return (request) => {
    const root = body === undefined ? request.query : request.body;
    // Conditions speak of members beside the place, or of the entry where it ends in brackets.
    if (last === '[]' || last === '{}') return collect(root, place, anyCase).some((value) => holds(value, value));
    return collect(root, place.slice(0, -1), anyCase).some((beside) => {
      const values = last === undefined ? [beside] : collect(beside, [last], anyCase);
      return values.length === 0 ? holds(undefined, beside) : values.some((value) => holds(value, beside));
    });
  };
}

function stepNamed(steps: Readonly<Record<string, Step>>, name: string): Step {
  const step = own(steps, name);
  if (isStep(step)) return step;
  throw new TypeError(`there is no step ${name}`);
}

function isStep(value: unknown): value is Step {
  return isRecord(value) && typeof value['around'] === 'function';
}
