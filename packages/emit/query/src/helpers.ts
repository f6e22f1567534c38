/** The declarations that all queries and mutations of a package share: types of clients, and functions that return options. */
import { mention, type CodeSymbol, type Declaration, type VersionRequest } from 'lading/emitter';

type Helper =
  'Calls' | 'Input' | 'Result' | 'Query' | 'InfiniteQuery' | 'Mutation' | 'queryOf' | 'infiniteQueryOf' | 'mutationOf';

/** The names of the shared declarations, which no operation may have. */
export const helperNames: readonly Helper[] = [
  'Calls',
  'Input',
  'Result',
  'Query',
  'InfiniteQuery',
  'Mutation',
  'queryOf',
  'infiniteQueryOf',
  'mutationOf',
];

const types = new Set<Helper>(['Calls', 'Input', 'Result', 'Query', 'InfiniteQuery', 'Mutation']);

export type HelperSymbols = (name: Helper) => CodeSymbol;

/** Returns the symbols of the shared declarations. */
export function helperSymbols({ symbol }: Pick<VersionRequest<object, 'client'>, 'symbol'>): HelperSymbols {
  return (name) => symbol(name, 'query', types.has(name) ? 'type' : 'value');
}

export function helperDeclarations(
  of: HelperSymbols,
  from: VersionRequest<object, 'client'>['from'],
): readonly Declaration[] {
  const core = (name: string) => mention(from('@tanstack/query-core', name, 'type'));
  const [calls, input, result] = (['Calls', 'Input', 'Result'] as const).map((name) => mention(of(name)));
  const typeParameters = `Group extends string, Name extends string`;
  const client = `Client extends ${calls}<Group, Name>`;
  const key = 'readonly unknown[]';
  const texts: Readonly<Record<Helper, string>> = {
    Calls: `/** A client, as far as a query calls it: of any version that has the method. */
export type Calls<${typeParameters}> = {
  readonly [G in Group]: { readonly [N in Name]: (...input: never[]) => Promise<unknown> };
};`,
    Input: `/** The input of a method: optional if nothing in it is required. */
export type Input<${client}, ${typeParameters}> =
  Parameters<Client[Group][Name]> extends [(infer Only)?, ...unknown[]]
    ? undefined extends Parameters<Client[Group][Name]>[0]
      ? [input?: Only]
      : [input: Only]
    : never;`,
    Result: `/** What a method returns. */
export type Result<${client}, ${typeParameters}> = Awaited<ReturnType<Client[Group][Name]>>;`,
    Query: `/** Returns the options of a query, whose request is cancelled with it. */
export interface Query<${typeParameters}> {
  <${client}>(
    client: Client,
    ...input: ${input}<Client, Group, Name>
  ): {
    queryKey: ${core('DataTag')}<${key}, ${result}<Client, Group, Name>>;
    queryFn: (context: { readonly signal: AbortSignal }) => Promise<${result}<Client, Group, Name>>;
  };
  /** Returns the key: of all queries of the operation, or of those with an input. */
  readonly key: (input?: object) => ${key};
}`,
    InfiniteQuery: `/** Returns the options of an infinite query: each page is a result of the operation. */
export interface InfiniteQuery<${typeParameters}, Page> {
  <${client}>(
    client: Client,
    ...input: ${input}<Client, Group, Name>
  ): {
    queryKey: ${core('DataTag')}<${key}, ${core('InfiniteData')}<${result}<Client, Group, Name>, Page | undefined>>;
    queryFn: (context: {
      readonly signal: AbortSignal;
      readonly pageParam: Page | undefined;
    }) => Promise<${result}<Client, Group, Name>>;
    initialPageParam: Page | undefined;
    getNextPageParam: (
      page: ${result}<Client, Group, Name>,
      pages: readonly unknown[],
      parameter: Page | undefined,
    ) => Page | undefined;
  };
  /** Returns the key: of all infinite queries of the operation, or of those with an input. */
  readonly key: (input?: object) => ${key};
}`,
    Mutation: `/** Returns the options of a mutation, whose variables are the input of the operation. */
export interface Mutation<${typeParameters}> {
  <${client}>(client: Client): {
    mutationKey: ${key};
    mutationFn: (...input: ${input}<Client, Group, Name>) => Promise<${result}<Client, Group, Name>>;
  };
  readonly key: () => ${key};
}`,
    queryOf: `export function queryOf<${typeParameters}>(group: Group, name: Name, root: ${key}): ${mention(of('Query'))}<Group, Name> {
  const key = (input?: object): ${key} => (input === undefined ? [...root, name] : [...root, name, partOfKey(input)]);
  const options = <${client}>(client: Client, ...[input]: ${input}<Client, Group, Name>) => ({
    queryKey: key(input ?? {}) as ${core('DataTag')}<${key}, ${result}<Client, Group, Name>>,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => called(client, group, name, input, { signal }),
  });
  return Object.assign(options, { key });
}

/** An input in a key, which is compared as JSON: bigints are texts. */
function partOfKey(input: object): unknown {
  const text = JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return JSON.parse(text);
}

/** Calls a method. Its types follow from the client; the group and the name are data. */
function called<${client}, ${typeParameters}>(
  client: Client,
  group: Group,
  name: Name,
  input: unknown,
  options?: { readonly signal: AbortSignal },
): Promise<${result}<Client, Group, Name>> {
  const method = client[group][name] as unknown as (
    input: unknown,
    options?: object,
  ) => Promise<${result}<Client, Group, Name>>;
  return options === undefined ? method(input) : method(input, options);
}`,
    infiniteQueryOf: `/** @param next returns the parameter of the page after a page; undefined after the last one */
export function infiniteQueryOf<${typeParameters}, Page>(
  group: Group,
  name: Name,
  root: ${key},
  parameter: readonly [name: string, inner?: string],
  pointers: { readonly items: readonly string[]; readonly next?: readonly string[] },
  following: (found: { readonly count: number; readonly next: unknown }, page: Page | undefined) => Page | undefined,
): ${mention(of('InfiniteQuery'))}<Group, Name, Page> {
  const key = (input?: object): ${key} =>
    input === undefined ? [...root, name, 'pages'] : [...root, name, 'pages', partOfKey(input)];
  const options = <${client}>(client: Client, ...[input]: ${input}<Client, Group, Name>) => ({
    queryKey: key(input ?? {}) as ${core('DataTag')}<
      ${key},
      ${core('InfiniteData')}<${result}<Client, Group, Name>, Page | undefined>
    >,
    queryFn: ({ signal, pageParam }: { readonly signal: AbortSignal; readonly pageParam: Page | undefined }) => {
      return ${mention(of('queryOf'))}(group, name, root)(
        client,
        ...([pageParam === undefined ? input : withParameter(input, parameter, pageParam)] as unknown as ${input}<Client, Group, Name>),
      ).queryFn({ signal });
    },
    initialPageParam: undefined as Page | undefined,
    getNextPageParam: (
      page: ${result}<Client, Group, Name>,
      _pages: readonly unknown[],
      current: Page | undefined,
    ): Page | undefined => {
      const items = valueAt(page, pointers.items);
      const next = pointers.next === undefined ? undefined : valueAt(page, pointers.next);
      return following({ count: Array.isArray(items) ? items.length : 0, next }, current);
    },
  });
  return Object.assign(options, { key });
}

/** Returns an input with another value of a parameter, which may be in an object of its own. */
function withParameter(input: unknown, [name, inner]: readonly [name: string, inner?: string], value: unknown) {
  const given = { ...(input as Readonly<Record<string, unknown>> | undefined) };
  if (inner === undefined) return { ...given, [name]: value };
  return { ...given, [name]: { ...(given[name] as object | undefined), [inner]: value } };
}

/** Returns the value at the segments of a JSON pointer; undefined if there is none. */
function valueAt(value: unknown, pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  );
}`,
    mutationOf: `export function mutationOf<${typeParameters}>(group: Group, name: Name, root: ${key}): ${mention(of('Mutation'))}<Group, Name> {
  const key = (): ${key} => [...root, name];
  const options = <${client}>(client: Client) => ({
    mutationKey: key(),
    mutationFn: (...[input]: ${input}<Client, Group, Name>) => called(client, group, name, input),
  });
  return Object.assign(options, { key });
}`,
  };
  // `called`, `partOfKey` and `valueAt` are no exports: the functions that call them are in one module.
  return [
    ...(['Calls', 'Input', 'Result', 'Query', 'InfiniteQuery', 'Mutation'] as const).map((name) => ({
      symbols: [of(name)],
      statements: [texts[name]],
    })),
    {
      symbols: [of('queryOf'), of('infiniteQueryOf'), of('mutationOf')],
      statements: [texts.queryOf, texts.infiniteQueryOf, texts.mutationOf],
    },
  ];
}
