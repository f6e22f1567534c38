/** The Handlebars templates, which escape what they print. */
import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { helpers } from './helpers.js';

const folder = new URL('../../templates/', import.meta.url);

const handlebars = Handlebars.create();
handlebars.registerHelper(helpers);
const texts = new Map(
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
for (const [name, text] of texts) handlebars.registerPartial(name, handlebars.compile(text, options));

/** A template as a function of what it is given. */
export function template(name: string): (context: unknown) => string {
  const text = texts.get(name);
  if (text === undefined) throw new RangeError(`There is no template ${name}`);
  const compiled = handlebars.compile(text, options);
  return (context) => compiled(context);
}
