/**
 * Other implementations of the Overlay Specification, which must produce the same document from our files. Each is imported
 * on its first call, since users of the generator do not install them.
 */
import { parse } from 'yaml';
import type { Json, JsonObject } from '../document/index.js';

/** Applies the text of an overlay file to a document with another implementation. */
export type OverlayEngine = (document: JsonObject, overlayText: string) => Promise<Json>;

/*
 * Their deviations from the standard, in the versions of package.json. Derived overlays never depend on the first four; the
 * last three need unusual keys and values, which no document of these tests has:
 *
 *   an object appended by targeting an array   bump-cli and openapi-overlays-js turn the array into a map, openapi-format
 *                                              (1.0.0) drops the entry
 *   an object that replaces an array           openapi-format keeps the array and adds the keys to it
 *   entries removed by index                   openapi-overlays-js also removes all following entries
 *   filters without parentheses                openapi-overlays-js selects nothing
 *   keys with ' " \ or control characters      bump-cli throws, openapi-overlays-js and openapi-format select nothing
 *   keys named as members of prototypes        openapi-overlays-js rejects them or never returns
 *   equal values within an `enum`              bump-cli keeps one of them
 */
export const overlayEngines: Readonly<Record<string, OverlayEngine>> = {
  'bump-cli': async (document, text) => {
    const { Overlay } = await import('bump-cli/dist/core/overlay.js');
    type Run = InstanceType<typeof Overlay>['run'];
    const overlay = parse(text) as Parameters<Run>[1];
    return new Overlay().run(copyOf(document) as Parameters<Run>[0], overlay) as unknown as Json;
  },
  'openapi-format': async (document, text) => formatted(copyOf(document), parse(text)),
  'openapi-format, read as 1.1': async (document, text) =>
    formatted(copyOf(document), { ...(parse(text) as object), overlay: '1.1.0' }),
  'openapi-overlays-js': async (document, text) => {
    const { applyOverlay } = await import('openapi-overlays-js/src/overlay.js');
    return applyOverlay(copyOf(document), parse(text)) as Json;
  },
};

async function formatted(document: unknown, overlaySet: unknown): Promise<Json> {
  const { openapiOverlay } = await import('openapi-format/utils/overlay.js');
  return (await openapiOverlay(document, { overlaySet })).data as Json;
}

/** Copies the document, since all implementations edit it in place. */
function copyOf(document: JsonObject): unknown {
  return structuredClone(document);
}
