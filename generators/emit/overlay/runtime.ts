/** The names of the overlays' run time: those that generated code mentions, and those that it passes on to people. */
import { mention, overlayEntryPoint, overlayRuntime, type CodeSymbol } from '../../code/index.js';

const values = ['conversionOf', 'convertersOf'] as const;

type Name = (typeof values)[number] | 'Conversion' | 'Converters' | 'OperationConversion' | 'Step';

const home = { package: overlayEntryPoint, path: '' };
const valueNames: ReadonlySet<string> = new Set(values);

/** A mention of what the door exports. */
export function runtime(name: Name): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}

const library = { package: overlayRuntime.package, path: '' };

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
  'Step',
  'Values',
];

/** What an overlay passes on, so that its users need no other package. */
export const passedOn: readonly CodeSymbol[] = [
  { name: 'Refusal', home: library, value: true },
  ...publicTypes.map((name) => ({ name, home: library })),
];
