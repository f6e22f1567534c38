/**
 * Operations that a document tells apart by the fragment of their path, which no client sends: `/#Action=AddTags` is for requests
 * to `/` with this value in the query or a header. Judges know paths only, so for them both have a further segment.
 */

/** @typedef {Readonly<Record<string, any>>} Json */
/** @typedef {{ readonly method: string, readonly path: string, readonly headers: Headers }} AddressedRequest */

/** @param {Json} document @returns {Json} the same object if no path has a fragment */
export function withoutFragments(document) {
  const all = Object.entries(/** @type {Json} */ (document['paths'] ?? {}));
  if (!all.some(([path]) => path.includes('#'))) return document;
  return { ...document, paths: Object.fromEntries(all.map(([path, item]) => [withSegment(path), item])) };
}

/**
 * Returns a function that returns the path of a request, with the segment of the operation that the request is for.
 * @param {Json} document as published @returns {(request: AddressedRequest) => string}
 */
export function addressing(document) {
  const all = Object.entries(/** @type {Json} */ (document['paths'] ?? {}));
  const templates = all.map(([path, item]) => templateOf(path, Object.keys(item)));
  if (templates.every(({ fragment }) => fragment === undefined)) return ({ path }) => path;
  return (request) => {
    const [path = '', query = ''] = request.path.split(/\?(.*)/s);
    const sent = new Map([...request.headers, ...new URLSearchParams(query)]);
    const fits = templates.filter(
      ({ pattern, methods }) => pattern.test(path) && methods.includes(request.method.toLowerCase()),
    );
    const rated = fits.map(({ fragment }) => ({ fragment, rating: ratingOf(fragment, sent) }));
    const [best] = rated.sort((a, b) => b.rating - a.rating);
    const addressed = best?.fragment === undefined ? path : withSegment(`${path}#${best.fragment}`);
    return addressed + request.path.slice(path.length);
  };
}

/** @param {string} path @param {readonly string[]} methods */
function templateOf(path, methods) {
  const [template = '', fragment] = path.split(/#(.*)/s);
  const literals = template.split(/\{[^{}]*\}/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return { fragment, methods, pattern: new RegExp(`^${literals.join('[^/]+')}$`) };
}

/**
 * How well a request fits a fragment: `name=value` must be so, `name` should be there.
 * @param {string | undefined} fragment @param {ReadonlyMap<string, string>} sent
 */
function ratingOf(fragment, sent) {
  if (fragment === undefined) return 0.5;
  const ratings = fragment.split('&').map((condition) => {
    const [name = '', value] = condition.split('=');
    const current = sent.get(name) ?? sent.get(name.toLowerCase());
    if (value !== undefined) return current === value ? 1 : -Infinity;
    return current === undefined ? 0 : 1;
  });
  return ratings.reduce((sum, rating) => sum + rating, 0);
}

/** @param {string} path */
function withSegment(path) {
  const [sent = '', fragment] = path.split(/#(.*)/s);
  return fragment === undefined ? path : `${sent.replace(/\/$/, '')}/${fragment.replaceAll(/[^\w.=-]/g, '-')}`;
}
