/** Lets conversion hooks decide what neither schemas nor an overlay determine, between two documents without an overlay. */
import type { Api, ConversionDirection, Difference, HookRule, VersionStep } from '../ir/index.js';
import { undecidedOf } from './rules-by-operation.js';

/**
 * Returns the step between two versions with a conversion hook for each operation that has undecided conversions. A program
 * that uses the conversions does not compile until it has every hook.
 */
export function withHooksForUndecided(step: { version: string; older: Api; newer: Api }): VersionStep {
  const undecided = undecidedOf({ ...step, rules: [], differences: [] });
  const operations = [...new Set(undecided.map(({ operation }) => operation))];
  const places = (operation: string, direction?: ConversionDirection): readonly string[] => {
    const own = undecided.filter(
      (one) => one.operation === operation && (direction ?? one.direction) === one.direction,
    );
    return own.map(({ path, question }) => `\`${path}\`: ${question}.`);
  };
  const rules = operations.flatMap((operation) => {
    const directions = undecided.filter((one) => one.operation === operation).map(({ direction }) => direction);
    return [...new Set(directions)].map((direction): HookRule => {
      return {
        rule: 'hook',
        hook: operation,
        difference: operation,
        direction,
        at: { in: 'operation', operations: [operation] },
        when: [],
        question: `How are these converted (\`${direction}\`)? ${places(operation, direction).join(' ')}`,
        description: 'The documents do not say how.',
      };
    });
  });
  const differences = operations.map((id): Difference => ({
    id,
    descriptions: places(id),
    effects: places(id),
    properties: [],
  }));
  return { ...step, rules, differences };
}
