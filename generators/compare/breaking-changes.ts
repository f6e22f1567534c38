/**
 * Classifies changes as breaking for clients, for servers, or for both.
 *
 * A *client* was written for the older version and talks to a newer server. A change breaks it if one of its requests is
 * rejected or has another effect, or if a response does not match the older version. A *server* is a set of handlers that
 * were written for the older version and are compiled with the newer one. A change breaks it if a handler is missing,
 * receives a value that the older version excluded, or returns a value that the newer version excludes.
 *
 * A narrower set of values breaks the sender, a wider set breaks the receiver:
 *
 * | change                                              | in requests | in responses |
 * |-----------------------------------------------------|-------------|--------------|
 * | fewer values: an enum value removed, a tighter limit, no longer nullable, optional → required  | client | server |
 * | more values: an enum value added, a looser limit, nullable, required → optional               | server | client |
 * | another type, encoding, pattern, stream or media type                                         | both   | both   |
 * | an optional field, parameter, body or header added  | none        | none         |
 * | a required one added                                | client      | server       |
 * | a required one with a default added, or with a default optional → required                    | none        | server       |
 * | a field, parameter or body removed (a server silently ignores what a client still sends)      | both | client |
 * | a media type added                                  | server      | client       |
 * | a media type removed                                | client      | both         |
 * | the first media type where there was no content     | server      | server       |
 * | a success response (1xx, 2xx, 3xx) added; removed   |             | client; both |
 * | an error response (4xx, 5xx, default) added; removed |             | none; server |
 * | a default replaced                                  | client      | none         |
 * | a default or a format added or removed              | none        | none         |
 * | values of an open enum added or removed             | none        | none         |
 *
 * An added operation breaks servers, which lack a handler. A removed one breaks clients; an unused handler does no harm.
 * Renames and deprecations are non-breaking, because requests and responses do not change.
 */
import type { Change, Direction } from '../ir/index.js';

type Breaks = Change['breaks'];

/** For whom a change is breaking if requests contain the value, and if responses do. */
export interface Effect {
  readonly request: Breaks;
  readonly response: Breaks;
}

/** How the set of allowed values changes: `narrower` has fewer values, `wider` more, `other` is neither a subset nor a superset. */
export type Movement = 'equal' | 'narrower' | 'wider' | 'other';

const moves: Readonly<Record<Movement, Effect>> = {
  equal: { request: 'none', response: 'none' },
  narrower: { request: 'client', response: 'server' },
  wider: { request: 'server', response: 'client' },
  other: { request: 'both', response: 'both' },
};

export const nonBreaking = moves.equal;
export const effectOf = (movement: Movement): Effect => moves[movement];
export const addedPart = (required: boolean, standard?: unknown): Effect =>
  required ? requiredPart(standard) : nonBreaking;
/** @param standard the default; requests of older clients get it */
export const requiredPart = (standard: unknown): Effect =>
  standard === undefined ? moves.narrower : { ...moves.narrower, request: 'none' };
export const removedPart: Effect = { request: 'both', response: 'client' };
export const changedDefault: Effect = { request: 'client', response: 'none' };
export const removedMediaType: Effect = { request: 'client', response: 'both' };
export const firstMediaType: Effect = { request: 'server', response: 'server' };

/** Returns an effect that is the same in requests and responses. */
export const effectInBoth = (breaks: Breaks): Effect => ({ request: breaks, response: breaks });

export function addedResponse(status: string): Effect {
  return effectInBoth(isSuccess(status) ? 'client' : 'none');
}

export function removedResponse(status: string): Effect {
  return effectInBoth(isSuccess(status) ? 'both' : 'server');
}

/** Combines several movements of one value. */
export function combinedMovement(movements: readonly Movement[]): Movement {
  const distinctMovements = new Set(movements.filter((movement) => movement !== 'equal'));
  const [only = 'equal'] = distinctMovements;
  return distinctMovements.size > 1 ? 'other' : only;
}

/** Returns for whom a change in this direction is breaking. */
export function breaksIn(effect: Effect, direction: Direction): Breaks {
  if (direction !== 'both') return effect[direction];
  if (effect.request === effect.response || effect.response === 'none') return effect.request;
  return effect.request === 'none' ? effect.response : 'both';
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}
