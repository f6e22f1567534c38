/** Turns the rules of an operation into four pure functions, which are created on first use. */
import { applyOf, type AppliedRule } from './apply-rule.js';
import { Draft } from './draft.js';
import { isRecord } from './json.js';
import type { ResponseMessage, RequestMessage, AddLoss, Apply } from './message.js';
import { pathOf } from './path.js';
import { Refusal } from './refusal.js';
import { Reads } from './reads.js';
import { rulesOfBody } from './rules-of-body.js';
import type { OperationConversion, Rule } from './rule.js';

/**
 * Converts a request.
 *
 * @param addLoss receives each loss
 * @throws Refusal for a request that the other version cannot express
 */
export type ConvertRequest<From = unknown, To = unknown> = (
  request: RequestMessage<From>,
  addLoss?: AddLoss,
) => RequestMessage<To>;

/**
 * Converts a response.
 *
 * @throws Refusal for a response that the other version cannot express
 */
export type ConvertResponse<From = unknown, To = unknown> = (response: ResponseMessage<From>) => ResponseMessage<To>;

/** Converts by rules alone, without hooks and their functions. Messages are not modified: changed ones are copies. */
export interface Converters<OldRequest = unknown, NewRequest = unknown, OldResponse = unknown, NewResponse = unknown> {
  readonly request: {
    readonly upgrade: ConvertRequest<OldRequest, NewRequest>;
    readonly downgrade: ConvertRequest<NewRequest, OldRequest>;
  };
  readonly response: {
    readonly upgrade: ConvertResponse<OldResponse, NewResponse>;
    readonly downgrade: ConvertResponse<NewResponse, OldResponse>;
  };
}

/** How requests are converted. */
export interface RequestOptions {
  /** The version of clients, for requests that do not have it. */
  readonly client?: string;
  /** Whether names in bodies are matched exactly; otherwise regardless of case, as engines match them. */
  readonly exactNames?: boolean;
}

/** Returns the converters of an operation. The caller declares the types of bodies, since rules are untyped data. */
export function convertersOf<OldRequest, NewRequest, OldResponse, NewResponse>(
  { request, response }: OperationConversion,
  options: RequestOptions = {},
): Converters<OldRequest, NewRequest, OldResponse, NewResponse> {
  const converters: Converters = {
    request: {
      upgrade: lazy(() => requestConverter(request.upgrade, options)),
      downgrade: lazy(() => requestConverter(request.downgrade, options)),
    },
    response: {
      upgrade: lazy(() => responseConverter(response.upgrade)),
      downgrade: lazy(() => responseConverter(response.downgrade)),
    },
  };
  return converters as Converters<OldRequest, NewRequest, OldResponse, NewResponse>;
}

export function requestConverter(rules: readonly Rule[], options: RequestOptions = {}): ConvertRequest {
  const { client, exactNames = false } = options;
  const edits = groupBodyRules(rules).flatMap((group) => requestEdits(group, !exactNames));
  const tellsReads =
    rules.some(({ rule }) => rule === 'convert') &&
    rules.some((rule) => rule.rule === 'drop' && rule.loss !== undefined);
  return (request, addLoss = () => undefined) => {
    const draft = new Draft(rules.length, tellsReads ? new Reads() : undefined);
    try {
      return edits.reduce((message, edit) => edit(message, draft, addLoss), request);
    } catch (error) {
      throw error instanceof Refusal ? error.of(request.client ?? client) : error;
    }
  };
}

/** Groups consecutive rules about the body; any other rule is a separate group. */
function groupBodyRules(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const all: Rule[][] = [];
  for (const rule of rules) {
    const last = all.at(-1);
    if (rule.at.body !== undefined && last?.[0]?.at.body !== undefined) last.push(rule);
    else all.push([rule]);
  }
  return all;
}

type RequestEdit = (request: RequestMessage, draft: Draft, addLoss: AddLoss) => RequestMessage;

function requestEdits(group: readonly Rule[], anyCase: boolean): readonly RequestEdit[] {
  const [rule, ...others] = group.filter(isApplied);
  if (rule === undefined) return [];
  const { body, query, path = '', header, segment } = rule.at;
  if (body !== undefined) {
    const apply = rulesOfBody([rule, ...others], anyCase);
    return [(message, ...with_) => (isJson(message.body) ? changed(message, 'body', apply, with_) : message)];
  }
  if (query !== undefined) {
    const apply = applyOf(rule, [{ name: query }, ...pathOf(path)], false);
    const dropEmpty = applyOf({ rule: 'drop', at: {}, when: [{ of: '', is: [{}] }] }, [{ name: query }], false);
    return [
      (message, ...with_) => {
        const result = changed(message, 'query', apply, with_);
        // Without any filter left, the parameter is dropped.
        return rule.rule === 'drop' && path !== '' && result !== message
          ? changed(result, 'query', dropEmpty, with_)
          : result;
      },
    ];
  }
  if (header !== undefined) {
    const apply = applyOf(rule, [{ name: header }], true);
    return [(message, ...with_) => changed(message, 'headers', apply, with_)];
  }
  if (segment !== undefined) {
    const apply = applyOf(rule, [{ name: segment }], false);
    return [(message, ...with_) => changed(message, 'path', apply, with_)];
  }
  return [refuseIfNeeded(rule)];
}

export function responseConverter(rules: readonly Rule[]): ConvertResponse {
  const headerEdits = rules.filter(({ at }) => at.body === undefined).flatMap((rule) => headerEdit(rule));
  const bodyRules = rules.filter(isApplied).filter(({ at }) => at.body !== undefined);
  const convert = rulesOfBody(bodyRules, false);
  return (response) => {
    if (response.status >= 400) return response;
    const draft = new Draft(rules.length);
    const edited = headerEdits.reduce((message, edit) => edit(message, draft), response);
    if (bodyRules.length === 0 || edited.body === undefined || edited.stream === 'other') return edited;
    if (edited.stream === 'json-lines') {
      return { ...edited, body: itemsOf(edited.body, (item) => convert(item, new Draft(rules.length), silent)) };
    }
    const body = convert(edited.body, draft, silent);
    return body === edited.body ? edited : { ...edited, body };
  };
}

/** Whether a body is a JSON value: bytes come as a stream or an array of them, and pass unchanged. */
function isJson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return body !== undefined;
  const { pipe, getReader } = body as { readonly pipe?: unknown; readonly getReader?: unknown };
  const isStream = typeof pipe === 'function' || typeof getReader === 'function' || Symbol.asyncIterator in body;
  return !isStream && !ArrayBuffer.isView(body);
}

function isApplied(rule: Rule): rule is AppliedRule {
  return rule.rule !== 'hook' && (rule.rule !== 'convert' || 'convert' in rule);
}

function headerEdit(rule: Rule): readonly ((response: ResponseMessage, draft: Draft) => ResponseMessage)[] {
  if (!isApplied(rule)) return [];
  const { header } = rule.at;
  if (header === undefined) return [refuseIfNeeded(rule)];
  const apply = applyOf(rule, [{ name: header }], true);
  const isType = header.toLowerCase() === 'content-type';
  return [
    (message, draft) =>
      // A response without a body has no media type, except for a hijacked connection.
      isType && message.body === undefined && message.status !== 101
        ? message
        : changed(message, 'headers', apply, [draft, silent]),
  ];
}

function changed<Message extends object, Part extends keyof Message>(
  message: Message,
  part: Part,
  apply: Apply,
  [draft, addLoss]: [Draft, AddLoss],
): Message {
  const before = message[part];
  const after = apply(before, draft, addLoss);
  return after === before ? message : { ...message, [part]: after };
}

/** Applies a rule about a message as a whole, which can only refuse the message. */
function refuseIfNeeded<Message>(rule: Rule): (message: Message) => Message {
  return (message) => {
    if (rule.rule === 'refuse') throw new Refusal(rule.status, rule.message, rule.difference);
    return message;
  };
}

async function* itemsOf(items: unknown, convert: (item: unknown) => unknown): AsyncGenerator<unknown> {
  if (!isIterable(items)) throw new TypeError('the items of the response are not iterable');
  for await (const item of items) yield convert(item);
}

function isIterable(items: unknown): items is AsyncIterable<unknown> {
  return isRecord(items) ? Symbol.asyncIterator in items || Symbol.iterator in items : Array.isArray(items);
}

function silent(): void {
  // Losses of responses are not reported.
}

function lazy<Parameters extends unknown[], Result>(create: () => (...given: Parameters) => Result) {
  let created: ((...given: Parameters) => Result) | undefined;
  return (...given: Parameters): Result => (created ??= create())(...given);
}
