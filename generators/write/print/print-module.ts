/** A module → its text in prettier's format. */
import { posix } from 'node:path';
import { commentLines, mentionedIn, type CodeModule, type CodeSymbol, type OutputFile } from '../../code/index.js';
import type { LayoutContext } from '../../code/layout/context.js';
import { layoutContext } from '../../code/layout/lay-out.js';
import { exportsText, importedNames, importsText, symbolKey } from './imports.js';
import { formattedConstant, printStatement } from './print-statement.js';

export interface PrintOptions {
  /** The lines at the top of the file: generator, source, command. */
  readonly head: readonly string[];
  /** The folder of the module's package, relative to the output folder. */
  readonly folder: string;
}

/** Prints a module with the imports of all symbols that it mentions and does not declare. */
export function printModule(module: CodeModule, { head, folder }: PrintOptions): OutputFile {
  const statements = module.declarations.flatMap(({ statements: all, isFormatted }) =>
    all.map((statement) => ({ statement, isFormatted })),
  );
  const mentioned = mentionedIn(statements).filter((symbol) => !isOfModule(symbol, module));
  const imports = importedNames(module, mentioned);
  const context = layoutContext({ spell: (symbol) => imports.get(symbolKey(symbol)) ?? symbol.name });
  const printed = statements.map((one) => ({ ...one, text: printStatement(one.statement, context) }));
  const formatted = module.isUnformatted === true ? allFormatted(printed, context) : undefined;
  const parts = [
    commentLines([...head, ...module.about.split('\n')]),
    importsText(module, mentioned, imports, context),
    ...(formatted ?? printed.map(({ text }) => text)),
    exportsText(module, context),
  ];
  const texts = parts.filter((part) => part !== '');
  // The line end is joined too, since appending it copies the whole text once more.
  const text = [...texts.slice(0, -1), `${texts.at(-1) ?? ''}\n`].join('\n\n');
  const { emitter } = module;
  const isUnformatted = formatted === undefined ? module.isUnformatted : undefined;
  const path = posix.join(folder, module.path);
  return { path, text, ...(isUnformatted && { isUnformatted }), ...(emitter && { emitter }) };
}

/** Formats the statements of a module, which saves reading it with prettier; undefined unless all of them can be formatted here. */
function allFormatted(
  printed: readonly { readonly text: string; readonly isFormatted: true | undefined }[],
  context: LayoutContext,
): readonly string[] | undefined {
  const all: string[] = [];
  for (const { text, isFormatted } of printed) {
    const formatted = isFormatted ? text : formattedConstant(text, context);
    if (formatted === undefined) return undefined;
    all.push(formatted);
  }
  return all;
}

function isOfModule({ home }: CodeSymbol, module: CodeModule): boolean {
  return home.package === module.package && home.path === module.path;
}
