/** The named state sets → their page. */
import type { StateSet } from '../../emitter/index.js';
import type { StateSetEntry, StatesPage } from './page.js';
import type { PageContext } from './page-context.js';
import { segment } from './segment.js';
import { linkTo } from './anchor-index.js';

export function statesPage(context: PageContext): StatesPage {
  return {
    kind: 'states',
    path: 'states',
    title: 'States and transitions',
    about:
      'The states of resources, and the transitions between them. A set lists all possible values, unless the property that contains them says otherwise.',
    sets: context.api.stateSets.map((set) => setEntry(set, context)),
  };
}

function setEntry(
  { name, description, fields, values, transitions, rules }: StateSet,
  context: PageContext,
): StateSetEntry {
  const anchor = segment(name);
  return {
    anchor,
    name,
    ...(description !== undefined && { description }),
    fields: fields.map((field) => {
      const anchor = context.anchors.at('schema', field);
      return anchor === undefined ? field : { text: field, link: linkTo(anchor) };
    }),
    values: values.map(({ value, description: words }) => ({
      value,
      ...(words !== undefined && { description: words }),
    })),
    transitions,
    rules,
    marks: context.differences.marksAt('states', anchor),
  };
}
