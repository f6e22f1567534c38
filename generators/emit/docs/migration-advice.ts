/** A change → advice for clients and servers that migrate from the older version to the newer one. */
import type { Change } from '../../emitter/index.js';
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
      if (subject === 'operation') return `may call it on servers that support ${since}.`;
      if (subject === 'response') return hurts ? 'must handle this response.' : 'may handle this response separately.';
      if (sends)
        return isRequired(after)
          ? 'must send it.'
          : `may send it from ${since} on; older versions ignore or reject it.`;
      return `may read it; it is absent in ${older}.`;
    case 'removed':
      if (subject === 'operation') return 'must stop calling it.';
      return sends ? 'must stop sending it: it is ignored or rejected.' : 'must not require it.';
    case 'renamed':
      return 'change the name in their code; messages do not change.';
    case 'deprecated':
      return sends ? 'should stop sending it.' : 'should stop reading it.';
    case 'default':
      return sends
        ? 'that omit it get different behaviour; they should send a value.'
        : 'must not rely on the former default.';
    case 'nullable':
      return sends ? undefined : after === true ? 'must handle `null`.' : 'no longer receive `null`.';
    case 'required':
      return sends
        ? after === true
          ? 'must send it.'
          : 'may omit it.'
        : after === true
          ? 'may rely on it.'
          : 'must not require it.';
    case 'enum':
      return sends
        ? hurts
          ? 'must not send the removed values.'
          : `may send the additional values from ${since} on.`
        : 'must handle other values.';
    case 'constraint':
      if (!sends) return hurts ? 'must handle other values.' : 'may rely on the new constraint.';
      return hurts ? 'must respect the new constraint.' : 'may send values that were rejected before.';
    case 'type':
    case 'behaviour':
      return hurts ? 'must be adapted.' : undefined;
  }
}

function serverMust({ kind, direction, breaks, subject, after }: Change, since: string): string | undefined {
  const hurts = breaks === 'server' || breaks === 'both';
  const reads = direction !== 'response';
  switch (kind) {
    case 'added':
      if (subject === 'operation') return 'must implement it.';
      if (subject === 'response') return undefined;
      if (reads) return `read it from ${since} on.`;
      return hurts || isRequired(after) ? 'must send it.' : undefined;
    case 'removed':
      if (subject === 'operation') return 'may stop implementing it.';
      return reads ? 'must ignore it.' : 'stop sending it.';
    case 'default':
      return reads ? 'use another value if it is absent.' : undefined;
    case 'required':
      return reads || after !== true ? undefined : 'must always send it.';
    case 'enum':
      return reads && hurts ? 'must accept the additional values.' : undefined;
    case 'constraint':
      return reads
        ? hurts
          ? 'must accept values that the former constraint forbade.'
          : 'must reject values that violate the constraint.'
        : undefined;
    case 'nullable':
      return reads && after === true ? 'must accept `null`.' : undefined;
    case 'type':
    case 'behaviour':
      return hurts ? 'must be adapted.' : undefined;
    case 'renamed':
    case 'deprecated':
      return undefined;
  }
}

function isRequired(side: unknown): boolean {
  return typeof side === 'object' && side !== null && 'required' in side && side.required === true;
}
