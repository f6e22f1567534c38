/** The inputs that every version has, for programs that serve engines of several versions. */
import type { EngineConnection } from '@lading/runtime-client';
import type { Engine, EngineByVersion } from '../gen/engine.js';

type Version = Engine['version'];
type ByVersion = Readonly<Record<Version, unknown>>;

/** The groups of calls. */
type Noun = Exclude<keyof Engine, keyof EngineConnection>;

/**
 * The input of an operation with the parameters, properties and values that it has in every version: `CommonInput<'container',
 * 'create'>`. Any engine accepts it; what only some versions have is available where `isVersion` has narrowed the engine.
 */
export type CommonInput<Name extends Noun, Verb extends keyof Engine[Name]> = CommonOf<{
  [Of in Version]: OperationInput<EngineByVersion[Of][Name], Verb>;
}>;

type OperationInput<Calls, Verb> = Verb extends keyof Calls
  ? Calls[Verb] extends (...passed: infer Passed) => unknown
    ? NonNullable<Passed[0]>
    : never
  : never;

/** What the types of one value in each version have in common. */
type CommonOf<Types extends ByVersion> =
  IsOneType<Types> extends true
    ? Types[Version]
    : CommonValue<{ [Of in Version]: NonNullable<Types[Of]> }> | NullOf<Types>;

type CommonValue<Types extends ByVersion> = Types[Version] extends readonly unknown[]
  ? CommonOf<{ [Of in Version]: ItemOf<Types[Of]> }>[]
  : Types[Version] extends object
    ? CommonObject<Types>
    : IntersectionOf<Types>;

// `keyof` of a union is the keys that all of its types have, and one that some of them may omit can be undefined.
type CommonObject<Types extends ByVersion> = {
  readonly [Key in RequiredKey<Types[Version]>]: CommonOf<PropertyOf<Types, Key>>;
} & {
  readonly [Key in OptionalKey<Types[Version]>]?: CommonOf<PropertyOf<Types, Key>>;
};

type OptionalKey<Types> = { [Key in keyof Types]: undefined extends Types[Key] ? Key : never }[keyof Types] &
  keyof Types;
type RequiredKey<Types> = Exclude<keyof Types, OptionalKey<Types>>;
type PropertyOf<Types extends ByVersion, Key> = {
  [Of in Version]: Exclude<Types[Of][Key & keyof Types[Of]], undefined>;
};

type ItemOf<Items> = Items extends readonly (infer Item)[] ? Item : never;
type NullOf<Types extends ByVersion> = IntersectionOf<{ [Of in Version]: Extract<Types[Of], null> }>;

type IsOneType<Types extends ByVersion> = false extends { [Of in Version]: IsSame<Types[Of], Types[Version]> }[Version]
  ? false
  : true;
type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

type IntersectionOf<Types extends ByVersion> = {
  [Of in Version]: (value: Types[Of]) => void;
}[Version] extends (value: infer Intersection) => void
  ? Intersection
  : never;
