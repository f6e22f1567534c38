// Records the arms of every version that are not recorded yet, and compares them.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../check/document.js';
import { matcher } from '../check/match.js';
import { cells } from './cells.js';
import { compareArms } from './compare-arms.js';
import type { Deviation } from './deviations.js';
import { readArm } from './exchange-of-arm.js';
import type { OracleOptions } from './options.js';
import { recordArm } from './record-arm.js';
import type { OracleResult } from './report.js';
import type { NormalisationRules } from './rules.js';

interface Arm {
  readonly version: string;
  readonly name: string;
  readonly file: string;
  readonly bridge: string | undefined;
}

export interface RunContext {
  readonly folder: string;
  readonly document: Document;
  readonly rules: NormalisationRules;
  readonly deviations: readonly Deviation[];
  readonly log: (line: string) => void;
}

export async function runOracle(
  options: OracleOptions,
  context: RunContext,
): Promise<Pick<OracleResult, 'versions' | 'cells' | 'others'>> {
  mkdirSync(context.folder, { recursive: true });
  const arms = armsOf(options, context.folder);
  await recordAll(
    arms.filter(({ file }) => !existsSync(file)),
    options,
    context,
  );
  if (options.direct) return { versions: options.versions, cells: [], others: [] };
  const match = matcher(context.document);
  const operations = context.document.operations.map(({ id }) => id);
  const compared = options.versions.map((version) => {
    const own = arms.filter((arm) => arm.version === version);
    const direct = own.filter(({ bridge }) => bridge === undefined).map(({ file }) => readArm(file));
    const bridged = own.filter(({ bridge }) => bridge !== undefined).flatMap(({ file }) => readArm(file));
    return { version, comparisons: compareArms(direct, bridged, { rules: context.rules, match }) };
  });
  return {
    versions: options.versions,
    cells: compared.flatMap(({ version, comparisons }) => cells(operations, version, comparisons, context.deviations)),
    others: compared.flatMap(({ version, comparisons }) =>
      comparisons.filter(({ operation }) => operation === undefined).map((comparison) => ({ version, comparison })),
    ),
  };
}

function armsOf({ versions, engine, bridge, repeats, direct }: OracleOptions, folder: string): readonly Arm[] {
  return versions.flatMap((version) => {
    const directNames = Array.from({ length: repeats }, (_, index) => `direct-${index + 1}`);
    const names = direct ? directNames : [...directNames, 'bridged'];
    return names.map((name) => ({
      version,
      name,
      file: join(folder, `${engine}-v${version}-${name}.jsonl`),
      bridge: name === 'bridged' ? bridge : undefined,
    }));
  });
}

/** Each installation records one arm at a time. */
async function recordAll(arms: readonly Arm[], options: OracleOptions, { log }: RunContext): Promise<void> {
  const { engine, drivers, homes } = options;
  const waiting = [...arms];
  const work = async (home: string): Promise<void> => {
    for (let arm = waiting.shift(); arm !== undefined; arm = waiting.shift()) {
      const { version, name, file, bridge } = arm;
      log(`${version} ${name}: recording in ${home}, ${waiting.length} more`);
      await recordArm({
        engine,
        home,
        version,
        bridge,
        drivers,
        file,
        log: (line) => log(`${version} ${name}: ${line}`),
      });
    }
  };
  await Promise.all(homes.map(work));
}
