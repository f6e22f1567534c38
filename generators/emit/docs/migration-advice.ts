/** A change → advice for clients and servers that migrate from the older version to the newer one. */
import type { Change } from '../../ir/index.js';
import type { Markdown } from './page.js';
import type { ComparedVersions } from './differences.js';

/**
 * Returns a sentence for each side that the change affects.
 *
 * @param since the version that introduced it, if it lies between the two
 */
export function migrate(change: Change, { older, newer }: ComparedVersions, since = newer): readonly Markdown[] {
  const [client, server] = [clientMust(change, older, since), serverMust(change, since)];
  return [
    ...(client === undefined ? [] : [`Clients ${client}`]),
    ...(server === undefined ? [] : [`Servers ${server}`]),
  ];
}

function clientMust(
  { kind, direction, breaks, subject, after }: Change,
  older: string,
  since: string,
): string | undefined {
  const hurts = breaks === 'client' || breaks === 'both';
  const sends = direction !== 'response';
  switch (kind) {
    case 'added':
      if (subject === 'operation') return `may call it on engines that serve ${since}.`;
      if (subject === 'response') return hurts ? 'must be ready for this answer.' : 'may tell this answer apart.';
      if (sends)
        return isRequired(after) ? 'must send it.' : `may send it from ${since} on; before, it is ignored or refused.`;
      return `may read it, and must do without it on ${older}.`;
    case 'removed':
      if (subject === 'operation') return 'must not call it any more.';
      return sends ? 'must not send it any more: it has no effect or is refused.' : 'must do without it.';
    case 'renamed':
      return 'change the name in their code; nothing changes on the wire.';
    case 'deprecated':
      return sends ? 'should stop sending it.' : 'should stop reading it.';
    case 'default':
      return sends
        ? 'that leave it out get another behaviour: they should send what they mean.'
        : 'must not count on the former default.';
    case 'nullable':
      return sends ? undefined : after === true ? 'must expect `null`.' : 'no longer meet `null`.';
    case 'required':
      return sends
        ? after === true
          ? 'must send it.'
          : 'may leave it out.'
        : after === true
          ? 'may count on it.'
          : 'must do without it.';
    case 'enum':
      return sends
        ? hurts
          ? 'must not send the values that are gone.'
          : `may send the further values from ${since} on.`
        : 'must be ready for other values.';
    case 'bound':
      if (!sends) return hurts ? 'must be ready for other values.' : 'may count on the new rule.';
      return hurts ? 'must keep to the new rule, or are refused.' : 'may do what was refused before.';
    case 'type':
    case 'behaviour':
      return hurts ? 'must be changed.' : undefined;
  }
}

function serverMust({ kind, direction, breaks, subject, after }: Change, since: string): string | undefined {
  const hurts = breaks === 'server' || breaks === 'both';
  const reads = direction !== 'response';
  switch (kind) {
    case 'added':
      if (subject === 'operation') return 'must answer it.';
      if (subject === 'response') return undefined;
      if (reads) return `read it from ${since} on.`;
      return hurts || isRequired(after) ? 'must send it.' : undefined;
    case 'removed':
      if (subject === 'operation') return 'need not answer it any more.';
      return reads ? 'must not act on it any more.' : 'stop sending it.';
    case 'default':
      return reads ? 'take another value where none is given.' : undefined;
    case 'required':
      return reads || after !== true ? undefined : 'must always send it.';
    case 'enum':
      return reads && hurts ? 'must accept the further values.' : undefined;
    case 'bound':
      return reads
        ? hurts
          ? 'must not refuse what the former rule forbade.'
          : 'refuse what breaks the rule.'
        : undefined;
    case 'nullable':
      return reads && after === true ? 'must accept `null`.' : undefined;
    case 'type':
    case 'behaviour':
      return hurts ? 'must be changed.' : undefined;
    case 'renamed':
    case 'deprecated':
      return undefined;
  }
}

function isRequired(side: unknown): boolean {
  return typeof side === 'object' && side !== null && 'required' in side && side.required === true;
}
