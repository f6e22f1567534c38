/** Compares the links of a response by name. No message changes with them. */
import type { ResponseLink } from '../ir/index.js';
import { nonBreaking } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { code } from './sentence-parts.js';

export function compareLinks(
  at: ComparedPosition,
  older: readonly ResponseLink[] = [],
  newer: readonly ResponseLink[] = [],
): void {
  const before = new Map(older.map((link) => [link.name, factsOf(link)]));
  const after = new Map(newer.map((link) => [link.name, factsOf(link)]));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [former, present] = [before.get(name), after.get(name)];
    if (equalFacts(former, present)) continue;
    const kind = former === undefined ? 'added' : present === undefined ? 'removed' : 'behaviour';
    const happened = { added: 'was added to', removed: 'was removed from', behaviour: 'changed in' }[kind];
    at.pair.findings.push({
      kind,
      subject: 'response',
      place: `${at.place} link ${name}`,
      ...(former && { before: former }),
      ...(present && { after: present }),
      effect: nonBreaking,
      say: () => `The link ${code(name)} ${happened} ${at.label}.`,
    });
  }
}

function factsOf({ operation, parameters, body }: ResponseLink): Readonly<Record<string, unknown>> {
  const values = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  return { operation, parameters: values, ...(body !== undefined && { body }) };
}
