/** A version and those that it extends, as emitters see them. */
import { compareApis } from '../../compare/index.js';
import type { ConversionStep, DifferencesSince, Lineage } from '../../emitter/index.js';
import { areAdjacent, compareVersions, type Timeline, type TimelineVersion } from '../../ir/index.js';
import { conversionStep } from './conversion-step.js';

/** Depends on its versions only. */
export class VersionLineage implements Lineage {
  constructor(readonly versions: readonly [TimelineVersion, ...TimelineVersion[]]) {}

  since(ancestor: string): DifferencesSince {
    const [own, ...ancestors] = this.versions;
    const other = ancestors.find(({ version }) => version === ancestor);
    if (other === undefined) throw new Error(`${own.version} does not extend ${ancestor}`);
    const isOlder = isBefore(other.version, own.version);
    if (own.extends === other.version) {
      const { changes, rules = [], differences = [] } = own;
      const newer = isOlder ? own.version : other.version;
      const direct = { version: other.version, isOlder, changes, rules, differences };
      return areAdjacent(own.version, other.version) ? { ...direct, versionOf: () => newer } : direct;
    }
    const [older, newer] = isOlder ? [other.api, own.api] : [own.api, other.api];
    // The versions between are not compared with, but their overlays have the rules and the reasons of the changes.
    const steps = this.versions
      .slice(0, this.versions.indexOf(other))
      .filter((step) => isBefore(step.extends ?? '', step.version) === isOlder);
    const differences = steps.flatMap((step) => step.differences ?? []);
    return {
      version: other.version,
      isOlder,
      changes: compareApis(older, newer),
      versionOf: ({ kind, place }) => {
        const step = steps.find(({ changes }) => changes.some((each) => each.kind === kind && each.place === place));
        return isOlder ? step?.version : step?.extends;
      },
      rules: steps.flatMap(({ rules = [] }) => rules),
      differences: [...new Map(differences.map((difference) => [difference.id, difference])).values()],
    };
  }

  step(ignoresUnknown: boolean): ConversionStep | undefined {
    const [own, base] = this.versions;
    return base && conversionStep(own, base.api, ignoresUnknown);
  }
}

/** Returns each version and those that it extends. */
export function lineagesOf({ versions }: Timeline): ReadonlyMap<string, VersionLineage> {
  const lineages = new Map<string, VersionLineage>();
  for (const version of versions) {
    const extended = lineages.get(version.extends ?? '')?.versions ?? [];
    lineages.set(version.version, new VersionLineage([version, ...extended]));
  }
  return lineages;
}

function isBefore(version: string, other: string): boolean {
  return compareVersions(version, other) < 0;
}
