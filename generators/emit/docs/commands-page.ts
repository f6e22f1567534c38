/** The commands of a command line → a page that maps them to operations. */
import type { ArticlePage, CellText } from './page.js';
import type { PageContext } from './page-context.js';

export function commandsPage({ api, anchors, commands }: PageContext): ArticlePage {
  const operations = new Map(api.operations.map((operation) => [operation.id, operation]));
  const rows = [...new Set([...commands.values()].flat())].flatMap((use): (readonly CellText[])[] => {
    const calls = use.operations.flatMap((id) => operations.get(id) ?? []);
    if (calls.length === 0) return [];
    const links = calls.flatMap((operation, at): CellText => [
      ...(at === 0 ? [] : [', then ']),
      { text: operation.summary ?? operation.id, link: anchors.operation(operation) },
    ]);
    return [[[use.words[0] ?? use.command], links]];
  });
  return {
    kind: 'article',
    path: 'command-line',
    title: 'Command line and API',
    about: 'The operations that each command calls, in the order of the calls.',
    sections:
      rows.length === 0
        ? []
        : [
            {
              anchor: 'commands',
              title: 'Commands',
              table: { head: ['Command', 'Operations'], rows: rows.sort(byFirstCell) },
            },
          ],
  };
}

function byFirstCell([a]: readonly CellText[], [b]: readonly CellText[]): number {
  return String(a?.[0]) < String(b?.[0]) ? -1 : 1;
}
