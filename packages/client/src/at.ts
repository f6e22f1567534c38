/** Handles: the calls of a resource without repeating which one is meant. */
import type { CallOptions, JsonStream } from '@lading/runtime-client';

type Call = (input: never, options?: CallOptions) => Promise<unknown>;
type CallInput<One> = One extends (input: infer Input, options?: CallOptions) => unknown ? NonNullable<Input> : never;

/** The verbs whose calls have all the given parameters. */
type VerbOf<Calls, Given> = {
  [Verb in keyof Calls]: keyof Given extends keyof CallInput<Calls[Verb]> ? Verb : never;
}[keyof Calls];

type BoundCall<One, Given> = One extends { readonly [samples]?: readonly [infer Input, infer Sample] }
  ? unknown extends Sample
    ? PlainCall<One, Given>
    : SampledCall<Omit<Input, keyof Given>, Sample>
  : PlainCall<One, Given>;

type PlainCall<One, Given> = One extends (...passed: never[]) => infer Result
  ? (...passed: PassedTo<Omit<CallInput<One>, keyof Given>>) => Result
  : never;

type PassedTo<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

/** A stream, or its items without `await`: `for await (const event of engine.system.events())`. */
export interface StreamPromise<Stream, Item> extends Promise<Stream>, AsyncIterable<Item> {}

declare const samples: unique symbol;

/** A call that returns one sample with `stream: false`, else a stream of samples. */
export interface SampledCall<Input, Sample> {
  (input: Input & { readonly stream: false }, options?: CallOptions): Promise<Sample>;
  (...passed: PassedTo<Input>): StreamPromise<JsonStream<Sample>, Sample>;
  /** For the type checker only; absent at runtime. */
  readonly [samples]?: readonly [Input, Sample];
}

/** The calls that have some parameters, without these, and the parameters. `Pick` keeps the documentation of the calls. */
export type Handle<Calls, Given> = Calls extends unknown ? BoundCalls<Calls, Given> & Readonly<Given> : never;

// A type of its own, whose name errors show.
type BoundCalls<Calls, Given> = {
  readonly [Verb in keyof Pick<Calls, VerbOf<Calls, Given>>]: BoundCall<Calls[Verb], Given>;
};

/**
 * Returns the calls of one resource: those that have the given parameters, which need not be repeated, and the parameters:
 * `web.id`.
 *
 * @example const web = at(engine.container, { id: 'web' }); await web.stop({ t: 5 });
 * @param calls a group of an engine
 * @param given the parameters that name the resource: `{ id }` or `{ name }`
 */
export function at<Calls extends object, Given extends object>(calls: Calls, given: Given): Handle<Calls, Given> {
  const verbs = Object.entries(calls as Readonly<Record<string, Call>>);
  const bound = verbs.map(([verb, call]) => [
    verb,
    (input?: object, options?: CallOptions) => call({ ...input, ...given } as never, options),
  ]);
  return { ...given, ...Object.fromEntries(bound) } as Handle<Calls, Given>;
}
