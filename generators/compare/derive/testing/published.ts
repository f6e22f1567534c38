/** The documents between which the tests derive overlays. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { JsonObject } from '../../../document/index.js';
import type { DeriveSide } from '../index.js';

const UPSTREAM = fileURLToPath(new URL('../../../../../shared/upstream/', import.meta.url));
const OWN = fileURLToPath(new URL('../test/documents/', import.meta.url));

/** Published documents of the API, which are not part of the project: tests report that they are skipped if they are missing. */
export const published = ['1.41', '1.42', '1.43', '1.44', '1.45', '1.48']
  .filter((version) => existsSync(`${UPSTREAM}v${version}.yaml`))
  .map((version) => side(version, `${UPSTREAM}v${version}.yaml`));

export const own = ['1', '2', '3'].map((version) => side(version, `${OWN}shelf-${version}.yaml`));

/** Every document with every other one and with itself. */
export function pairsOf(sides: readonly DeriveSide[]): readonly (readonly [string, DeriveSide, DeriveSide])[] {
  return sides.flatMap((from) => sides.map((to) => [`${from.version} to ${to.version}`, from, to] as const));
}

export const missing = published.length === 6 ? '' : ' SKIPPED: the published documents are not beside the project';

function side(version: string, file: string): DeriveSide {
  return { name: file, version, root: parse(readFileSync(file, 'utf8')) as JsonObject };
}
