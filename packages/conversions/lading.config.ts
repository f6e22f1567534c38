/** Generates the conversions of every version that has an overlay, into this package. */
import all from '../../lading.all-versions.json' with { type: 'json' };

export default {
  documents: all.documents.map(fromRoot),
  overlays: all.overlays.map(fromRoot),
  product: all.product,
  overlay: all.overlay,
  emitters: [],
  umbrellas: { conversions: '.' },
  out: '.',
  workspace: false,
};

function fromRoot(path: string): string {
  return `../../${path}`;
}
