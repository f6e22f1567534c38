/**
 * The contracts of all versions → modules of one package, with a loader for each version and a list of all operations. Contracts
 * that have a package of their own are imported from it.
 */
import {
  aliasedByVersion,
  constant,
  contractEntry,
  list,
  literal,
  mention,
  object,
  ownerOf,
  redirecting,
  versionIdentifiers,
  versionSegment,
  type CodeModule,
  type CodeSymbol,
  type Declaration,
  type ModuleId,
} from '../../emitter/index.js';

/** A contract as emitted for a package of its version. */
export interface VersionContract {
  readonly version: string;
  /** The name of that package. */
  readonly package: string;
  /** The range of its versions, if there is such a package; the modules of others become part of the one for all versions. */
  readonly range?: string;
  readonly contract: CodeSymbol;
  readonly servers?: CodeSymbol | undefined;
  readonly securitySchemes?: CodeSymbol | undefined;
  readonly modules: readonly CodeModule[];
  readonly operations: readonly EmbeddedOperation[];
  /** Returns where a symbol is declared, whichever version re-exports it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}

/** An operation of a contract. */
export interface EmbeddedOperation {
  readonly id: string;
  /** The constant that describes its requests. */
  readonly constant: CodeSymbol;
  /** The constant with its schemas. */
  readonly schemas: CodeSymbol;
  /** Its place in the contract: its group and its method. */
  readonly place: readonly [string, string];
  /** Whether a successful response is a stream of JSON values. */
  readonly isStream: boolean;
  /** Whether it may upgrade its connection. */
  readonly isUpgrade: boolean;
}

/**
 * Returns the modules of the contracts without a package, below the folders of their versions, the list of all loaders, and that of
 * all operations.
 *
 * @param contracts the newest first
 */
export function embeddedContracts(owner: string, contracts: readonly VersionContract[]): readonly CodeModule[] {
  const embedded = contracts.filter(({ range }) => range === undefined);
  const folders = new Map(embedded.map((one) => [one.package, `gen/v${versionSegment(one.version)}`]));
  /** A module of a package becomes one below the folder of its version; modules of runtimes remain. */
  const moved = (home: ModuleId): ModuleId => {
    const folder = folders.get(ownerOf(home.package));
    if (folder === undefined) return home;
    // A few lines of servers belong to the contract of their version.
    const path = home.path === 'gen/operations/address.ts' ? 'gen/contract.ts' : home.path;
    return { package: owner, path: path.replace(/^gen\b/, folder) };
  };
  const targetOf =
    ({ origin, range }: VersionContract) =>
    (symbol: CodeSymbol): CodeSymbol => {
      if (range !== undefined) return symbol;
      const { name, home: declaredIn } = origin(symbol) ?? symbol;
      const home = moved(declaredIn);
      // What an embedded version shares with one that is not embedded is imported from the package that declares it.
      const isForeign = home === declaredIn && moved(symbol.home) === symbol.home;
      return isForeign ? symbol : { ...symbol, name, home };
    };
  const identifiers = versionIdentifiers(contracts.map(({ version }) => version));
  const equals = equalContracts(contracts);
  const modules = embedded.flatMap((contract) => {
    const redirect = redirecting(targetOf(contract));
    const equal = equals.get(contract);
    // Modules that only re-export are entry points, of which this package has one for all versions.
    return contract.modules
      .filter(({ declarations }) => declarations.length > 0)
      .map((module): CodeModule => {
        const own =
          equal === undefined || module.path !== contract.contract.home.path
            ? module.declarations
            : [equalContract(contract, equal, identifiers.get(equal.version))];
        const declarations = own.map(({ symbols, ...others }) => ({
          ...redirect({ ...others, symbols }),
          symbols: symbols.map((symbol) => ({ ...symbol, home: moved(symbol.home) })),
        }));
        return { ...module, ...moved(module), declarations, reexports: [] };
      });
  });
  const operations = contracts.flatMap((contract) =>
    contract.operations.map((operation) => ({ ...operation, constant: targetOf(contract)(operation.constant) })),
  );
  return [...joined(modules), loadersModule(owner, contracts, moved), operationsModule(owner, operations)];
}

/** Joins modules with the same path: what the last one of them declares needs the others. */
function joined(modules: readonly CodeModule[]): readonly CodeModule[] {
  const byPath = new Map<string, CodeModule>();
  for (const module of modules) {
    const others = byPath.get(module.path)?.declarations ?? [];
    byPath.set(module.path, { ...module, declarations: [...others, ...module.declarations] });
  }
  return [...byPath.values()];
}

/** Returns for a contract the first one with the same operations and schemas in the same places, if that is another one. */
function equalContracts(contracts: readonly VersionContract[]): ReadonlyMap<VersionContract, VersionContract> {
  const first = new Map<string, VersionContract>();
  return new Map(
    contracts.flatMap((contract) => {
      const { operations, origin, servers, securitySchemes } = contract;
      const declared = (symbol: CodeSymbol) => {
        const { name, home } = origin(symbol) ?? symbol;
        return [home.package, home.path, name];
      };
      const content = JSON.stringify([
        [servers, securitySchemes].map((symbol) => symbol !== undefined),
        operations.map(({ place, constant: operation, schemas }) => [place, declared(operation), declared(schemas)]),
      ]);
      const equal = first.get(content);
      if (equal !== undefined) return [[contract, equal] as const];
      first.set(content, contract);
      return [];
    }),
  );
}

/** Returns the declaration of a contract that differs from another one in the version and the addresses alone. */
function equalContract(
  { version, contract, servers, securitySchemes }: VersionContract,
  equal: VersionContract,
  identifier: string | undefined,
): Declaration {
  const other =
    equal.range === undefined ? equal.contract : { ...equal.contract, home: { package: equal.package, path: '' } };
  const value = object(
    [
      `...${mention(aliasedByVersion(other, identifier))}`,
      ['version', literal(version)],
      ...(servers ? [['servers', mention(servers)] as const] : []),
      ...(securitySchemes ? [['securitySchemes', mention(securitySchemes)] as const] : []),
    ],
    'open',
  );
  const type = mention({ name: 'Contract', home: { package: contractEntry, path: '' } });
  const comment = `The operations are those of version ${equal.version}.`;
  return { symbols: [contract], statements: [constant({ name: contract.name, type, value, comment })] };
}

/** @param all the operations of all versions, those of the newest first */
function operationsModule(owner: string, all: readonly EmbeddedOperation[]): CodeModule {
  const home = { package: owner, path: 'gen/operations.ts' };
  const about = 'The operations of all versions, each as the newest version that has it describes it.';
  const listed = new Set<string>();
  const newest = all.filter(({ id }) => !listed.has(id) && listed.add(id));
  const type = mention({ name: 'Operation', home: { package: contractEntry, path: '' } });
  const statements = [
    constant({
      name: 'operations',
      type: `readonly ${type}[]`,
      value: list(newest.map((operation) => mention(operation.constant))),
      comment: about,
    }),
    constant({
      name: 'streamOperations',
      type: 'readonly string[]',
      value: list(newest.filter(({ isStream }) => isStream).map(({ id }) => literal(id))),
      comment: 'The identifiers of the operations whose response is a stream of JSON values.',
    }),
    constant({
      name: 'upgradeOperations',
      type: 'readonly string[]',
      value: list(newest.filter(({ isUpgrade }) => isUpgrade).map(({ id }) => literal(id))),
      comment: 'The identifiers of the operations that may upgrade their connection.',
    }),
  ];
  const symbols = ['operations', 'streamOperations', 'upgradeOperations'].map((name) => ({
    name,
    home,
    value: true as const,
  }));
  return { ...home, about, declarations: [{ symbols, statements }], reexports: [] };
}

function loadersModule(
  owner: string,
  contracts: readonly VersionContract[],
  moved: (home: ModuleId) => ModuleId,
): CodeModule {
  const home = { package: owner, path: 'gen/contracts.ts' };
  const about = 'The contracts of all versions, each loaded when it is needed.';
  const versions = contracts.map(({ version }) => literal(version)).join(' | ') || 'never';
  const type = `Readonly<Record<${versions}, () => Promise<${mention({ name: 'Contract', home: { package: contractEntry, path: '' } })}>>>`;
  const entries = contracts.map(({ version, contract, package: packaged, range }) => {
    const module = moved(contract.home)
      .path.replace(/^gen\//, './')
      .replace(/\.ts$/, '.js');
    const path = range === undefined ? module : packaged;
    return `  ${literal(version)}: async () => (await import(${literal(path)})).${contract.name},\n`;
  });
  const comment = '/** Loads the contract of each version. */\n';
  const text = `${comment}export const contracts: ${type} = {\n${entries.join('')}};`;
  const declarations = [{ symbols: [{ name: 'contracts', home, value: true as const }], statements: [text] }];
  return { ...home, about, declarations, reexports: [], isUnformatted: true };
}
