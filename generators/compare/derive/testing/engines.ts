/** Other people's implementations of the Overlay Specification, which must make the same document of our files. */
import { Overlay } from 'bump-cli/dist/core/overlay.js';
import { openapiOverlay } from 'openapi-format/utils/overlay.js';
import { applyOverlay as overlaysJs } from 'openapi-overlays-js/src/overlay.js';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../document/index.js';

/** Takes the text of an overlay file, as a user of that engine would have it. */
export type Engine = (document: JsonObject, overlayText: string) => Promise<Json>;

/*
 * Where they leave the standard, seen with the versions of package.json. What is derived never needs the first four; keys and
 * values of the last three would be the document's own, and no document of these tests has them:
 *
 *   an object appended by targeting an array   bump-cli and openapi-overlays-js make a map of the array, openapi-format
 *                                              (1.0.0) drops the entry
 *   an object put over an array                openapi-format keeps the array and hangs the keys on it
 *   entries removed by index                   openapi-overlays-js removes until the index is gone, that is, all that follow
 *   filters without parentheses                openapi-overlays-js selects nothing
 *   keys with ' " \ or control characters      bump-cli throws, openapi-overlays-js and openapi-format select nothing
 *   keys named as members of prototypes        openapi-overlays-js refuses them or never returns
 *   equal values within an `enum`              bump-cli keeps one of them
 */
export const engines: Readonly<Record<string, Engine>> = {
  'bump-cli': async (document, text) => {
    const overlay = parse(text) as Parameters<Overlay['run']>[1];
    return new Overlay().run(copyOf(document) as Parameters<Overlay['run']>[0], overlay) as unknown as Json;
  },
  'openapi-format': async (document, text) => formatted(copyOf(document), parse(text)),
  'openapi-format, read as 1.1': async (document, text) =>
    formatted(copyOf(document), { ...(parse(text) as object), overlay: '1.1.0' }),
  'openapi-overlays-js': async (document, text) => overlaysJs(copyOf(document), parse(text)) as Json,
};

async function formatted(document: unknown, overlaySet: unknown): Promise<Json> {
  return (await openapiOverlay(document, { overlaySet })).data as Json;
}

/** They all edit the document in place. */
function copyOf(document: JsonObject): unknown {
  return structuredClone(document);
}
