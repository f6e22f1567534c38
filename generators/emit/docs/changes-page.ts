/** The differences from the extended version → the page of changes. */
import { appendTo, codeSpan, type Change, type Operation } from '../../emitter/index.js';
import type { MarkedChange } from './differences.js';
import { migrate } from './migration-advice.js';
import type { BehaviourEntry, ChangeEntry, ChangesGroup, ChangesPage, LinkText, Markdown } from './page.js';
import type { PageContext } from './page-context.js';
import { concerns, ruleText } from './rule-text.js';
import { segment } from './segment.js';
import { linkTo } from './anchor-index.js';

export function changesPage(context: PageContext): ChangesPage | undefined {
  const { differences } = context;
  if (differences.base === undefined) return undefined;
  const { older, newer } = differences.pair;
  return {
    kind: 'changes',
    path: 'changes',
    title: `${older} → ${newer}`,
    about: `The changes from version ${older} to version ${newer}, with migration advice for clients and servers.`,
    from: older,
    to: newer,
    extending: context.api.version,
    groups: groupsOf(context),
    behaviours: behavioursOf(context),
  };
}

/** Groups changes by operation if they concern only one, otherwise by schema, in the order of the document. */
function groupsOf(context: PageContext): readonly ChangesGroup[] {
  const groups = new Map<string, MarkedChange[]>();
  for (const marked of context.differences.changes) {
    appendTo(groups, keyOf(marked.change), marked);
  }
  const order = new Map(operationsOf(context).map(({ id }, index) => [`operation ${id}`, index]));
  const rank = (key: string) => order.get(key) ?? order.size;
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, changes]) => groupOf(key, changes, context));
}

function keyOf({ operations, subject, place }: Change): string {
  const [only, ...others] = operations;
  if (only !== undefined && others.length === 0) return `operation ${only}`;
  return subject === 'api' ? 'api' : `schema ${/^[^.[{ ]+/.exec(place)?.[0] ?? place}`;
}

function groupOf(key: string, changes: readonly MarkedChange[], context: PageContext): ChangesGroup {
  const name = key.slice(key.indexOf(' ') + 1);
  const first = changes[0];
  const link = key.startsWith('operation ')
    ? operationLink(name, context)
    : key.startsWith('schema ') && first !== undefined
      ? { text: name, link: first.here.page }
      : undefined;
  return {
    anchor: key.startsWith('schema ') ? `schema-${segment(name)}` : segment(name),
    title: key === 'api' ? 'The API' : name,
    ...(link && { link: link.link }),
    changes: changes.map((marked) => entryOf(marked, context)),
  };
}

function entryOf({ change, anchor, here, there }: MarkedChange, context: PageContext): ChangeEntry {
  const { pair, base } = context.differences;
  const { kind, direction, breaks, place, operations, constraints } = change;
  const rules = (base?.rules ?? []).filter((rule) => concerns(rule, change));
  const since = kind === 'added' ? (base?.isOlder === false ? there : here).notes?.since : undefined;
  return {
    anchor,
    sentence: sentenceOf(change),
    ...(constraints && { constraints }),
    kind,
    direction,
    breaks,
    place,
    link: linkTo(here),
    other: linkTo(there),
    operations: operations.map((id) => operationLink(id, context)),
    migrate: [...migrate(change, pair, since), ...rules.map((rule) => ruleText(rule, pair))],
  };
}

/** Returns the sentence of a change. Constraints are only counted: the page lists them. */
function sentenceOf({ sentence, constraints, place }: Change): Markdown {
  if (constraints === undefined) return sentence;
  const { added, removed } = constraints;
  const counted = (count: number, adjective = '') =>
    `${count === 1 ? 'a' : count}${adjective} constraint${count === 1 ? '' : 's'}`;
  const parts = [
    ...(added.length > 0 ? [`has ${counted(added.length, ' new')}`] : []),
    ...(removed.length > 0 ? [`no longer has ${counted(removed.length)}`] : []),
  ];
  return `${codeSpan(place)} ${parts.join(' and ')}.`;
}

/** Returns the differences whose rules belong to no change of a schema. */
function behavioursOf(context: PageContext): readonly BehaviourEntry[] {
  const { base, pair } = context.differences;
  const free = (base?.rules ?? []).filter((rule) => !(base?.changes ?? []).some((change) => concerns(rule, change)));
  return (base?.differences ?? []).flatMap(({ id, descriptions, effects }): readonly BehaviourEntry[] => {
    const rules = free.filter(({ difference }) => difference === id);
    if (rules.length === 0) return [];
    const [title, ...others] = new Set(effects.length > 0 ? effects : descriptions);
    const operations = [...new Set(rules.flatMap(({ at }) => at.operations))];
    return [
      {
        anchor: `difference-${segment(id)}`,
        title: title?.replace(/\.$/, '') ?? id,
        descriptions: others,
        operations: operations.map((operation) => operationLink(operation, context)),
        rules: rules.map((rule) => ruleText(rule, pair)),
      },
    ];
  });
}

function operationLink(id: string, context: PageContext): LinkText {
  const operation = operationsOf(context).find((one) => one.id === id);
  return { text: id, link: operation === undefined ? 'index' : context.anchors.operation(operation) };
}

/** Returns the operations of this version, followed by those that only the other one has. */
function operationsOf({ api, differences: { base } }: PageContext): readonly Operation[] {
  const own = new Set(api.operations.map(({ id }) => id));
  return [...api.operations, ...(base?.anchors.api.operations ?? []).filter(({ id }) => !own.has(id))];
}
