/** All constraints and rules of the model → the page of limits. */
import { ownRules, ruleSentences, type Field, type Notes, type Parameter, type Type } from '../../emitter/index.js';
import { boundsOf } from './constraints.js';
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { segment } from './segment.js';
import { linkTo } from './anchor-index.js';

const head = ['Where', 'Constraint', 'Default', 'Meaning'];

export function limitsPage(context: PageContext): ArticlePage {
  const { api, anchors } = context;
  const schemas = api.schemas.map((schema): SectionEntry | undefined => {
    const fields = schema.type.kind === 'record' ? schema.type.fields : [];
    const own = rowsOf(schema.name, anchors.schema(schema.name), schema.type, schema);
    const rows = fields.flatMap((field) =>
      fieldRows(
        field,
        linkTo({ page: anchors.schema(schema.name), anchor: anchors.field(schema.name, field.name) }),
        context,
      ),
    );
    return section(segment(schema.name), schema.name, [...own, ...rows]);
  });
  const operations = api.operations.map((operation): SectionEntry | undefined => {
    const own = rowsOf(operation.id, anchors.operation(operation), undefined, operation);
    const rows = operation.parameters.flatMap((parameter) => {
      const anchor = anchors.at('operation', `${operation.id} ${parameter.in} ${parameter.name}`);
      return anchor === undefined ? [] : fieldRows(parameter, linkTo(anchor), context);
    });
    return section(segment(operation.id), operation.id, [...own, ...rows]);
  });
  return {
    kind: 'article',
    path: 'limits',
    title: 'Limits',
    about:
      'All constraints, and all rules that types cannot express. Values that violate them are rejected, unless a row says otherwise. Rate limits, request size limits and pagination are not part of the API.',
    sections: [...operations, ...schemas].filter((one) => one !== undefined),
  };
}

function section(anchor: string, title: string, rows: readonly (readonly CellText[])[]): SectionEntry | undefined {
  return rows.length === 0 ? undefined : { anchor, title, table: { head, rows } };
}

function fieldRows(field: Field | Parameter, link: string, { schemas }: PageContext): readonly (readonly CellText[])[] {
  const rules = ownRules(field, (name) => schemas.get(name));
  return rowsOf(field.name, link, field.type, { ...field, rules }, field.default);
}

/** Returns a row for the constraints of the type with the first rule, and a row for each further rule. */
function rowsOf(
  name: string,
  link: string,
  type: Type | undefined,
  { rules, description = '' }: Notes,
  standard?: unknown,
): readonly (readonly CellText[])[] {
  const bounds = type === undefined ? [] : boundsOf(type);
  const sentences = ruleSentences(rules);
  // The default of a number is a limit too.
  if (bounds.length + sentences.length === 0 && typeof standard !== 'number') return [];
  const [sentence = '', ...others] = sentences;
  const where: CellText = [{ text: name, link }];
  const preset = standard === undefined ? '' : JSON.stringify(standard);
  // The description of a whole operation or schema is too long for a row.
  const meaning: CellText = type === undefined || type.kind === 'record' ? [] : [{ markdown: description }];
  return [
    [where, boundCell(bounds, sentence), [preset], meaning],
    ...others.map((other): readonly CellText[] => [where, boundCell([], other), [''], []]),
  ];
}

function boundCell(bounds: readonly string[], sentence: string): CellText {
  if (bounds.length === 0) return [{ markdown: sentence }];
  return sentence === '' ? [bounds.join(', ')] : [bounds.join(', '), '. ', { markdown: sentence }];
}
