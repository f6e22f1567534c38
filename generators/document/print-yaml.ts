/** Prints a value as YAML that readers of 1.1 and of 1.2 take for the same. */
import { Document, Scalar, visit, type ScalarTag } from 'yaml';

/**
 * The same value always gives the same text, and reading it gives the value back. Readers of YAML 1.1 do not take `on`,
 * `no`, `12:30` or a date for anything but a string.
 */
export function printYaml(value: unknown): string {
  const document = new Document(value, {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    customTags: (tags) => [powerOfTen, ...tags],
  });
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const text = document.toString({
    indent: 2,
    // A line of a string stays a line: a later change of it shows as one, and folding would add to what begins with a space.
    lineWidth: 0,
    blockQuote: 'literal',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  // All of them stand within double quotes.
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function needsQuotes(text: string): boolean {
  // In YAML 1.1 an equals sign stands for the default value of a map.
  return isLostInBlock.test(text) || text.search(unprintable) !== -1 || text === '=';
}

/** Characters that readers refuse, skip, or take for the end of a line. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** The printer of blocks loses spaces at the begin, and lines that are nothing but spaces. */
const isLostInBlock = /^\s|\n[ \t]+(\n|$)/;

/** Readers of YAML 1.1 take `1e+21` for a string and `1.0e+21` for a number. */
const powerOfTen: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // Nothing is read with it.
  test: /(?!)/,
  resolve: (text) => text,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};
