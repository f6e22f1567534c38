/** The types of what security handlers return: from them, the types of `call.identity` follow. */
import type { Call } from '../../server/call.js';
import type { SecurityHandler } from './options.js';

/** The call of an operation that requires authentication. */
export interface IdentifiedCall<
  Identity,
  Path = unknown,
  Query = unknown,
  Headers = unknown,
  Body = unknown,
  Cookies = unknown,
> extends Call<Path, Query, Headers, Body, Cookies, Identity> {
  /** What the security handlers returned, by the name of the scheme. */
  readonly identity: Identity;
}

/** The handlers of a server whose security handlers return `Identities`, by the name of the scheme. */
export type HandlersWith<Handlers, Identities> = {
  readonly [Noun in keyof Handlers]: GroupWith<Handlers[Noun], Identities>;
};

type GroupWith<Group, Identities> = Group extends object
  ? { [Verb in keyof Group]: HandlerWith<Group[Verb], Identities> }
  : Group;

type HandlerWith<One, Identities> = One extends (call: infer Received) => infer Result
  ? (call: CallWith<Received, Identities>) => Result
  : One;

type CallWith<Received, Identities> = Received extends { readonly identity: infer Identity }
  ? Omit<Received, 'identity'> & { readonly identity: IdentityWith<Identity, Identities> }
  : Received;

type IdentityWith<Identity, Identities> = Identity extends object
  ? { readonly [Scheme in keyof Identity]: Scheme extends keyof Identities ? Identities[Scheme] : Identity[Scheme] }
  : Identity;

/** The security handlers that return `Identities`. */
export type SecurityWith<Handlers, Identities> = {
  readonly [Scheme in keyof Handlers]: Scheme extends keyof Identities
    ? ReturningHandler<Handlers[Scheme], Identities[Scheme]>
    : Handlers[Scheme];
};

type ReturningHandler<One, Identity> =
  One extends SecurityHandler<infer Credential> ? SecurityHandler<Credential, Identity> : One;
