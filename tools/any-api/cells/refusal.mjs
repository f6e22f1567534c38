/** What `generate` says that it does not generate or check. */
import { documentOf as parsed, ignoredRules, lint, normalize, uncheckedRules } from 'lading/testing';

/** Of a schema that no value fits, everything is generated: its server rejects every value. */
const rules = [...ignoredRules, ...uncheckedRules].filter(({ name }) => name !== 'schema-without-values');

/** Returns the error of a document, or its first warning at a place. @param {object} document @param {RegExp} [place] none: errors alone */
export function refusalOf(document, place) {
  const read = parsed('cell', /** @type {any} */ (document));
  try {
    normalize(read);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const found = place && lint(read, rules).find((one) => place.test(one.place));
  return found && `${found.rule}: ${found.sentence}`;
}
