/** What the clients of several versions have in common, as types: one type where a union would be one of each version. */
import type { JsonStream } from '../stream/index.js';
import type { EngineConnection, NoInput } from './engine.js';
import type { CallOptions } from './operation.js';

/** A type of each version, in the order of the versions: `[HostConfig, HostConfig]`. */
type Versions = readonly unknown[];

/** The groups of calls that the engine has in every version, each with the calls of every version. */
export type CommonGroups<Engines extends Versions> = {
  // Mapped over one version here and below, so that groups, calls and properties keep their documentation.
  readonly [
    Noun in keyof Engines[0] as Noun extends Exclude<keyof Engines[number], keyof EngineConnection> ? Noun : never
  ]: CommonGroup<PropertiesOf<Engines, Noun>>;
};

type CommonGroup<Groups extends Versions> = IsOneType<Groups> extends true ? Groups[0] : CommonCalls<Groups>;

// Types like this one have a name, which errors show instead of their properties.
type CommonCalls<Groups extends Versions> = {
  [Verb in keyof Groups[0] as Verb extends keyof Groups[number] ? Verb : never]: CommonCall<PropertiesOf<Groups, Verb>>;
};

type CommonCall<Calls extends Versions> =
  IsOneType<Calls> extends true
    ? Calls[0]
    : CommonFunction<PassedTo<Calls>, MergedInput<NonNullableOf<PassedTo<Calls>>>, MergedResult<ResultsOf<Calls>>>;

type CommonFunction<Inputs extends Versions, Input, Result> =
  undefined extends IntersectionOf<Inputs>
    ? (input?: Input, options?: CallOptions) => Promise<Result>
    : (input: Input, options?: CallOptions) => Promise<Result>;

/**
 * The input of an operation, or a part of it, that every version accepts where it has the property. What the version of an
 * engine does not have is refused when it is sent.
 */
type MergedInput<Types extends Versions> =
  IsOneType<Types> extends true
    ? Types[0]
    : NonNullInput<NonNullableOf<Types>> | (null extends IntersectionOf<Types> ? null : never);

type NonNullInput<Types extends Versions> =
  IsOneType<Types> extends true
    ? Types[0]
    : Types[number] extends readonly unknown[]
      ? MergedInput<ItemsOf<Types>>[]
      : Types[number] extends object
        ? true extends { [Of in keyof Types]: IsSame<Types[Of], NoInput> }[number]
          ? NoInput
          : AnyInput<Types>
        : IntersectionOf<Types>;

// A property of an intersection is required if one of the types requires it.
type AnyInput<Types extends Versions> = {
  [Key in keyof IntersectionOf<Types>]: Key extends keyof Types[number]
    ? MergedInput<PropertiesOf<Types, Key>>
    : IntersectionOf<Types>[Key];
};

/** A result of an operation, or a part of it, with what it has in every version. */
type MergedResult<Types extends Versions> =
  IsOneType<Types> extends true ? Types[0] : NonNullResult<NonNullableOf<Types>> | NullOf<Types[number]>;

type NonNullResult<Types extends Versions> =
  IsOneType<Types> extends true
    ? Types[0]
    : Types[number] extends readonly unknown[]
      ? MergedResult<ItemsOf<Types>>[]
      : Types[number] extends JsonStream<unknown>
        ? JsonStream<MergedResult<StreamedOf<Types>>>
        : Types[number] extends object
          ? CommonResult<Types>
          : Types[number];

type CommonResult<Types extends Versions> = {
  [Key in keyof ResultProperties<Types[0], Types[number]>]: MergedResult<PropertiesOf<Types, Key>>;
};

/** The properties of every version, optional if they are in one of the versions. */
type ResultProperties<First, All> = Pick<First, Exclude<keyof First & keyof All, OptionalKey<All>>> &
  Partial<Pick<First, keyof First & OptionalKey<All>>>;

// `keyof` of a union is the keys that all of its types have, and one that some of them may omit can be undefined.
type OptionalKey<All> = { [Key in keyof All]-?: undefined extends All[Key] ? Key : never }[keyof All];

type PropertiesOf<Types extends Versions, Key> = {
  [Of in keyof Types]: Types[Of][Key & keyof Types[Of]];
};
type NonNullableOf<Types extends Versions> = { [Of in keyof Types]: NonNullable<Types[Of]> };
type NullOf<One> = null extends One ? null : never;
type ItemsOf<Types extends Versions> = {
  [Of in keyof Types]: Types[Of] extends readonly (infer Item)[] ? Item : never;
};
type StreamedOf<Types extends Versions> = {
  [Of in keyof Types]: Types[Of] extends JsonStream<infer Item> ? Item : never;
};
type PassedTo<Calls extends Versions> = {
  [Of in keyof Calls]: Calls[Of] extends (...passed: infer Passed) => unknown ? Passed[0] : never;
};
type ResultsOf<Calls extends Versions> = {
  [Of in keyof Calls]: Calls[Of] extends (...passed: never[]) => Promise<infer Result> ? Result : never;
};

type IntersectionOf<Types extends Versions> = {
  [Of in keyof Types]: (value: Types[Of]) => void;
}[number] extends (value: infer Intersection) => void
  ? Intersection
  : never;

type IsOneType<Types extends Versions> = Types extends readonly [infer One, infer Other, ...infer Rest]
  ? IsSame<One, Other> extends true
    ? IsOneType<[Other, ...Rest]>
    : false
  : true;
type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
