/** The published documents of as many versions as are there, of whichever edition: the publisher edits them after their release. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from 'lading/testing';
import { isFetched, place } from './fetch-published.mjs';
import { published } from './places.js';

const folders = [...(isFetched() ? [place] : []), ...(existsSync(published) ? [published] : [])];

/** Version → file, from the newest to the oldest. */
export const everyPublished: ReadonlyMap<string, string> = new Map(
  folders
    .flatMap((folder) => readdirSync(folder).map((name) => [/^v(\d+\.\d+)\.yaml$/.exec(name)?.[1], join(folder, name)]))
    .flatMap(([version, file]) => (version === undefined || file === undefined ? [] : [[version, file] as const]))
    .sort(([one], [other]) => compareVersions(other, one)),
);

/** For the title of a suite: how many versions it judges, and what to do for more. */
export const judged =
  everyPublished.size === 0
    ? 'SKIPPED: there are no published documents in ../shared/upstream'
    : `${everyPublished.size} versions${isFetched() ? '' : '; for all, node tools/properties/fetch-published.mjs'}`;

if (!isFetched()) console.warn(`SKIPPED in part: ${judged}`);
