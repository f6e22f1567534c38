/** The conversion rules of versions of which a filter has left out operations. */
import type { Api, ConversionRule } from '../ir/index.js';

/** A version as its document has it, and with the selected operations. */
export interface SelectedApi {
  readonly whole: Api;
  readonly selected: Api;
}

/**
 * Returns the rules without the operations that the filter left out of one of the versions, and without those that are left with no
 * operation or whose schema was left out. What no version ever had stays in the rules.
 */
export function rulesOfSelection(
  rules: readonly ConversionRule[],
  versions: readonly SelectedApi[],
): readonly ConversionRule[] {
  const leftOut = (namesOf: (api: Api) => readonly string[]): ReadonlySet<string> =>
    new Set(
      versions.flatMap(({ whole, selected }) => {
        const left = new Set(namesOf(selected));
        return namesOf(whole).filter((name) => !left.has(name));
      }),
    );
  const operations = leftOut((api) => api.operations.map(({ id }) => id));
  const schemas = leftOut((api) => api.schemas.map(({ name }) => name));
  return rules.flatMap((rule): readonly ConversionRule[] => {
    const { at } = rule;
    if (at.in === 'schema' && schemas.has(at.schema)) return [];
    const selected = at.operations.filter((id) => !operations.has(id));
    if (selected.length === at.operations.length) return [rule];
    return selected.length === 0 ? [] : [{ ...rule, at: { ...at, operations: selected } }];
  });
}
