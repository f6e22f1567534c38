/** What `generate` says that it does not generate or check. */
import { documentOf, ignoredRules, lint, normalize, uncheckedRules } from 'lading/testing';

/** Of a schema that no value fits, everything is generated: its server rejects every value. */
const rules = [...ignoredRules, ...uncheckedRules].filter(({ name }) => name !== 'schema-without-values');

/** @param {{ readonly schemas: object }} components @returns {string | undefined} the error or the first warning of the schema `Drawn` */
export function refusalOf(components) {
  const document = documentOf(
    'cell',
    /** @type {any} */ ({ openapi: '3.1.0', info: { title: 'Cell', version: '1.0' }, paths: {}, components }),
  );
  try {
    normalize(document);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const found = lint(document, rules).find(
    ({ place }) => place.includes('/schemas/Drawn/') || place.endsWith('/schemas/Drawn'),
  );
  return found && `${found.rule}: ${found.sentence}`;
}
