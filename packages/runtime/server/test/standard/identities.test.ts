/** The types of `call.identity`, as they follow from those of the security handlers. */
import { expectTypeOf, it } from 'vitest';
import type { HandlersWith, IdentifiedCall, SecurityHandler, SecurityWith } from '../../src/index.js';

interface Pet {
  one: (call: IdentifiedCall<{ readonly key: unknown }, { readonly id: string }>) => number;
  both: (call: IdentifiedCall<{ readonly key: unknown; readonly login: unknown }>) => void;
  either: (call: IdentifiedCall<{ readonly key: unknown } | { readonly login: unknown }>) => void;
  open: (call: { readonly path: string }) => void;
}
interface Person {
  readonly name: string;
}
type Handlers = HandlersWith<{ readonly pet?: Partial<Pet> }, { key: Person }>;
type Received<Verb extends keyof Pet> = Parameters<NonNullable<NonNullable<Handlers['pet']>[Verb]>>[0];

it('are those of the schemes of an operation', () => {
  expectTypeOf<Received<'one'>['identity']>().toEqualTypeOf<{ readonly key: Person }>();
  expectTypeOf<Received<'one'>['path']>().toEqualTypeOf<{ readonly id: string }>();
  expectTypeOf<Received<'both'>['identity']>().toEqualTypeOf<{ readonly key: Person; readonly login: unknown }>();
  expectTypeOf<Received<'either'>['identity']>().toEqualTypeOf<
    { readonly key: Person } | { readonly login: unknown }
  >();
  expectTypeOf<Received<'open'>>().toEqualTypeOf<{ readonly path: string }>();
});

it('are those that the security handlers return', () => {
  type Security = SecurityWith<{ readonly key: SecurityHandler; readonly login?: SecurityHandler }, { key: Person }>;
  expectTypeOf<Security['key']>().toEqualTypeOf<SecurityHandler<string, Person>>();
  expectTypeOf<Security['login']>().toEqualTypeOf<SecurityHandler | undefined>();
});
