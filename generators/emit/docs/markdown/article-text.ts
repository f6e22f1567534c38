/** The pages of prose, and the first page → Markdown. */
import type { ArticlePage, IndexPage, SectionEntry, StateSetEntry, StatesPage } from '../page.js';
import { blocks, itemsText, lines, marksText, missingText, valuesText } from './entries.js';
import type { Formatter } from './formatter.js';

export function indexText({ title, version, about, sections, missing }: IndexPage, format: Formatter): string {
  return blocks(
    `# ${format.text(title)}, version ${format.text(version)}`,
    about && format.prose(about),
    ...sections.map((section) => blocks(`## ${format.text(section.title)}`, linksText(section.links, format))),
    missing.length > 0 && blocks('## Not in this version', missingText(missing, format)),
  );
}

function linksText(links: IndexPage['sections'][number]['links'], format: Formatter): string {
  return lines(
    ...links.map((link) => {
      const about = link.about ? `: ${format.line(link.about)}` : '';
      return `- ${format.link(link)}${about}${marksText(link.marks, format)}`;
    }),
  );
}

export function articleText({ title, about, marks, sections }: ArticlePage, format: Formatter): string {
  return blocks(
    `# ${format.text(title)}${marksText(marks, format)}`,
    about && format.prose(about),
    ...sections.map((section) => sectionText(section, format)),
  );
}

function sectionText({ anchor, title, text, table, code }: SectionEntry, format: Formatter): string {
  return blocks(
    format.anchor(anchor),
    `## ${format.text(title)}`,
    text && format.prose(text),
    table && lines(format.head(table.head), table.head.map(() => '---').join(' | '), ...table.rows.map(format.row)),
    code && format.block(code.language, code.text),
  );
}

export function statesText({ title, about, sets }: StatesPage, format: Formatter): string {
  return blocks(
    `# ${format.text(title)}`,
    about && format.prose(about),
    ...sets.map((set) => stateSetText(set, format)),
  );
}

function stateSetText(set: StateSetEntry, format: Formatter): string {
  const { anchor, name, description, fields, values, transitions, rules, marks } = set;
  return blocks(
    format.anchor(anchor),
    `## ${format.text(name)}${marksText(marks, format)}`,
    description && format.prose(description),
    fields.length > 0 && `Used in ${fields.map(format.place).join(', ')}.`,
    valuesText(values, format),
    transitions.length > 0 && transitionsText(transitions, format),
    itemsText(rules, format),
  );
}

function transitionsText(transitions: StateSetEntry['transitions'], format: Formatter): string {
  const state = (value = '') => format.text(value);
  const rows = transitions.map(({ from, to, on }) => `${state(from)} | ${state(to)} | ${state(on)}`);
  return lines('From | To | On', '--- | --- | ---', ...rows);
}
