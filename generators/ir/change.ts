/** One difference between two versions, typed so that reports, badges and converters can be made of it. */
export interface Change {
  readonly kind: ChangeKind;
  /** What it is about: `field`, `shape`, `operation`, `parameter`, `body`, `answer`, `header`, `api`. */
  readonly subject: ChangeSubject;
  /** Where: `Pet.Tags`, `PetStop query signal`, `PetUpdate`. */
  readonly place: string;
  /** The operations (NounVerb) that carry it, sorted. */
  readonly operations: readonly string[];
  readonly direction: Direction;
  /** Whom it breaks when moving from the older to the newer version. */
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** What stood before and what stands after, as JSON. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The change as one sentence. */
  readonly sentence: string;
}

export const changeKinds = [
  'added',
  'removed',
  'renamed',
  'type',
  'required',
  'nullable',
  'enum',
  'default',
  'bound',
  'deprecated',
  'behaviour',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export type ChangeSubject = 'api' | 'operation' | 'parameter' | 'body' | 'response' | 'header' | 'schema' | 'field';

export type Direction = 'request' | 'response' | 'both';
