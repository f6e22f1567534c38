/** A document → what in it is wrong or will surprise. */
import { pointerOf, type Document } from '../document/index.js';
import type { Finding } from './finding.js';
import { inventoryOf } from './inventory.js';
import { rules } from './rules.js';

/** Every finding of every rule: errors before warnings, and of each kind in the order of {@link rules}. */
export function lint(document: Document): readonly Finding[] {
  const inventory = inventoryOf(document);
  const findings = rules.flatMap(({ name, severity, check }) =>
    check(inventory).map(({ path, sentence }): Finding => {
      return { severity, rule: name, place: `${document.name}#${pointerOf(path)}`, sentence };
    }),
  );
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
}
