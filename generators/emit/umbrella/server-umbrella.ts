/** The servers of all versions → a function for each version that serves the clients of all of them. */
import {
  comment,
  commentBlock,
  commentText,
  literal,
  mention,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  wrapped,
  type ModuleId,
} from '../../code/index.js';
import { routesTo, type RouteStep, type UmbrellaConversion } from './conversion-routes.js';
import type { UmbrellaPackage } from './umbrella-package.js';
import { aliasedByVersion, versionIdentifiers } from './version-identifiers.js';

/** The server of a version. */
export interface UmbrellaServer {
  readonly version: string;
  /** The name of its package. */
  readonly package: string;
  /** The range of versions of its package that the umbrella depends on. */
  readonly range: string;
  /** Its contract, as a value. */
  readonly contract: CodeSymbol;
  /** The type of its handlers. */
  readonly handlers: CodeSymbol;
  /** The function that creates a server of this version alone. */
  readonly create: CodeSymbol;
  /** The type of its options. */
  readonly options: CodeSymbol;
  readonly isOptionsRequired: boolean;
  /** Whether the types of handlers and options depend on what the security handlers return. */
  readonly hasIdentities: boolean;
  /** The function of the runtime that creates a server of any contract, and the type of its result. */
  readonly runtime: { readonly create: CodeSymbol; readonly server: CodeSymbol };
}

/** Returns the module of the server umbrella. @param unaliased the servers, newest version first */
export function serverUmbrella(
  owner: string,
  unaliased: readonly UmbrellaServer[],
  conversions: readonly UmbrellaConversion[],
): UmbrellaPackage {
  const identifiers = versionIdentifiers(unaliased.map(({ version }) => version));
  const servers = unaliased.map((server) => ({
    ...server,
    contract: aliasedByVersion(server.contract, identifiers.get(server.version)),
    handlers: aliasedByVersion(server.handlers, identifiers.get(server.version)),
    options:
      server.options.home.package === server.package
        ? aliasedByVersion(server.options, identifiers.get(server.version))
        : server.options,
  }));
  const home = { package: owner, path: 'gen/create-server.ts' };
  const module: CodeModule = {
    ...home,
    about: 'Servers of all versions. Each serves the clients of every version that it has conversions for.',
    declarations: declarationsOf(home, servers, identifiers, conversions),
    reexports: [],
    isUnformatted: true,
  };
  const versions = servers.map(({ version }) => version);
  const steps = versions.flatMap((version) => routesTo(version, versions, conversions));
  const used = conversions.filter((conversion) => steps.some(({ load }) => load.home.package === conversion.package));
  const packages = [...servers, ...used].map(({ package: name, range }) => [name, range] as const);
  return { modules: [module], dependencies: Object.fromEntries(packages) };
}

function declarationsOf(
  home: ModuleId,
  servers: readonly UmbrellaServer[],
  identifiers: ReadonlyMap<string, string>,
  conversions: readonly UmbrellaConversion[],
): readonly Declaration[] {
  return servers.flatMap((server, index) => {
    const suffix = identifiers.get(server.version) ?? '';
    const handlers: CodeSymbol = { name: `${server.handlers.name}${suffix}`, home };
    // The newest version is the default and has no suffix.
    const create: CodeSymbol = { name: `${server.create.name}${index === 0 ? '' : suffix}`, home, value: true };
    const clients = servers.map(({ version }) => version);
    const steps = routesTo(server.version, clients, conversions);
    return [
      { symbols: [handlers], statements: [handlersType(server, handlers)] },
      { symbols: [create], statements: [createFunction(server, create, handlers, servedBy(steps, servers), steps)] },
    ];
  });
}

function servedBy(steps: readonly RouteStep[], servers: readonly UmbrellaServer[]): readonly UmbrellaServer[] {
  return servers.filter(({ version }) => steps.some(({ client }) => client === version));
}

function handlersType({ version, handlers }: UmbrellaServer, { name }: CodeSymbol): string {
  const text = `The handlers of an implementation of API version ${versionText(version)}. An operation without a handler responds with 501.`;
  return `${commentBlock(text)}export type ${name} = ${mention(handlers)};`;
}

function createFunction(
  { version, contract, options, isOptionsRequired, hasIdentities, runtime }: UmbrellaServer,
  { name }: CodeSymbol,
  handlers: CodeSymbol,
  served: readonly UmbrellaServer[],
  steps: readonly RouteStep[],
): string {
  const contracts = served.map((other) => `{ contract: ${mention(other.contract)} }`);
  const entries = steps.map(
    ({ client, engine, load }) => `{ client: ${literal(client)}, engine: ${literal(engine)}, load: ${mention(load)} }`,
  );
  const returned = (passed: string) => `return ${mention(runtime.create)}(${mention(contract)}, handlers, ${passed});`;
  const lines =
    steps.length === 0
      ? [returned('options')]
      : [
          `const serves = [${contracts.join(', ')}];`,
          `const conversions = [${[...entries, '...(options.conversions ?? [])'].join(', ')}];`,
          returned('{ serves, ...options, conversions }'),
        ];
  const handlersType = hasIdentities
    ? `${mention({ name: 'HandlersWith', home: runtime.create.home })}<${mention(handlers)}, Identities>`
    : mention(handlers);
  const optionsType = `${mention(options)}${hasIdentities ? '<Identities>' : ''}`;
  const parameters = `handlers: ${handlersType}, options: ${optionsType}${isOptionsRequired ? '' : ' = {}'}`;
  const typeParameters = hasIdentities ? '<Identities = Record<never, never>>' : '';
  const docs = commentBlock(wrapped(createComment(version, served), 117));
  return `${docs}export function ${name}${typeParameters}(${parameters}): ${mention(runtime.server)} {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

function createComment(version: string, served: readonly UmbrellaServer[]): string {
  const own = versionText(version);
  if (served.length === 0) return `Serves clients of API version ${own} with handlers of that version.`;
  const others = served.map((other) => versionText(other.version)).join(', ');
  const paragraphs = [
    `Serves clients of the API versions ${own} and ${others} with handlers of version ${own}. Requests and responses of other versions are converted; a request that version ${own} cannot express is refused.`,
    `\`options.serves\` replaces the other versions: \`serves: []\` serves ${own} alone. \`options.conversions\` adds conversions from further versions.`,
  ];
  return comment(paragraphs);
}

function versionText(version: string): string {
  return commentText(version).replaceAll('\n', ' ');
}
