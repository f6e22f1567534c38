/**
 * Whom a change breaks, in one table.
 *
 * A *client* was written against the older version and talks to a newer server: it is broken when a request it makes
 * is refused, or no longer does what was asked, or when an answer is not what it was told to expect. A *server* is a
 * set of handlers written against the older version and compiled with the newer: it is broken when a handler is
 * missing, may be given what it was told could not come, or gives what may no longer be given.
 *
 * Whoever makes a value is broken when less is allowed, whoever takes it when more may come:
 *
 * | change                                              | in requests | in responses |
 * |-----------------------------------------------------|-------------|--------------|
 * | less is allowed: an enum value gone, a bound tighter, never `null` again, optional → required | client | server |
 * | more may come: an enum value new, a bound looser, `null` possible, required → optional        | server | client |
 * | another type, encoding, pattern, stream or media type in its place                            | both   | both   |
 * | an optional field, parameter, body or header added  | none        | none         |
 * | a required one added                                | client      | server       |
 * | a field, parameter or body removed (what a client still sends is ignored in silence)          | both | client |
 * | a further media type                                | server      | client       |
 * | a media type gone                                   | client      | both         |
 * | the first media type where there was no content     | server      | server       |
 * | a success answer (1xx, 2xx, 3xx) added; removed     |             | client; both |
 * | a failure answer (4xx, 5xx, default) added; removed |             | none; server |
 * | one default replaced by another                     | client      | none         |
 * | a default or a format said where none was, or no longer said | none | none       |
 * | a value list that is open: values come and go       | none        | none         |
 *
 * An operation added breaks servers (a handler is missing), one removed breaks clients (a handler too many is no
 * harm). Renames and deprecations break no one: not a byte changes.
 */
import type { Change, Direction } from '../ir/index.js';

type Breaks = Change['breaks'];

/** Whom a change breaks where requests carry it, and where responses do. */
export interface Effect {
  readonly request: Breaks;
  readonly response: Breaks;
}

/** How the set of allowed values moves: `narrower` holds fewer, `wider` more, `other` neither or both, `same` the same. */
export type Movement = 'same' | 'narrower' | 'wider' | 'other';

const moves: Readonly<Record<Movement, Effect>> = {
  same: { request: 'none', response: 'none' },
  narrower: { request: 'client', response: 'server' },
  wider: { request: 'server', response: 'client' },
  other: { request: 'both', response: 'both' },
};

export const harmless = moves.same;
export const moved = (movement: Movement): Effect => moves[movement];
export const addedPart = (required: boolean): Effect => (required ? moves.narrower : harmless);
export const removedPart: Effect = { request: 'both', response: 'client' };
export const changedDefault: Effect = { request: 'client', response: 'none' };
export const removedMediaType: Effect = { request: 'client', response: 'both' };
export const firstMediaType: Effect = { request: 'server', response: 'server' };

/** The effect on an operation as a whole, whatever direction is looked at. */
export const whole = (breaks: Breaks): Effect => ({ request: breaks, response: breaks });

export function addedResponse(status: string): Effect {
  return whole(isSuccess(status) ? 'client' : 'none');
}

export function removedResponse(status: string): Effect {
  return whole(isSuccess(status) ? 'both' : 'server');
}

/** Several movements of one value, taken together. */
export function together(movements: readonly Movement[]): Movement {
  const said = new Set(movements.filter((movement) => movement !== 'same'));
  const [only = 'same'] = said;
  return said.size > 1 ? 'other' : only;
}

/** Whom an effect breaks when the change is carried in this direction. */
export function breaksIn(effect: Effect, direction: Direction): Breaks {
  if (direction !== 'both') return effect[direction];
  if (effect.request === effect.response || effect.response === 'none') return effect.request;
  return effect.request === 'none' ? effect.response : 'both';
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}
