/** A document → its errors and warnings. */
import { pointerOf, type Document } from '../document/index.js';
import { inventoryOf } from './inventory.js';
import type { LintRule, LintFinding } from './rule.js';
import { rules } from './rules.js';

/** Returns the findings of the rules: errors before warnings, each in the order of {@link rules}. */
export function lint(document: Document, selected: readonly LintRule[] = rules): readonly LintFinding[] {
  const inventory = inventoryOf(document);
  const findings = selected.flatMap(({ name, severity, check }) =>
    check(inventory).map(({ path, sentence }): LintFinding => {
      return { severity, rule: name, place: `${document.name}#${pointerOf(path)}`, sentence };
    }),
  );
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
}
