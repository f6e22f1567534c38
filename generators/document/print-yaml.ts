/** Prints a value as YAML that readers of 1.1 and of 1.2 take for the same. */
import { Document, Scalar, visit } from 'yaml';

/**
 * The same value always gives the same text, and reading it gives the value back. Readers of YAML 1.1 do not take `on`,
 * `no`, `12:30` or a date for anything but a string.
 */
export function printYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_key, scalar) => {
      // The printer of blocks loses spaces at the begin, and lines that are nothing but spaces.
      if (typeof scalar.value === 'string' && isLostInBlock.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({
    indent: 2,
    // A line of a string stays a line: a later change of it shows as one, and folding would add to what begins with a space.
    lineWidth: 0,
    blockQuote: 'literal',
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

const isLostInBlock = /^\s|\n[ \t]+(\n|$)/;
