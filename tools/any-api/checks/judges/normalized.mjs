/** The document of an API as judges read it: equal in meaning to the published one where they would reject every request. */
import { withoutFragments } from './fragments.mjs';

/** @typedef {Readonly<Record<string, any>>} Json */

/** @param {Json} document @returns {Json} the same object if nothing has changed */
export function normalized(document) {
  return withoutFragments(withMediaTypes(document));
}

/**
 * Adds `consumes` to operations of Swagger 2.0 whose body has no declared media type: JSON, as converters to OpenAPI 3 do.
 * Prism would take it that such an operation has no body, and would not validate it.
 * @param {Json} document
 */
function withMediaTypes(document) {
  if (document['swagger'] !== '2.0' || document['consumes'] !== undefined) return document;
  let hasChanged = false;
  const paths = mapped(document['paths'], (item) =>
    mapped(item, (value) => {
      if (!isWithoutMediaType(value, item, document)) return value;
      hasChanged = true;
      return { ...value, consumes: ['application/json'] };
    }),
  );
  return hasChanged ? { ...document, paths } : document;
}

/** Whether it is an operation with a body. @param {Json} value @param {Json} item that of the path @param {Json} document */
function isWithoutMediaType(value, item, document) {
  if (value?.['responses'] === undefined || value['consumes'] !== undefined) return false;
  const parameters = [...(value['parameters'] ?? []), ...(item['parameters'] ?? [])];
  return parameters.some((parameter) => {
    const name = /^#\/parameters\/(.*)$/.exec(parameter.$ref ?? '')?.[1];
    return (name === undefined ? parameter : document['parameters']?.[name])?.in === 'body';
  });
}

/** @param {Json | undefined} object @param {(value: any) => unknown} change */
function mapped(object, change) {
  return Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [key, change(value)]));
}
