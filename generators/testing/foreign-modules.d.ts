/** Types of the modules that overlay-engines.ts imports and whose packages have none. */
declare module 'openapi-overlays-js/src/overlay.js' {
  export function applyOverlay(document: unknown, overlay: unknown): unknown;
}
declare module 'openapi-format/utils/overlay.js' {
  export function openapiOverlay(document: unknown, options: { overlaySet: unknown }): Promise<{ data: unknown }>;
}
