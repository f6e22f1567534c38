/** The conversions between a version and the version that it extends. */
import { overlayPackage, type OverlayPackage } from '../../emit/overlay/index.js';
import { convertedStep } from './converted-step.js';
import type { Kind } from './kind.js';
import { typesOf, types } from './types.js';

export const overlay: Kind<OverlayPackage> = {
  name: 'overlay',
  needs: [types],
  needsOfBase: [types],
  isCode: true,
  needsNode: true,
  isPure: true,
  make: (version) => {
    const { described, ancestors, naming } = version;
    const [base] = ancestors;
    if (base === undefined) return undefined;
    const step = convertedStep(described, base.api, version);
    const contextOf = (one: string) => typesOf(version, one).plain;
    const contexts = { older: contextOf(step.older.version), newer: contextOf(step.newer.version) };
    return overlayPackage({ ...step, changes: described.changes, types: contexts }, { naming });
  },
};
