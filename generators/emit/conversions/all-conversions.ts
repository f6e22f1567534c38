/** The conversions and contracts of all versions → a folder of modules for each that has no package, and lists of both. */
import {
  aliasedByVersion,
  constant,
  list,
  literal,
  mention,
  object,
  conversionRuntime,
  versionIdentifiers,
  type CodeModule,
  type CodeSymbol,
} from '../../emitter/index.js';
import { embeddedContracts, type VersionContract } from './embedded-contracts.js';

/** The conversions between two neighbouring versions, in the package of all versions itself. */
export interface EmbeddedConversion {
  /** The version that extends the other one. */
  readonly version: string;
  readonly older: string;
  readonly newer: string;
  readonly modules: readonly CodeModule[];
  readonly olderClients: CodeSymbol;
  readonly newerClients: CodeSymbol;
  readonly differences: CodeSymbol;
  /** Whether it can be created without passing hooks. */
  readonly isComplete: boolean;
  /** The packages of the types that it mentions, with their ranges. */
  readonly typesPackages?: Readonly<Record<string, string>> | undefined;
}

/** @param conversions the newest first @param contracts the newest first */
export function allConversions(
  owner: string,
  conversions: readonly EmbeddedConversion[],
  contracts: readonly VersionContract[],
) {
  // Conversions that need hooks, without default ones, are left to handwritten code.
  const complete = conversions.filter(({ isComplete }) => isComplete);
  const identifiers = versionIdentifiers(complete.map(({ version }) => version));
  const entries = complete.map(({ version, older, newer, ...symbols }) => {
    const imported = (symbol: CodeSymbol) => mention(aliasedByVersion(symbol, identifiers.get(version)));
    return object(
      [
        ['older', literal(older)],
        ['newer', literal(newer)],
        ['olderClients', imported(symbols.olderClients)],
        ['newerClients', imported(symbols.newerClients)],
        ['differences', imported(symbols.differences)],
      ],
      'open',
    );
  });
  const home = { package: owner, path: 'gen/index.ts' };
  const about = 'The conversions between neighbouring versions, with their default hooks.';
  const type = mention({ name: 'ConversionStep', home: { package: conversionRuntime.package, path: '' } });
  const index: CodeModule = {
    ...home,
    about,
    declarations: [
      {
        symbols: [{ name: 'steps', home, value: true }],
        statements: [constant({ name: 'steps', type: `readonly ${type}[]`, value: list(entries), comment: about })],
      },
    ],
    reexports: [],
  };
  const modules = [...conversions.flatMap((conversion) => conversion.modules), index];
  const dependencies = [
    ...contracts.flatMap(({ package: name, range }) => (range === undefined ? [] : [[name, range]])),
    ...conversions.flatMap(({ typesPackages = {} }) => Object.entries(typesPackages)),
  ];
  return {
    modules: [...modules, ...embeddedContracts(owner, contracts)],
    dependencies: Object.fromEntries(dependencies) as Record<string, string>,
  };
}
