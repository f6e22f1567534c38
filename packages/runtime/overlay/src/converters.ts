/** The rules of an operation → four pure functions, made when they are first used. */
import { applyOf, type Apply, type Tell } from './change-of.js';
import { Draft } from './draft.js';
import { isRecord } from './json.js';
import type { ResponseMessage, RequestMessage } from './message.js';
import { pathOf } from './path.js';
import { Refusal } from './refusal.js';
import { rulesOfBody } from './rules-of-body.js';
import type { OperationConversion, Rule, StepRule } from './rule.js';

/** @throws Refusal for what cannot be said in the other version @param tell hears what is lost */
export type ConvertRequest<From = unknown, To = unknown> = (
  request: RequestMessage<From>,
  tell?: Tell,
) => RequestMessage<To>;

/** @throws Refusal for an answer that the other version would not give */
export type ConvertResponse<From = unknown, To = unknown> = (response: ResponseMessage<From>) => ResponseMessage<To>;

/** What rules alone do; steps are left out. No message is changed: what is not the same is a copy. */
export interface Converters<OldRequest = unknown, NewRequest = unknown, OldResponse = unknown, NewResponse = unknown> {
  readonly request: {
    readonly up: ConvertRequest<OldRequest, NewRequest>;
    readonly down: ConvertRequest<NewRequest, OldRequest>;
  };
  readonly response: {
    readonly up: ConvertResponse<OldResponse, NewResponse>;
    readonly down: ConvertResponse<NewResponse, OldResponse>;
  };
}

/** The types of bodies are what the two versions say; rules are data, and no compiler can follow them. */
export function convertersOf<OldRequest, NewRequest, OldResponse, NewResponse>({
  request,
  response,
}: OperationConversion): Converters<OldRequest, NewRequest, OldResponse, NewResponse> {
  const converters: Converters = {
    request: { up: lazy(() => requestConverter(request.up)), down: lazy(() => requestConverter(request.down)) },
    response: { up: lazy(() => responseConverter(response.up)), down: lazy(() => responseConverter(response.down)) },
  };
  return converters as Converters<OldRequest, NewRequest, OldResponse, NewResponse>;
}

export function requestConverter(rules: readonly Rule[]): ConvertRequest {
  const acts = stretches(rules).flatMap((stretch) => requestActs(stretch));
  return (request, tell = () => undefined) => {
    const draft = new Draft(rules.length);
    return acts.reduce((message, act) => act(message, draft, tell), request);
  };
}

/** Rules about the body that follow each other; any other rule is a stretch of its own. */
function stretches(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const all: Rule[][] = [];
  for (const rule of rules) {
    const last = all.at(-1);
    if (rule.at.body !== undefined && last?.[0]?.at.body !== undefined) last.push(rule);
    else all.push([rule]);
  }
  return all;
}

type RequestAct = (request: RequestMessage, draft: Draft, tell: Tell) => RequestMessage;

function requestActs(stretch: readonly Rule[]): readonly RequestAct[] {
  const [rule, ...others] = stretch.filter(isNoStep);
  if (rule === undefined) return [];
  const { body, query, path = '', header } = rule.at;
  if (body !== undefined) {
    const apply = rulesOfBody([rule, ...others], true);
    return [(message, ...with_) => (message.body === undefined ? message : changed(message, 'body', apply, with_))];
  }
  if (query !== undefined) {
    const apply = applyOf(rule, [{ name: query }, ...pathOf(path)], false);
    const sweep = applyOf({ rule: 'drop', at: {}, when: [{ of: '', is: [{}] }] }, [{ name: query }], false);
    return [
      (message, ...with_) => {
        const result = changed(message, 'query', apply, with_);
        // Filters of which none is left are no filters.
        return rule.rule === 'drop' && path !== '' && result !== message
          ? changed(result, 'query', sweep, with_)
          : result;
      },
    ];
  }
  if (header !== undefined) {
    const apply = applyOf(rule, [{ name: header }], true);
    return [(message, ...with_) => changed(message, 'headers', apply, with_)];
  }
  return [refusing(rule)];
}

export function responseConverter(rules: readonly Rule[]): ConvertResponse {
  const heads = rules.filter(({ at }) => at.body === undefined).flatMap((rule) => headAct(rule));
  const bodies = rules.filter(isNoStep).filter(({ at }) => at.body !== undefined);
  const convert = rulesOfBody(bodies, false);
  return (response) => {
    if (response.status >= 400) return response;
    const draft = new Draft(rules.length);
    const headed = heads.reduce((message, act) => act(message, draft), response);
    if (bodies.length === 0 || headed.body === undefined || headed.stream === 'other') return headed;
    if (headed.stream === 'json-lines') {
      return { ...headed, body: itemsOf(headed.body, (item) => convert(item, new Draft(rules.length), silent)) };
    }
    const body = convert(headed.body, draft, silent);
    return body === headed.body ? headed : { ...headed, body };
  };
}

function isNoStep(rule: Rule): rule is Exclude<Rule, StepRule> {
  return rule.rule !== 'step';
}

function headAct(rule: Rule): readonly ((response: ResponseMessage, draft: Draft) => ResponseMessage)[] {
  if (rule.rule === 'step') return [];
  const { header } = rule.at;
  if (header === undefined) return [refusing(rule)];
  const apply = applyOf(rule, [{ name: header }], true);
  const isType = header.toLowerCase() === 'content-type';
  return [
    (message, draft) =>
      // What has no body has no type; a connection that changes hands has one all the same.
      isType && message.body === undefined && message.status !== 101
        ? message
        : changed(message, 'headers', apply, [draft, silent]),
  ];
}

function changed<Message extends object, Part extends keyof Message>(
  message: Message,
  part: Part,
  apply: Apply,
  [draft, tell]: [Draft, Tell],
): Message {
  const before = message[part];
  const after = apply(before, draft, tell);
  return after === before ? message : { ...message, [part]: after };
}

/** A rule about a message as a whole can only refuse it. */
function refusing<Message>(rule: Rule): (message: Message) => Message {
  return (message) => {
    if (rule.rule === 'refuse') throw new Refusal(rule.status, rule.message, rule.difference);
    return message;
  };
}

async function* itemsOf(items: unknown, convert: (item: unknown) => unknown): AsyncGenerator<unknown> {
  if (!isIterable(items)) throw new TypeError('the items of the answer cannot be iterated');
  for await (const item of items) yield convert(item);
}

function isIterable(items: unknown): items is AsyncIterable<unknown> {
  return isRecord(items) ? Symbol.asyncIterator in items || Symbol.iterator in items : Array.isArray(items);
}

function silent(): void {
  // Answers lose nothing that anyone asked for.
}

function lazy<Parameters extends unknown[], Result>(make: () => (...given: Parameters) => Result) {
  let made: ((...given: Parameters) => Result) | undefined;
  return (...given: Parameters): Result => (made ??= make())(...given);
}
