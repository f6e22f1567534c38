/** What applies a rule to a part of a message. */
import type { Draft } from './draft.js';
import type { RequestLoss } from './message.js';

/** Receives each loss of a request. */
export type AddLoss = (loss: RequestLoss) => void;

/** Applies a rule to a part of a message. */
export type Apply = (root: unknown, draft: Draft, addLoss: AddLoss) => unknown;
