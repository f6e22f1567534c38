/** Conversion rules → code: the data that the runtime reads, each with a comment. */
import {
  comment,
  commented,
  data,
  wrapped,
  type Code,
  type ConversionValue,
  type Data,
  type PlacedRule,
} from '../../emitter/index.js';

export function rulesCode(rules: readonly PlacedRule[]): readonly Code[] {
  return rules.map((rule) => commented(aboutOf(rule), data(dataOf(rule))));
}

export function aboutOf({ difference, description }: PlacedRule): string {
  return wrapped(comment([difference === undefined ? description : `\`${difference}\`: ${description}`]));
}

/** Returns a rule in the format that the runtime reads. */
function dataOf({ rule, difference, at, when, recursion, parts }: PlacedRule): Data {
  return {
    rule,
    ...(difference !== undefined && { difference }),
    at: { ...at },
    ...(when.length > 0 && { when: when.map((condition) => plain({ ...condition })) }),
    ...(recursion !== undefined && { recursion: recursion.map((each) => ({ ...each })) }),
    ...parts,
  };
}

/** Returns a rule without its place. */
export function effectOf(rule: PlacedRule): Data {
  const { at: _at, recursion: _recursion, ...effect } = dataOf(rule) as { readonly [key: string]: Data };
  return effect;
}

function plain(condition: {
  readonly of: string;
  readonly is?: ConversionValue;
  readonly not?: readonly ConversionValue[];
}): Data {
  const { of, is, not } = condition;
  return { of, ...(is !== undefined && { is }), ...(not !== undefined && { not }) };
}
