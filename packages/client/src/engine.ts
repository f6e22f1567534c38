/** The engine as programs use it: with the calls of one resource by its name, and streams that are read without `await`. */
import type { CallOptions, EngineConnection, JsonStream } from '@lading/runtime-client';
import type { Engine as AnyGenerated, EngineByVersion as GeneratedByVersion } from '../gen/engine.js';
import { at, type Handle, type SampledCall, type StreamPromise } from './at.js';

export type { StreamPromise };

/** Engines of any generated API version: the calls, inputs and results of every version. */
export interface Engine extends Omit<AnyGenerated, GroupName<AnyGenerated>>, Groups<AnyGenerated> {}

/** `Engine` by API version. */
export type EngineByVersion = {
  readonly [Version in keyof GeneratedByVersion]: WithShortForms<GeneratedByVersion[Version]>;
};

type WithShortForms<Generated> = Omit<Generated, GroupName<Generated>> & Groups<Generated>;

type GroupName<Generated> = Exclude<keyof Generated, keyof EngineConnection>;

type Groups<Generated> = {
  readonly [Group in GroupName<Generated>]: Calls<Generated[Group]> & Resource<Generated[Group]>;
};

/** `engine.container('web')`: the calls of a group that have the `id` or the `name` which identifies a resource. */
type Resource<Group> = Group extends { inspect(input: infer Input, options?: CallOptions): unknown }
  ? IdentifiedBy<Calls<Group>, NonNullable<Input>>
  : unknown;

type IdentifiedBy<Group, Input> = Input extends { readonly id: string }
  ? Resources<Group, 'id'>
  : Input extends { readonly name: string }
    ? Resources<Group, 'name'>
    : unknown;

/** The calls of one resource of a group. */
interface Resources<Group, Key extends string> {
  (key: string): Handle<Group, { readonly [Name in Key]: string }>;
}

type Calls<Group> = {
  readonly [Verb in keyof Group]: Verb extends 'stats' ? StatsCall<Group[Verb]> : StreamCall<Group[Verb]>;
};

type StatsCall<Call> = Call extends (input: infer Input, options?: CallOptions) => Promise<JsonStream<infer Sample>>
  ? SampledCall<Input, Sample>
  : Call;

type StreamCall<Call> = Call extends (...passed: infer Passed) => Promise<infer Result>
  ? Result extends AsyncIterable<infer Item>
    ? (...passed: WithShownKey<Passed>) => StreamPromise<Result, Item>
    : (...passed: WithShownKey<Passed>) => Promise<Result>
  : Call;

/** The same parameters: what the compiler says of `start('web')` shows that the input is an object with an `id` or a `name`. */
type WithShownKey<Passed extends readonly unknown[]> = Passed extends [input: infer Input, ...others: infer Others]
  ? Input extends { readonly id: string }
    ? [input: Input & { readonly id: string }, ...others: Others]
    : Input extends { readonly name: string }
      ? [input: Input & { readonly name: string }, ...others: Others]
      : Passed
  : Passed;

/** The groups whose resources are identified by a name; those of the others have an id. */
const named: readonly string[] = ['image', 'volume', 'plugin'];

type BareCall = (input?: object, options?: CallOptions) => Promise<unknown>;

/** Adds to an engine what {@link Engine} has beyond the generated one. */
export function withShortForms<Generated extends EngineConnection>(engine: Generated): Generated {
  const groups = Object.entries(engine as unknown as Readonly<Record<string, unknown>>);
  const extended = groups.filter((entry): entry is [string, Record<string, BareCall>] => isGroup(entry[1]));
  for (const [name, group] of extended) {
    const calls = Object.fromEntries(Object.entries(group).map(([verb, call]) => [verb, shortCall(name, verb, call)]));
    const key = named.includes(name) ? 'name' : 'id';
    const resource = (value: string): object => at(calls, { [key]: value });
    Object.assign(engine, { [name]: 'inspect' in calls ? Object.assign(resource, calls) : calls });
  }
  return engine;
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function shortCall(group: string, verb: string, call: BareCall): BareCall {
  return (input, options) => {
    const isSample =
      group === 'container' && verb === 'stats' && (input as { stream?: boolean } | undefined)?.stream === false;
    const result = call(input, options);
    return isSample ? result.then(firstOf) : Object.assign(result, { [Symbol.asyncIterator]: () => items(result) });
  };
}

/**
 * Returns the only sample of a stream. The types of engines of one version, `EngineV144`, know of the stream alone: the sample is that,
 * too, by members that are not enumerated.
 */
async function firstOf(samples: unknown): Promise<unknown> {
  const { headers, headersDistinct } = samples as JsonStream<unknown>;
  const [sample] = await (samples as JsonStream<unknown>).toArray();
  if (typeof sample !== 'object' || sample === null) return sample;
  const members: Pick<JsonStream<unknown>, keyof JsonStream<unknown>> = {
    headers,
    headersDistinct,
    toArray: () => Promise.resolve([sample]),
    done: () => Promise.resolve(),
    close: () => undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
    async *[Symbol.asyncIterator]() {
      yield sample;
      return undefined;
    },
  };
  for (const key of Reflect.ownKeys(members))
    Object.defineProperty(sample, key, { value: members[key as keyof typeof members] });
  return sample;
}

async function* items(stream: Promise<unknown>): AsyncGenerator {
  yield* (await stream) as AsyncIterable<unknown>;
}

/**
 * Returns whether the engine is of one of the versions, and narrows its type to them: to the operations and properties that only
 * these versions have.
 *
 * @example if (isVersion(engine, '1.44', '1.55')) await engine.system.dataUsage({ type: ['volume'] });
 */
export function isVersion<Version extends Engine['version']>(
  engine: Engine,
  ...versions: readonly Version[]
): engine is EngineByVersion[Version] {
  return (versions as readonly string[]).includes(engine.version);
}
