/** The names of the runtime that a generated contract mentions. */
import { contractEntry, mention } from '../../code/index.js';

/** What schemas are declared with. */
export const combinators = [
  'any',
  'boolean',
  'bytes',
  'enumOf',
  'integer',
  'arrayOf',
  'mapOf',
  'nullable',
  'number',
  'optional',
  'object',
  'ref',
  'required',
  'string',
  'constrainedString',
  'unionOf',
] as const;

type ValueName = (typeof combinators)[number] | 'contractOf';
type TypeName = 'Contract' | 'Operation' | 'OperationSchemas' | 'Schema';

const home = { package: contractEntry, path: '' };
const valueNames: ReadonlySet<string> = new Set<ValueName>([...combinators, 'contractOf']);

/** A mention of what the entry exports. */
export function runtime(name: ValueName | TypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}
