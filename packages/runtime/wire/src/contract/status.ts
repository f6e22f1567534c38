/** The statuses of responses: exact ones, ranges of them, and `default`. The exact one takes precedence over its range. */
import type { OperationContract } from './contract.js';
import type { ResponseContract, StatusRange } from './operation-schemas.js';

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text extends string> = Text extends `${infer Value extends number}` ? Value : never;
type StatusesOf<Key extends number | StatusRange> = Key extends number
  ? Key
  : Key extends `${infer First extends number}XX`
    ? NumberOf<`${First}${Digit}${Digit}`>
    : NumberOf<`${1 | 2 | 3 | 4 | 5}${Digit}${Digit}`>;

/** The statuses of a range, without those that are declared more exactly. */
export type StatusIn<Range extends StatusRange, Declared extends number | StatusRange = never> = Exclude<
  StatusesOf<Range>,
  StatusesOf<Declared>
>;

/** Returns the declared response of a status. The errors of a contract have schemas only. */
export function responseContract(
  { responses, errors }: Pick<OperationContract, 'responses' | 'errors'>,
  status: number,
): ResponseContract | undefined {
  const exact = responses[status];
  if (exact !== undefined || status >= 400) return exact;
  const range = responses[`${String(status)[0] ?? ''}XX` as StatusRange] ?? responses.default;
  if (range !== undefined) return range;
  const schema = errors?.['default'];
  return schema && { kind: 'json', schema };
}
