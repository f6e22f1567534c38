/**
 * The document of an API as Prism reads it, equal in meaning to the published one where it would reject every request. Operations that a
 * document tells apart by the fragment of their path, which no client sends, have a further segment: `/#Action=AddTags` is for requests to
 * `/` with this value in the query or a header.
 */

/** @returns the same object if nothing has changed */
export function normalized(document) {
  const all = withMediaTypes(document);
  if (!Object.keys(all.paths ?? {}).some((path) => path.includes('#'))) return all;
  return {
    ...all,
    paths: Object.fromEntries(Object.entries(all.paths).map(([path, item]) => [withSegment(path), item])),
  };
}

/**
 * Adds `consumes` to operations of Swagger 2.0 whose body has no declared media type: JSON, as converters to OpenAPI 3 do.
 * Prism would take it that such an operation has no body, and would not validate it.
 */
function withMediaTypes(document) {
  if (document.swagger !== '2.0' || document.consumes !== undefined) return document;
  const copy = structuredClone(document);
  let hasChanged = false;
  for (const item of Object.values(copy.paths ?? {}))
    for (const operation of Object.values(item)) {
      if (operation?.responses === undefined || operation.consumes !== undefined) continue;
      const parameters = [...(operation.parameters ?? []), ...(item.parameters ?? [])].map(
        (parameter) =>
          document.parameters?.[/^#\/parameters\/(.*)$/.exec(parameter.$ref ?? '')?.[1] ?? ''] ?? parameter,
      );
      if (!parameters.some((parameter) => parameter.in === 'body')) continue;
      operation.consumes = ['application/json'];
      hasChanged = true;
    }
  return hasChanged ? copy : document;
}

/**
 * Returns a function that returns the path of a request, with the segment of the operation that the request is for.
 * @param {any} document as published @returns {(request: { method: string, path: string, headers: Headers }) => string}
 */
export function addressing(document) {
  const templates = Object.entries(document.paths ?? {}).map(([path, item]) => {
    const [template, fragment] = path.split(/#(.*)/s);
    const literals = template
      .split(/\{[^{}]*\}/)
      .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
    return { fragment, methods: Object.keys(item), pattern: new RegExp(`^${literals.join('[^/]+')}$`) };
  });
  if (templates.every(({ fragment }) => fragment === undefined)) return ({ path }) => path;
  return (request) => {
    const [path, query = ''] = request.path.split(/\?(.*)/s);
    const sent = new Map([...request.headers, ...new URLSearchParams(query)]);
    const [best] = templates
      .filter(({ pattern, methods }) => pattern.test(path) && methods.includes(request.method.toLowerCase()))
      .map(({ fragment }) => ({ fragment, rating: ratingOf(fragment, sent) }))
      .sort((a, b) => b.rating - a.rating);
    const addressed = best?.fragment === undefined ? path : withSegment(`${path}#${best.fragment}`);
    return addressed + request.path.slice(path.length);
  };
}

/** How well a request fits a fragment: `name=value` must be so, `name` should be there. @param {ReadonlyMap<string, string>} sent */
function ratingOf(fragment, sent) {
  if (fragment === undefined) return 0.5;
  const ratings = fragment.split('&').map((condition) => {
    const [name, value] = condition.split('=');
    const current = sent.get(name) ?? sent.get(name.toLowerCase());
    if (value !== undefined) return current === value ? 1 : -Infinity;
    return current === undefined ? 0 : 1;
  });
  return ratings.reduce((sum, rating) => sum + rating, 0);
}

function withSegment(path) {
  const [sent, fragment] = path.split(/#(.*)/s);
  return fragment === undefined ? path : `${sent.replace(/\/$/, '')}/${fragment.replaceAll(/[^\w.=-]/g, '-')}`;
}
