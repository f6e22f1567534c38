/** Lets conversion hooks decide what neither schemas nor an overlay determine, between two documents without an overlay. */
import type { Api, ConversionRule, Difference, VersionStep } from '../ir/index.js';
import type { Decision } from './decisions.js';
import { undecidedOf } from './rules-by-operation.js';

/**
 * Returns the step between two versions with a conversion hook for each property of a schema that has undecided conversions. A
 * program that uses the conversions does not compile until it has every hook.
 */
export function withHooksForUndecided(step: { version: string; older: Api; newer: Api }): VersionStep {
  const decisions = undecidedOf({ ...step, rules: [], differences: [] });
  const names = [...new Set(decisions.map(({ name }) => name))];
  const differences = names.map((id): Difference => {
    const texts = decisions
      .filter(({ name }) => name === id)
      .map(({ direction, question }) => `${sentenceOf(question)} (\`${direction}\`)`);
    return { id, descriptions: texts, effects: texts, properties: [] };
  });
  return { ...step, rules: decisions.map(ruleOf), differences };
}

function ruleOf({
  name,
  direction,
  question,
  places,
  operations,
  sites,
  isWhole,
  value,
  rename,
}: Decision): ConversionRule {
  const shared = {
    hook: name,
    difference: name,
    direction,
    at: { in: 'operation', operations },
    when: [],
    question: sentenceOf(question),
    description:
      placesText(places) + (rename === undefined ? '' : ` If it is only renamed, a rule decides: \`${rename}\`.`),
  } as const;
  return isWhole ? { ...shared, rule: 'hook', isOutermost: true } : { ...shared, rule: 'convert', sites, value };
}

function placesText(places: readonly string[]): string {
  const shown = places.slice(0, SHOWN).map((place) => `\`${place}\``);
  const more = places.length - SHOWN;
  return `Converts ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

const SHOWN = 5;

function sentenceOf(question: string): string {
  return `${question.charAt(0).toUpperCase()}${question.slice(1)}.`;
}
