/** The schemas of a document that its requests and its responses reach. */

/** @typedef {import('./next-document.mjs').Node} Node */

/**
 * @param {Node} document
 * @returns {{ readonly requested: ReadonlySet<string>, readonly responded: ReadonlySet<string> }} names of schemas
 */
export function reachedSchemas(document) {
  const operations = Object.values(/** @type {Record<string, Node>} */ (document['paths'])).flatMap((item) =>
    Object.values(item),
  );
  const inRequests = operations.map((operation) => [operation?.requestBody, operation?.parameters]);
  return {
    requested: reached(document, inRequests),
    responded: reached(
      document,
      operations.map((operation) => operation?.responses),
    ),
  };
}

/** @param {Node} document @param {unknown} start */
function reached(document, start) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {unknown} node */
  function visit(node) {
    if (typeof node !== 'object' || node === null) return;
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(/** @type {Node} */ (node)['$ref'] ?? '') ?? [];
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(document['components'].schemas[name]);
    }
    for (const child of Object.values(node)) visit(child);
  }
  visit(start);
  return names;
}
