/** The servers of all versions → a function for each version that serves the clients of all of them. */
import {
  comment,
  commentBlock,
  commentText,
  literal,
  mention,
  aliasedByVersion,
  versionIdentifiers,
  type CodeModule,
  type ServerSymbols,
  type CodeSymbol,
  type Declaration,
  wrapped,
  type ModuleId,
} from '../../emitter/index.js';
import { routesTo, type RouteStep, type VersionConversion } from './conversion-routes.js';

/** The server of a version. */
export interface VersionServer extends Omit<ServerSymbols, 'handler'> {
  readonly version: string;
  /** The range of versions of its package. */
  readonly range: string;
}

/** The package of the conversions and contracts of all versions. */
export interface ServerConversions {
  readonly package: string;
  /** The range of its versions. */
  readonly version: string;
}

/** The modules of a package, and the packages of versions that they import, with their ranges. */
export interface ServersModules {
  readonly modules: readonly CodeModule[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Returns the modules of the package of all servers: the server, and the same with exact integers.
 *
 * @param unaliased the servers, newest version first
 * @param conversions the packages of conversions
 * @param all the package with the conversions and contracts of all versions; without it, the others are used
 */
export function serversModules(
  owner: string,
  unaliased: readonly VersionServer[],
  conversions: readonly VersionConversion[],
  all?: ServerConversions,
): ServersModules {
  const identifiers = versionIdentifiers(unaliased.map(({ version }) => version));
  const servers = unaliased.map((server) => ({
    ...server,
    contract: aliasedByVersion(server.contract, identifiers.get(server.version)),
    handlers: aliasedByVersion(server.handlers, identifiers.get(server.version)),
    exactHandlers: aliasedByVersion(server.exactHandlers, identifiers.get(server.version)),
    options:
      server.options.home.package === server.package
        ? aliasedByVersion(server.options, identifiers.get(server.version))
        : server.options,
  }));
  const moduleOf = (path: string, about: string, isExact: boolean): CodeModule => {
    const home = { package: owner, path };
    return {
      ...home,
      about,
      declarations: [
        ...declarationsOf(home, servers, identifiers, all === undefined ? conversions : [], all, isExact),
        handlersByVersion(home, servers, identifiers, isExact),
        ...(all === undefined ? [] : [loadConversions(home, servers, all)]),
      ],
      reexports: [],
      isUnformatted: true,
    };
  };
  const about = 'Servers of all versions. Each serves the clients of every version that it has conversions for.';
  const modules = [
    moduleOf('gen/create-server.ts', about, false),
    moduleOf('gen/exact.ts', `${about} 64-bit integers are \`bigint\`.`, true),
  ];
  if (all !== undefined) {
    const packages = [...servers.map(({ package: name, range }) => [name, range] as const), [all.package, all.version]];
    return { modules, dependencies: Object.fromEntries(packages) as Record<string, string> };
  }
  const versions = servers.map(({ version }) => version);
  const steps = versions.flatMap((version) => routesTo(version, versions, conversions));
  const used = conversions.filter((conversion) => steps.some(({ load }) => load.home.package === conversion.package));
  const packages = [...servers, ...used].map(({ package: name, range }) => [name, range] as const);
  return { modules, dependencies: Object.fromEntries(packages) };
}

function declarationsOf(
  home: ModuleId,
  servers: readonly VersionServer[],
  identifiers: ReadonlyMap<string, string>,
  conversions: readonly VersionConversion[],
  all: ServerConversions | undefined,
  isExact: boolean,
): readonly Declaration[] {
  return servers.flatMap((server, index) => {
    const suffix = identifiers.get(server.version) ?? '';
    const own = isExact ? server.exactHandlers : server.handlers;
    const handlers: CodeSymbol = { name: `${own.name}${suffix}`, home };
    const options = isExact ? '...options, exact: true' : undefined;
    // The newest version is the default and has no suffix.
    const create: CodeSymbol = { name: `${server.create.name}${index === 0 ? '' : suffix}`, home, value: true };
    const clients = servers.map(({ version }) => version);
    const steps = routesTo(server.version, clients, conversions);
    const served = servedBy(steps, servers);
    const body =
      all === undefined ? createBody(server, served, steps, options) : loadingBody(server, all.package, options);
    // Code that follows the newest version names no version.
    const newest: CodeSymbol = { name: own.name, home };
    return [
      { symbols: [handlers], statements: [handlersType(server.version, own, handlers)] },
      ...(index === 0 ? [{ symbols: [newest], statements: [newestType(handlers, newest)] }] : []),
      { symbols: [create], statements: [createFunction(server, create, handlers, body)] },
    ];
  });
}

/** The type of the handlers of each version, by its name. */
function handlersByVersion(
  home: ModuleId,
  servers: readonly VersionServer[],
  identifiers: ReadonlyMap<string, string>,
  isExact: boolean,
): Declaration {
  const symbol: CodeSymbol = { name: 'HandlersByVersion', home };
  const properties = servers.map(({ version, handlers, exactHandlers }) => {
    const name = `${(isExact ? exactHandlers : handlers).name}${identifiers.get(version) ?? ''}`;
    return `  readonly ${literal(version)}: ${name};\n`;
  });
  const text = `${commentBlock('The handlers of each version.')}export interface ${symbol.name} {\n${properties.join('')}}`;
  return { symbols: [symbol], statements: [text] };
}

function servedBy(steps: readonly RouteStep[], servers: readonly VersionServer[]): readonly VersionServer[] {
  return servers.filter(({ version }) => steps.some(({ client }) => client === version));
}

function handlersType(version: string, handlers: CodeSymbol, { name }: CodeSymbol): string {
  const text = `The handlers of an implementation of API version ${versionText(version)}. An operation without a handler responds with 501.`;
  return `${commentBlock(text)}export type ${name} = ${mention(handlers)};`;
}

function newestType({ name: handlers }: CodeSymbol, { name }: CodeSymbol): string {
  return `${commentBlock('The handlers of the newest version, which `createServer` takes.')}export type ${name} = ${handlers};`;
}

/** The body of a function that creates a server, and the paragraphs of its comment. */
interface CreateBody {
  readonly lines: readonly string[];
  readonly comment: readonly string[];
}

/** Serves the versions of the given conversions, which are loaded together with the module. */
function createBody(
  { version, contract, runtime }: VersionServer,
  served: readonly VersionServer[],
  steps: readonly RouteStep[],
  options?: string,
): CreateBody {
  const own = versionText(version);
  const contracts = served.map((other) => `{ contract: ${mention(other.contract)} }`);
  const entries = steps.map(
    ({ client, engine, load }) => `{ client: ${literal(client)}, engine: ${literal(engine)}, load: ${mention(load)} }`,
  );
  const returned = (passed: string) => `return ${mention(runtime.create)}(${mention(contract)}, handlers, ${passed});`;
  if (steps.length === 0) {
    return {
      lines: [returned(options === undefined ? 'options' : `{ ${options} }`)],
      comment: [`Serves clients of API version ${own} with handlers of that version.`],
    };
  }
  const others = served.map((other) => versionText(other.version)).join(', ');
  return {
    lines: [
      `const serves = [${contracts.join(', ')}];`,
      `const conversions = [${[...entries, '...(options.conversions ?? [])'].join(', ')}];`,
      returned(`{ serves, ${options ?? '...options'}, conversions }`),
    ],
    comment: [
      `Serves clients of the API versions ${own} and ${others} with handlers of version ${own}. Requests and responses of other versions are converted; a request that version ${own} cannot express is refused.`,
      `\`options.serves\` replaces the other versions: \`serves: []\` serves ${own} alone. \`options.conversions\` adds conversions from further versions.`,
    ],
  };
}

/** Serves all versions of a package, whose contracts and conversions are loaded when a client needs them. */
function loadingBody({ version, contract, runtime }: VersionServer, from: string, options = '...options'): CreateBody {
  const own = versionText(version);
  const home = runtime.create.home;
  const contracts = mention({ name: 'contracts', home: { package: `${from}/contracts`, path: '' }, value: true });
  const others = mention({ name: 'otherVersions', home, value: true });
  return {
    lines: [
      `const serves = ${others}(${contracts}, ${literal(version)});`,
      `return ${mention(runtime.create)}(${mention(contract)}, handlers, { serves, loadConversions, ${options} });`,
    ],
    comment: [
      `Serves clients of every API version with handlers of version ${own}. Requests and responses of other versions are converted, by contracts and conversions that are loaded when the first client of such a version connects; a request that version ${own} cannot express is refused.`,
      `\`options.serves\` replaces the other versions: \`serves: []\` serves ${own} alone. \`options.conversions\` replaces conversions, for example to use other hooks, or adds some.`,
    ],
  };
}

function loadingSymbol(home: ModuleId): CodeSymbol {
  return { name: 'loadConversions', home, value: true };
}

/** The function that loads the conversions between neighbouring versions. */
function loadConversions(home: ModuleId, [server]: readonly VersionServer[], all: ServerConversions): Declaration {
  const runtime = server?.runtime.create.home ?? home;
  const providers = mention({ name: 'providersOf', home: runtime, value: true });
  const provider = mention({ name: 'ConversionProvider', home: runtime });
  const text = `${commentBlock('Loads the conversions between neighbouring versions.')}async function ${loadingSymbol(home).name}(): Promise<readonly ${provider}[]> {\n  return ${providers}((await import(${literal(all.package)})).steps);\n}`;
  return { symbols: [loadingSymbol(home)], statements: [text] };
}

function createFunction(
  { options, isOptionsRequired, hasIdentities, runtime }: VersionServer,
  { name }: CodeSymbol,
  handlers: CodeSymbol,
  { lines, comment: paragraphs }: CreateBody,
): string {
  const handlersType = hasIdentities
    ? `${mention({ name: 'HandlersWith', home: runtime.create.home })}<${mention(handlers)}, Identities>`
    : mention(handlers);
  const optionsType = `${mention(options)}${hasIdentities ? '<Identities>' : ''}`;
  const parameters = `handlers: ${handlersType}, options: ${optionsType}${isOptionsRequired ? '' : ' = {}'}`;
  const typeParameters = hasIdentities ? '<Identities = Record<never, never>>' : '';
  const docs = commentBlock(wrapped(comment(paragraphs), 117));
  return `${docs}export function ${name}${typeParameters}(${parameters}): ${mention(runtime.server)} {\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

function versionText(version: string): string {
  return commentText(version).replaceAll('\n', ' ');
}
