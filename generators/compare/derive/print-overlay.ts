/** Prints an overlay as the text of its file. */
import { stringify } from 'yaml';
import type { OverlayAction, OverlayFile } from '../../document/index.js';

/** The same overlay always gives the same text, and `parseOverlay` reads it back as it was. */
export function printOverlay(overlay: OverlayFile): string {
  return stringify(overlayContent(overlay), FORMAT);
}

/** What the file of an overlay holds, for printing it as JSON: its name is not part of it, and extensions stand beside the rest. */
export function overlayContent({ name: _, extensions, actions, ...head }: OverlayFile): object {
  return { ...head, ...extensions, actions: actions.map(contentOf) };
}

function contentOf({ extensions, ...action }: OverlayAction): object {
  return { ...action, ...extensions };
}

const FORMAT = {
  indent: 2,
  // A line of a description stays a line, so that a later change of it shows as one.
  lineWidth: 0,
  blockQuote: 'literal',
  aliasDuplicateObjects: false,
  // Readers of YAML 1.1 must not take `on`, `no` or `12:30` for anything but text.
  compat: 'yaml-1.1',
} as const;
