/** One difference between two versions, from which reports, badges and converters are generated. */
export interface Change {
  readonly kind: ChangeKind;
  /** The kind of thing that changed. */
  readonly subject: ChangeSubject;
  /** The place of the change: `Pet.Tags`, `PetStop query signal`, `PetUpdate`. */
  readonly place: string;
  /** The identifiers of the operations whose messages contain it, sorted. */
  readonly operations: readonly string[];
  readonly direction: Direction;
  /** Who is broken by the step from the older to the newer version. */
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** The value in the older version, as JSON. */
  readonly before?: unknown;
  /** The value in the newer version, as JSON. */
  readonly after?: unknown;
  /** The change as one sentence. */
  readonly sentence: string;
  /** For constraints between fields: a sentence for each new or removed one. */
  readonly constraints?: { readonly added: readonly string[]; readonly removed: readonly string[] };
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
  'constraint',
  'deprecated',
  'behaviour',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export type ChangeSubject = 'api' | 'operation' | 'parameter' | 'body' | 'response' | 'header' | 'schema' | 'field';

export type Direction = 'request' | 'response' | 'both';
