/** The page of changes → Markdown. */
import type { BehaviourEntry, ChangeEntry, ChangesGroup, ChangesPage } from '../page.js';
import { blocks, itemsText, lines } from './entries.js';
import type { Formatter } from './formatter.js';

export function changesText(page: ChangesPage, format: Formatter): string {
  const { title, about, groups, behaviours, extending } = page;
  return blocks(
    `# ${format.text(title)}`,
    about && format.prose(about),
    ...groups.map((group) => changesGroupText(group, format)),
    behaviours.length > 0 &&
      blocks(
        '## Differences in behaviour',
        `What version ${format.text(extending)} does differently:`,
        ...behaviours.map((behaviour) => behaviourText(behaviour, format)),
      ),
  );
}

function changesGroupText({ anchor, title, link, changes }: ChangesGroup, format: Formatter): string {
  const heading = link ? `[${format.text(title)}](${format.href(link)})` : format.text(title);
  return blocks(format.anchor(anchor), `## ${heading}`, lines(...changes.map((change) => changeText(change, format))));
}

function changeText(change: ChangeEntry, format: Formatter): string {
  const { anchor, sentence, constraints, kind, direction, breaks, link, migrate } = change;
  const details = `${kind}, ${direction}, breaking for: ${breaks}; [details](${format.href(link)})`;
  return lines(
    `- ${format.anchor(anchor)}${format.line(sentence)} (${details})`,
    ...(constraints?.added ?? []).map((added) => `  - New: ${format.line(added)}`),
    ...(constraints?.removed ?? []).map((removed) => `  - Removed: ${format.line(removed)}`),
    itemsText(migrate, format, '  '),
  );
}

function behaviourText({ anchor, title, descriptions, rules }: BehaviourEntry, format: Formatter): string {
  return blocks(
    format.anchor(anchor),
    `### ${format.line(title)}`,
    lines(itemsText(descriptions, format), itemsText(rules, format)),
  );
}
