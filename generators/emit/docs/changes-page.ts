/** What differs from the version that this one extends → the page of changes. */
import type { Change, Operation } from '../../ir/index.js';
import type { MarkedChange } from './differences.js';
import { migrate } from './migration-advice.js';
import type { BehaviourEntry, ChangeEntry, ChangesGroup, ChangesPage, LinkText } from './page.js';
import type { PageContext } from './page-context.js';
import { concerns, ruleText } from './rule-text.js';
import { segment } from './segment.js';
import { linkTo } from './anchor-index.js';

export function changesPage(room: PageContext): ChangesPage | undefined {
  const { differences } = room;
  if (differences.base === undefined) return undefined;
  const { older, newer } = differences.pair;
  return {
    kind: 'changes',
    path: 'changes',
    title: `${older} → ${newer}`,
    about: `The changes from version ${older} to version ${newer}, with migration advice for clients and servers.`,
    from: older,
    to: newer,
    groups: groupsOf(room),
    behaviours: behavioursOf(room),
  };
}

/** By the operation, where only one carries a change; otherwise by the shape. In the order of the interface. */
function groupsOf(room: PageContext): readonly ChangesGroup[] {
  const groups = new Map<string, MarkedChange[]>();
  for (const marked of room.differences.changes) {
    const key = keyOf(marked.change);
    groups.set(key, [...(groups.get(key) ?? []), marked]);
  }
  const order = operationsOf(room).map(({ id }) => `operation ${id}`);
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, changes]) => groupOf(key, changes, room));
}

function keyOf({ operations, subject, place }: Change): string {
  const [only, ...others] = operations;
  if (only !== undefined && others.length === 0) return `operation ${only}`;
  return subject === 'api' ? 'api' : `schema ${/^[^.[{ ]+/.exec(place)?.[0] ?? place}`;
}

function groupOf(key: string, changes: readonly MarkedChange[], room: PageContext): ChangesGroup {
  const name = key.slice(key.indexOf(' ') + 1);
  const first = changes[0];
  const link = key.startsWith('operation ')
    ? operationLink(name, room)
    : key.startsWith('schema ') && first !== undefined
      ? { text: name, link: first.here.page }
      : undefined;
  return {
    anchor: key.startsWith('schema ') ? `schema-${segment(name)}` : segment(name),
    title: key === 'api' ? 'The API' : name,
    ...(link && { link: link.link }),
    changes: changes.map((marked) => entryOf(marked, room)),
  };
}

function entryOf({ change, anchor, here, there }: MarkedChange, room: PageContext): ChangeEntry {
  const { pair, base } = room.differences;
  const { kind, direction, breaks, place, sentence, operations } = change;
  const rules = (base?.rules ?? []).filter((rule) => concerns(rule, change));
  const since = kind === 'added' ? (base?.isOlder === false ? there : here).notes?.since : undefined;
  return {
    anchor,
    sentence,
    kind,
    direction,
    breaks,
    place,
    link: linkTo(here),
    other: linkTo(there),
    operations: operations.map((id) => operationLink(id, room)),
    migrate: [...migrate(change, pair, since), ...rules.map((rule) => ruleText(rule, pair))],
  };
}

/** Differences with rules that no change of a shape stands for. */
function behavioursOf(room: PageContext): readonly BehaviourEntry[] {
  const { base, pair } = room.differences;
  const free = (base?.rules ?? []).filter((rule) => !(base?.changes ?? []).some((change) => concerns(rule, change)));
  return (base?.differences ?? []).flatMap(({ id, says }): readonly BehaviourEntry[] => {
    const rules = free.filter(({ difference }) => difference === id);
    if (rules.length === 0) return [];
    const operations = [...new Set(rules.flatMap(({ at }) => at.operations))];
    return [
      {
        anchor: `difference-${segment(id)}`,
        title: id,
        says: [...new Set(says)],
        operations: operations.map((operation) => operationLink(operation, room)),
        rules: rules.map((rule) => ruleText(rule, pair)),
      },
    ];
  });
}

function operationLink(id: string, room: PageContext): LinkText {
  const operation = operationsOf(room).find((one) => one.id === id);
  return { text: id, link: operation === undefined ? 'index' : room.spots.operation(operation) };
}

/** Those of this version, and behind them those that only the other one has. */
function operationsOf({ api, differences: { base } }: PageContext): readonly Operation[] {
  const own = new Set(api.operations.map(({ id }) => id));
  return [...api.operations, ...(base?.spots.api.operations ?? []).filter(({ id }) => !own.has(id))];
}
