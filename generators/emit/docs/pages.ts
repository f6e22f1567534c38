/** A version → all of its pages, as data. */
import type { Api } from '../../ir/index.js';
import { authenticationPage } from './authentication-page.js';
import { changesPage } from './changes-page.js';
import { Differences, type Base } from './differences.js';
import { errorsPage } from './errors-page.js';
import { Examples } from './example/examples.js';
import { groupPage } from './group-page.js';
import { indexPage } from './index-page.js';
import { limitsPage } from './limits-page.js';
import type { Page } from './page.js';
import type { Room, Spelling } from './room.js';
import { schemaPage, usesOf } from './schema-page.js';
import { Spots } from './spots.js';
import { statesPage } from './states-page.js';
import { versioningPage } from './versioning-page.js';

/** @param base the version that this one extends, and what differs */
export function roomOf(api: Api, spelling: Spelling, base?: Base): Room {
  const shapes = new Map(api.shapes.map((shape) => [shape.name, shape]));
  const spots = new Spots(api);
  const differences = new Differences(api.version, spots, base);
  return {
    api,
    spots,
    shapes,
    spelling,
    examples: new Examples(shapes),
    differences,
  };
}

/** In the order in which people read them. */
export function pagesOf(room: Room): readonly Page[] {
  const uses = usesOf(room);
  const changes = changesPage(room);
  const articles = [
    ...(room.api.stateSets.length > 0 ? [statesPage(room)] : []),
    authenticationPage(room),
    errorsPage(room),
    limitsPage(room),
    versioningPage(room),
    ...(changes === undefined ? [] : [changes]),
  ];
  return [
    indexPage(room, articles),
    ...room.api.groups.map((group) => groupPage(group, room)),
    ...articles,
    ...room.api.shapes.map((shape) => schemaPage(shape, uses, room)),
  ];
}
