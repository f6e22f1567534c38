/** Compiles the Handlebars templates, which escape all output. */
import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { helpers } from './helpers.js';

const folder = new URL('../../templates/', import.meta.url);

const handlebars = Handlebars.create();
handlebars.registerHelper(helpers);
const templateSources = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.hbs'))
    .map((file) => [file.replace('.hbs', ''), readFileSync(new URL(file, folder), 'utf8').replace(/\n\s*/g, '\n')]),
);
const options = {
  noEscape: false,
  preventIndent: true,
  knownHelpersOnly: true,
  knownHelpers: Object.fromEntries(Object.keys(helpers).map((name) => [name, true])),
};
for (const [name, text] of templateSources) handlebars.registerPartial(name, handlebars.compile(text, options));

/** Returns a template as a function from its context to HTML. */
export function template(name: string): (context: unknown) => string {
  const source = templateSources.get(name);
  if (source === undefined) throw new RangeError(`There is no template ${name}`);
  const compiled = handlebars.compile(source, options);
  return (context) => compiled(context);
}
