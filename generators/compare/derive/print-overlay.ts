/** Prints an overlay as the text of its file. */
import { printYaml, type OverlayAction, type OverlayFile } from '../../document/index.js';

/** Prints an overlay. The output is deterministic, and `parseOverlay` reads the same overlay from it. */
export function printOverlay(overlay: OverlayFile): string {
  return printYaml(overlayContent(overlay));
}

/** Returns the content of the file of an overlay, without its name and with its extensions as properties. */
export function overlayContent({ name: _, extensions, actions, ...head }: OverlayFile): object {
  return { ...head, ...extensions, actions: actions.map(contentOf) };
}

function contentOf({ extensions, ...action }: OverlayAction): object {
  return { ...action, ...extensions };
}
