/** The published documents of all available versions. Their editions vary: the publisher edits them after their release. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from 'lading/testing';
import { isFetched, publishedFolder } from './fetch-published.mjs';
import { published } from './paths.js';

const folders = [...(isFetched() ? [publishedFolder] : []), ...(existsSync(published) ? [published] : [])];

/** The files by version, from the newest to the oldest. */
export const everyPublished: ReadonlyMap<string, string> = new Map(
  folders
    .flatMap((folder) => readdirSync(folder).map((name) => [/^v(\d+\.\d+)\.yaml$/.exec(name)?.[1], join(folder, name)]))
    .flatMap(([version, file]) => (version === undefined || file === undefined ? [] : [[version, file] as const]))
    .sort(([one], [other]) => compareVersions(other, one)),
);

/** A note for the title of a suite: how many versions it tests, and how to test all. */
export const testedVersions =
  everyPublished.size === 0
    ? 'SKIPPED: there are no published documents in ../shared/upstream'
    : `${everyPublished.size} versions${isFetched() ? '' : '; for all, node tools/properties/fetch-published.mjs'}`;

if (!isFetched()) console.warn(`SKIPPED in part: ${testedVersions}`);
