/** The names of the overlay runtime that generated code mentions or re-exports. */
import { mention, conversionEntryPoint, conversionRuntime, type CodeSymbol } from '../../emitter/index.js';

const values = ['conversionOf', 'convertersOf', 'rulesOf'] as const;

type Name =
  | (typeof values)[number]
  | 'Conversion'
  | 'Converters'
  | 'ConvertValue'
  | 'Hook'
  | 'OperationConversion'
  | 'Rule'
  | 'RuleEffect'
  | 'RulesInside';

const home = { package: conversionEntryPoint, path: '' };
const valueNames: ReadonlySet<string> = new Set(values);

/** Returns a mention of an export of the entry point. */
export function runtime(name: Name): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

const library = { package: conversionRuntime.package, path: '' };

const publicTypes = [
  'ResponseMessage',
  'Ask',
  'Conversion',
  'Convert',
  'Converters',
  'Next',
  'OperationConversion',
  'RequestMessage',
  'Rule',
  'Hook',
  'Values',
];

/** The symbols that a conversion package re-exports, so that its users need no other package. */
export const runtimeReexports: readonly CodeSymbol[] = [
  { name: 'Refusal', home: library, value: true },
  ...publicTypes.map((name) => ({ name, home: library })),
];
