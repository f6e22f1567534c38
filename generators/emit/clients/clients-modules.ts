/** The clients of all versions → the types of their connections, and a loader for each client. */
import {
  clientEntryPoint,
  commentBlock,
  commentText,
  literal,
  mention,
  aliasedByVersion,
  versionIdentifiers,
  type ClientSymbols,
  type CodeModule,
  type CodeSymbol,
  type ModuleId,
} from '../../emitter/index.js';
import { inputVersions, type VersionedApi } from './input-versions.js';

/** The client of a version. */
export interface VersionClient extends Pick<ClientSymbols, 'package' | 'connection' | 'connect'> {
  readonly version: string;
}

/**
 * Returns the modules of the package of all clients.
 *
 * @param clients the clients, newest version first
 * @param apis the APIs of these versions, in the same order
 */
export function clientsModules(
  owner: string,
  clients: readonly VersionClient[],
  apis: readonly VersionedApi[],
): readonly CodeModule[] {
  const types = connectionTypes({ package: owner, path: 'gen/engine.ts' }, clients);
  const loaders = loadersModule({ package: owner, path: 'gen/clients.ts' }, types.symbols, clients);
  return [types.module, loaders, inputVersionsModule({ package: owner, path: 'gen/input-versions.ts' }, apis)];
}

/** The symbols of the connection types. */
interface ConnectionSymbols {
  /** The connections by version. */
  readonly byVersion: CodeSymbol;
  /** Returns the connection of one version. */
  readonly ofVersion: (version: string) => CodeSymbol;
}

function connectionTypes(home: ModuleId, unaliased: readonly VersionClient[]) {
  const identifiers = versionIdentifiers(unaliased.map(({ version }) => version));
  const clients = unaliased.map((client) => ({
    ...client,
    connection: aliasedByVersion(client.connection, identifiers.get(client.version)),
  }));
  const baseName = clients[0]?.connection.name ?? '';
  const symbols: ConnectionSymbols = {
    byVersion: { name: `${baseName}ByVersion`, home },
    ofVersion: (version) => ({ name: `${baseName}${identifiers.get(version) ?? ''}`, home }),
  };
  const common: CodeSymbol = { name: baseName, home };
  const anyClient: CodeSymbol = { name: `Any${baseName}`, home };
  const inVersions = clients.map(({ version }) => mention(symbols.ofVersion(version)));
  const ofClients = clients.map(({ connection }) => mention(connection));
  const declarations = [
    ...clients.map(({ version, connection }) => {
      const text = `export type ${symbols.ofVersion(version).name} = ${mention(connection)} & { readonly version: ${literal(version)} };`;
      return declaration(symbols.ofVersion(version), `\`${baseName}\` in API version ${versionText(version)}.`, text);
    }),
    declaration(
      symbols.byVersion,
      `\`${baseName}\` by API version.`,
      `export interface ${symbols.byVersion.name} {\n${clients.map(({ version }) => `  readonly ${literal(version)}: ${mention(symbols.ofVersion(version))};\n`).join('')}}`,
    ),
    declaration(
      common,
      `\`${baseName}\` in any generated API version: the calls, inputs and results of every version.`,
      // One type rather than a union: an error about a union repeats itself for one of its types.
      `export interface ${baseName} extends ${runtime('EngineConnection')}, ${runtime('CommonGroups')}<[${ofClients.join(', ')}]> {\n  readonly version: ${union(clients.map(({ version }) => literal(version)))};\n}`,
    ),
    declaration(
      anyClient,
      `\`${baseName}\` of any generated client, including one that the client of a single version returned.`,
      // The compiler finds a type in a union faster than it compares two.
      `export type ${anyClient.name} = ${union([mention(common), ...inVersions, ...ofClients])};`,
    ),
  ];
  const about = `\`${baseName}\` of all generated clients.`;
  const module: CodeModule = { ...home, about, declarations, reexports: [], isUnformatted: true };
  return { module, symbols };
}

function loadersModule(home: ModuleId, { byVersion, ofVersion }: ConnectionSymbols, clients: readonly VersionClient[]) {
  const parameters = `(target: ${runtime('Target')}, options?: ${runtime('ConnectOptions')})`;
  const result = `Promise<${mention(byVersion)}[Version]>`;
  const type = `{ readonly [Version in keyof ${mention(byVersion)}]: ${parameters} => ${result} }`;
  const entries = clients.map(({ version, package: name, connect }) => {
    const call = `(await import(${literal(name)})).${connect.name}(target, options)`;
    return `  ${literal(version)}: async (target, options) => ${call} as ${mention(ofVersion(version))},\n`;
  });
  const symbol: CodeSymbol = { name: 'clients', home, value: true };
  const text = `export const clients: ${type} = {\n${entries.join('')}};`;
  const comment =
    'Loads the client of a version and connects to a known target. A program loads only the clients it uses.';
  const about = 'A loader for the client of each version.';
  const declarations = [declaration(symbol, comment, text)];
  return { ...home, about, declarations, reexports: [], isUnformatted: true } satisfies CodeModule;
}

function runtime(name: 'CommonGroups' | 'ConnectOptions' | 'EngineConnection' | 'Target'): string {
  return mention({ name, home: { package: clientEntryPoint, path: '' } });
}

function inputVersionsModule(home: ModuleId, apis: readonly VersionedApi[]) {
  const symbol: CodeSymbol = { name: 'inputVersions', home, value: true };
  const type = 'Readonly<Record<string, Readonly<Record<string, readonly [since: string, until?: string]>>>>';
  const entries = [...inputVersions(apis)].map(([id, ranges]) => {
    const inputs = [...ranges].map(([path, { since = '', until }]) => {
      const range = until === undefined ? [since] : [since, until];
      return `    ${literal(path)}: [${range.map((version) => literal(version)).join(', ')}],\n`;
    });
    return `  ${literal(id)}: {\n${inputs.join('')}  },\n`;
  });
  const comment =
    'By operation and path (`body/…`, `*` for every key or item, empty for the operation itself): the first version with the input, or an empty string if all older versions have it, and the first version without it.';
  const text = `export const inputVersions: ${type} = {\n${entries.join('')}};`;
  const about = 'The operations, parameters and properties of requests that not every version has.';
  return {
    ...home,
    about,
    declarations: [declaration(symbol, comment, text)],
    reexports: [],
    isUnformatted: true,
  } satisfies CodeModule;
}

function declaration(symbol: CodeSymbol, comment: string, text: string) {
  return { symbols: [symbol], statements: [`${commentBlock(comment)}${text}`] };
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : types.join(' | ');
}

function versionText(version: string): string {
  return commentText(version).replaceAll('\n', ' ');
}
