/** Derives conversion rules from the schemas of two versions, and finds the divergences that need a written rule. */
import type { Difference, PlacedRule, PlainPlace, VersionStep, ConversionDirection } from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import { contains, isAt } from './place-contains.js';

/** Returns the rules that need not be written: for properties that the other version does not have, and for null if it has none. */
export function derivedRules(
  sites: readonly DivergenceSite[],
  written: readonly PlacedRule[],
  {
    differences,
    older: { version: before },
    newer: { version: after },
    ignoresUnknown = false,
  }: Pick<VersionStep, 'differences' | 'older' | 'newer' | 'ignoresUnknown'>,
): readonly PlacedRule[] {
  return sites.filter(isAddressed).flatMap((site) => {
    const difference = differenceOf(site, written, differences);
    const { older, newer } = { older: site.side === 'older', newer: site.side === 'newer' };
    const drop = (direction: ConversionDirection, description: string, whenNull = false): PlacedRule => ({
      operation: site.operation,
      direction,
      ...(difference !== undefined && { difference: difference }),
      description,
      at: site.at,
      when: whenNull ? [{ of: '', is: [null] }] : [],
      rule: 'drop',
      parts: {},
      derived: true,
    });
    if (site.kind === 'null' && site.messageKind === 'response' && !site.required) {
      return [
        drop(
          newer ? 'response.downgrade' : 'response.upgrade',
          `Version ${newer ? before : after} does not send null.`,
          true,
        ),
      ];
    }
    if (site.kind !== 'only') return [];
    const decidedBy = (direction: ConversionDirection): PlacedRule | undefined =>
      written.find(
        (rule) => rule.operation === site.operation && rule.direction === direction && isAt(rule.at, site.at),
      );
    if (site.messageKind === 'response') {
      const direction = newer ? 'response.downgrade' : 'response.upgrade';
      // A written rule says when to drop it.
      if (decidedBy(direction)?.rule === 'drop') return [];
      return [drop(direction, `Version ${newer ? before : after} does not send it.`)];
    }
    // What the client requested is not lost silently, unless a rule or hook has decided it, or moved it.
    const dropRequested = (direction: ConversionDirection, version: string): PlacedRule => {
      const description = `Version ${version} does not have it.`;
      const isDecided = decidedBy(direction) !== undefined || isMoved(site, direction, written);
      const rule = drop(direction, description);
      return ignoresUnknown || isDecided ? rule : { ...rule, parts: { loss: description } };
    };
    if (older) {
      const isKept = ignoresUnknown || ['drop', 'warn'].includes(decidedBy('request.upgrade')?.rule ?? '');
      return isKept ? [] : [{ ...dropRequested('request.upgrade', after), isLast: true }];
    }
    return [
      ...(decidedBy('request.upgrade') !== undefined ? [] : [drop('request.upgrade', `Version ${before} ignores it.`)]),
      dropRequested('request.downgrade', before),
    ];
  });
}

/** Whether a written rule copies the value to another place. */
function isMoved({ operation, at }: DivergenceSite, direction: ConversionDirection, written: readonly PlacedRule[]) {
  return written.some(
    ({ rule, parts, ...of }) =>
      of.operation === operation && of.direction === direction && rule === 'fill' && parts['from'] === at.body,
  );
}

/** Whether rules can name the place. Parts of the path and cookies are only visible to conversion hooks. */
function isAddressed({ at }: DivergenceSite): boolean {
  return Object.keys(at).length > 0;
}

/** Returns the difference that a site belongs to: that of a rule at the same place, or of an action that changes the property. */
function differenceOf(site: DivergenceSite, written: readonly PlacedRule[], differences: readonly Difference[]) {
  const rule = written.find(({ operation, at }) => operation === site.operation && isAt(at, site.at));
  const touched = differences.find(({ properties }) =>
    site.properties.some((property) => properties.includes(property)),
  );
  return rule?.difference ?? touched?.id;
}

/** A conversion that neither schemas nor a rule determine. */
export interface Undecided {
  readonly operation: string;
  readonly direction: ConversionDirection;
  readonly question: string;
  /** The path from the root of the message. */
  readonly path: string;
  readonly at: PlainPlace;
  /** The rules that can decide it, if not all of them can. */
  readonly remedy?: string;
}

/** Returns the conversions at these sites that no rule determines. */
export function undecidedIn(sites: readonly DivergenceSite[], written: readonly PlacedRule[]): readonly Undecided[] {
  return sites.flatMap((site) =>
    openQuestionsOf(site).flatMap(({ direction, ...asked }) => {
      const rules = written.filter((rule) => rule.operation === site.operation && rule.direction === direction);
      if (rules.some((rule) => decides(rule, site))) return [];
      return [{ operation: site.operation, direction, ...asked, path: site.path, at: site.at }];
    }),
  );
}

/**
 * Asserts that every site that needs a rule has one.
 *
 * @throws LadingError `OVERLAY_UNDECIDED` for the first site without a rule
 */
export function assertDecided(sites: readonly DivergenceSite[], written: readonly PlacedRule[], version: string): void {
  const [first] = undecidedIn(sites, written);
  if (first === undefined) return;
  throw new LadingError({
    code: 'OVERLAY_UNDECIDED',
    subject: `${first.question}: ${first.path}`,
    place: `the overlay of version ${version}, ${first.operation}, ${first.direction}`,
    remedy: `Write a conversion rule for it in the overlay: ${first.remedy ?? 'default, set, fill, replace, drop, refuse or hook'}`,
  });
}

function decides(rule: PlacedRule, site: DivergenceSite): boolean {
  const isForWholeValue = ['drop', 'refuse', 'hook'].includes(rule.rule);
  return isAt(rule.at, site.at) || (isForWholeValue && contains(rule.at, site.at));
}

type OpenQuestion = Pick<Undecided, 'direction' | 'question' | 'remedy'>;

const remedyForValues = "set (`when: { '': unknown }`), replace, drop, refuse or hook";

function openQuestionsOf({ kind, side, messageKind, required }: DivergenceSite): readonly OpenQuestion[] {
  const to = side === 'newer' ? 'upgrade' : 'downgrade';
  const from = side === 'newer' ? 'downgrade' : 'upgrade';
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
      ...(required ? [{ direction: 'request.upgrade', question: 'the other version always has it' } as const] : []),
    ];
  }
  if ((kind === 'only' && required) || kind === 'always') {
    return [{ direction: `${messageKind}.${to}`, question: 'the other version always has it' }];
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
