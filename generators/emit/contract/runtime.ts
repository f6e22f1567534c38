/** The names of the wire runtime that a generated contract mentions. */
import { contractEntry, mention } from '../../emitter/index.js';

/** The functions and constants that declare schemas. */
export const combinators = [
  'any',
  'boolean',
  'bytes',
  'condition',
  'enumOf',
  'integer',
  'intersectionOf',
  'arrayOf',
  'mapOf',
  'never',
  'nullable',
  'number',
  'oneOf',
  'optional',
  'object',
  'ref',
  'required',
  'string',
  'constrainedString',
  'unionOf',
] as const;

type ContractValueName = (typeof combinators)[number] | 'contractOf';
type ContractTypeName = 'Contract' | 'Operation' | 'OperationSchemas' | 'Schema' | 'SecuritySchemes' | 'Server';

const home = { package: contractEntry, path: '' };
const valueNames: ReadonlySet<string> = new Set<ContractValueName>([...combinators, 'contractOf']);

/** Returns a mention of an export of the entry point. */
export function runtime(name: ContractValueName | ContractTypeName): string {
  return mention({ name, home, ...(valueNames.has(name) && { value: true as const }) });
}
