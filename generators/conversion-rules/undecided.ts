/** Finds the conversions that neither schemas nor a written rule determine. */
import type { ConversionDirection } from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import { resolved, type IndexedPair } from './message-types.js';
import type { RulesByPlace } from './rules-by-place.js';

/** A conversion that neither schemas nor a rule determine, at one place of one operation. */
export interface UndecidedSite {
  readonly site: DivergenceSite;
  readonly direction: ConversionDirection;
  readonly question: string;
  /** The rules that can decide it, if not all of them can. */
  readonly remedy?: string;
}

/** Returns the conversions at these sites that no rule determines. */
export function undecidedIn(
  sites: readonly DivergenceSite[],
  written: RulesByPlace,
  versions: IndexedPair,
): readonly UndecidedSite[] {
  return sites.flatMap((site) =>
    openQuestionsOf(site, versions).flatMap((open) => {
      if (open.direction === directionOfDefault(site) && open.question === alwaysHas) return [];
      return written.deciding(open.direction, site) === undefined ? [{ site, ...open }] : [];
    }),
  );
}

/** Whether the version that requires a value of responses accepts null for it, as it does where there is no value. */
export function isNullWhereAbsent(
  { kind, side, messageKind, required, types }: DivergenceSite,
  versions: IndexedPair,
): boolean {
  if (messageKind !== 'response' || !(kind === 'always' || (kind === 'only' && required))) return false;
  const type = types[side === 'older' ? 0 : 1];
  return type !== undefined && resolved(versions[side], type).nullable;
}

/** The direction in which requests lack a value that one version requires, where that version documents a default for it. */
export function directionOfDefault({
  kind,
  side,
  messageKind,
  required,
  default: standard,
}: DivergenceSite): ConversionDirection | undefined {
  const isMissing = kind === 'always' || (kind === 'only' && required);
  if (!isMissing || messageKind !== 'request' || standard === undefined) return undefined;
  return side === 'newer' ? 'request.upgrade' : 'request.downgrade';
}

/** Whether a site is an entry of responses that is null in one version alone. */
export function isNullEntry({ kind, messageKind, entry }: DivergenceSite): boolean {
  return kind === 'null' && messageKind === 'response' && entry === true;
}

type OpenQuestion = Omit<UndecidedSite, 'site'>;

const alwaysHas = 'the other version always has it';
const remedyForValues = "set (`when: { '': unknown }`), replace, drop, refuse, convert or hook";

function openQuestionsOf(site: DivergenceSite, versions: IndexedPair): readonly OpenQuestion[] {
  const { kind, side, messageKind, required } = site;
  const to = side === 'newer' ? 'upgrade' : 'downgrade';
  const from = side === 'newer' ? 'downgrade' : 'upgrade';
  if (isNullWhereAbsent(site, versions) || isNullEntry(site)) return [];
  if (kind === 'type') {
    return [
      { direction: `${messageKind}.upgrade`, question: 'the versions have different kinds of values' },
      { direction: `${messageKind}.downgrade`, question: 'the versions have different kinds of values' },
    ];
  }
  if (kind === 'variants' || kind === 'content') {
    const part = kind === 'variants' ? 'of its variants' : 'of its media types and statuses';
    return [{ direction: `${messageKind}.${from}`, question: `the other version does not have all ${part}` }];
  }
  if (kind === 'only' && messageKind === 'request' && side === 'newer') {
    return [
      { direction: 'request.downgrade', question: 'only the newer version accepts it' },
      ...(required ? [{ direction: 'request.upgrade', question: alwaysHas } as const] : []),
    ];
  }
  if ((kind === 'only' && required) || kind === 'always') {
    return [{ direction: `${messageKind}.${to}`, question: alwaysHas }];
  }
  if (kind === 'null' && required) {
    return [{ direction: `${messageKind}.${from}`, question: 'the other version never has null for it' }];
  }
  if (kind === 'values') {
    return [
      {
        direction: `${messageKind}.${from}`,
        question: 'the other version does not have all of its values',
        remedy: remedyForValues,
      },
    ];
  }
  return [];
}
