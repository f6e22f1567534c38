/** Prints YAML that parsers of YAML 1.1 and 1.2 read alike. */
import { createRequire } from 'node:module';
import type { ScalarTag } from 'yaml';

/**
 * Prints a value as YAML. The output is deterministic, and parsing it returns the value. Parsers of YAML 1.1 read `on`, `no`,
 * `12:30` and dates as strings, too.
 */
export function printYaml(value: unknown): string {
  // Loaded with the first value, since most commands print none.
  const { Document, Scalar, visit } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
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
    // Lines of a string are not folded, so that a diff shows the changed line; folding would also change lines with leading spaces.
    lineWidth: 0,
    blockQuote: 'literal',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  // All of these characters are in double-quoted strings.
  return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function needsQuotes(text: string): boolean {
  // In YAML 1.1, a single equals sign is the default value of a mapping.
  return isLostInBlock.test(text) || text.search(unprintable) !== -1 || text === '=';
}

/** Characters that parsers reject, skip, or read as line breaks. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Strings that a block scalar would change: with leading spaces, or lines of only spaces. */
const isLostInBlock = /^\s|\n[ \t]+(\n|$)/;

/** Parsers of YAML 1.1 read `1e+21` as a string and `1.0e+21` as a number. */
const powerOfTen: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // The tag is only used for printing.
  test: /(?!)/,
  resolve: (text) => text,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};
