/** The parts of pages that several kinds of pages contain → Markdown. */
import type {
  ContentEntry,
  EnumEntry,
  FieldEntry,
  Mark,
  MissingEntry,
  NamedExampleEntry,
  ValueEntry,
  VersionNotes,
} from '../page.js';
import type { Formatter } from './formatter.js';

/** A part of a page; it is left out if it is absent or empty. */
type PagePart = string | false | undefined;

/** Joins parts with an empty line between them. */
export function blocks(...parts: readonly PagePart[]): string {
  return joined(parts, '\n\n');
}

/** Joins parts that begin on lines of their own. */
export function lines(...parts: readonly PagePart[]): string {
  return joined(parts, '\n');
}

function joined(parts: readonly PagePart[], separator: string): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(separator);
}

export function versionsText({ since, until, deprecated }: VersionNotes, format: Formatter): string {
  let text = '';
  if (since) text += ` Since ${format.text(since)}.`;
  if (until) text += ` Until ${format.text(until)}.`;
  if (deprecated === undefined) return text;
  text += ` Deprecated${deprecated.since ? ` since ${format.text(deprecated.since)}` : ''}.`;
  return text + (deprecated.use ? ` ${format.line(deprecated.use)}` : '');
}

export function marksText(marks: readonly Mark[] | undefined, format: Formatter): string {
  return marks === undefined || marks.length === 0 ? '' : ` *${marks.map(format.mark).join(', ')}*`;
}

export function itemsText(items: readonly string[], format: Formatter, indentation = ''): string {
  // Not as arguments: there may be more than a call can have.
  return joined(
    items.map((item) => `${indentation}- ${format.line(item)}`),
    '\n',
  );
}

export function valuesText(values: readonly ValueEntry[], format: Formatter, indentation = ''): string {
  return joined(
    values.map(({ value, description }) => {
      return `${indentation}- ${format.value(value)}${description ? `: ${format.line(description)}` : ''}`;
    }),
    '\n',
  );
}

export function enumText({ values, open }: EnumEntry, format: Formatter, indentation = ''): string {
  return lines(valuesText(values, format, indentation), open && `${indentation}- Other values are possible.`);
}

/** Returns properties in blocks: those of each schema that they come from below its name, then the schema's own ones. */
export function fieldBlocks(fields: readonly FieldEntry[], format: Formatter): readonly string[] {
  return fields.flatMap((field, at) => {
    const before = fields[at - 1]?.from?.link;
    const text = fieldText(field, format);
    if (field.from?.link === before) return [text];
    return [field.from ? `From ${format.link(field.from)}:` : 'Own properties:', text];
  });
}

export function fieldText(field: FieldEntry, format: Formatter): string {
  let text = `- ${format.anchor(field.anchor)}${format.code(field.name)}`;
  if (field.in) text += ` in ${field.in}`;
  text += `, ${format.type(field.type)}`;
  if (field.required) text += ', required';
  if (field.encoding) text += `, ${field.encoding}`;
  text += '.';
  if (field.description) text += ` ${format.line(field.description)}`;
  if (field.default !== undefined) text += ` Default: ${format.value(field.default)}.`;
  if (field.bounds.length > 0) text += ` Constraints: ${format.list(field.bounds)}.`;
  for (const rule of field.rules) text += ` ${format.line(rule)}`;
  text += versionsText(field, format);
  text += marksText(field.marks, format);
  return lines(text, field.enum && enumText(field.enum, format, '  '), examplesText(field.examples, format, '  '));
}

export function examplesText(
  examples: readonly NamedExampleEntry[] | undefined,
  format: Formatter,
  indentation: string,
): string {
  return lines(
    ...(examples ?? []).map(({ name, about, value }) => {
      const shown = value === undefined ? '' : ` ${format.value(value)}`;
      return `${indentation}- Example ${format.code(name)}:${about ? ` ${format.line(about)}` : ''}${shown}`;
    }),
  );
}

/** Returns the elements that the version lacks, each on a line of its own. */
export function missingText(missing: readonly MissingEntry[], format: Formatter): string {
  return lines(
    ...missing.map((entry) => {
      const place = entry.in ? ` in ${entry.in}` : '';
      const name = `${format.anchor(entry.anchor)}${format.code(entry.name)}`;
      return `- ${name}${place}: not in this version.${marksText(entry.marks, format)}`;
    }),
  );
}

export function contentText(content: ContentEntry, format: Formatter, indentation = ''): string {
  const { anchor, mediaType, type, stream } = content;
  const text = `${format.anchor(anchor)}${format.code(mediaType)}: ${format.type(type)}.${stream ? ` ${stream}` : ''}`;
  return lines(
    `${indentation}- ${text}${versionsText(content, format)}${marksText(content.marks, format)}`,
    examplesText(content.examples, format, `${indentation}  `),
  );
}
