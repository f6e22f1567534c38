/** Prints an overlay as the text of its file. */
import { printYaml, type OverlayAction, type OverlayFile } from '../../document/index.js';

/** The same overlay always gives the same text, and `parseOverlay` reads it back as it was. */
export function printOverlay(overlay: OverlayFile): string {
  return printYaml(overlayContent(overlay));
}

/** What the file of an overlay holds, for printing it as JSON: its name is not part of it, and extensions stand beside the rest. */
export function overlayContent({ name: _, extensions, actions, ...head }: OverlayFile): object {
  return { ...head, ...extensions, actions: actions.map(contentOf) };
}

function contentOf({ extensions, ...action }: OverlayAction): object {
  return { ...action, ...extensions };
}
