/** An operation's page → the context of its template: its bodies with nested properties, and its samples. */
import { versionMark, type ContentEntry } from '../gen/page.js';
import { differs } from '../site/marks.js';
import type { OperationPage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { maxLines } from './code-lines.js';
import { FieldTree, type FieldRoot, type Rendered } from './field-tree.js';

/** A sample of code. Readers choose one kind for the whole site. */
interface Sample {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

export function operationContext({ operation }: OperationPage, version: SiteVersion) {
  const { body, responses, parameters, missing, marks } = operation;
  const roots = rootsOf(operation);
  const tree = fieldTreeOf(operation, roots, version);
  const shownBody = body && {
    ...body,
    ...nestedContent(body.content, roots, tree, differs(body)),
  };
  const shownResponses = responses.map((response) => ({
    ...response,
    ...nestedContent(response.content, roots, tree, differs(response)),
  }));
  return {
    operation: {
      ...operation,
      body: shownBody,
      responses: shownResponses,
      hasNested: shownResponses.some(({ hasNested }) => hasNested),
      responsesDiffer: shownResponses.some(({ isDifferent }) => isDifferent),
      isDifferent:
        marks.length > 0 ||
        differs([parameters, missing]) ||
        operation.schemaChanges !== undefined ||
        shownBody?.isDifferent === true ||
        shownResponses.some(({ isDifferent }) => isDifferent),
      samples: samplesOf(operation.code, version.version),
    },
  };
}

/** Returns the properties that the page of an operation shows. */
export function fieldTreeOf(
  operation: OperationPage['operation'],
  roots: ReadonlyMap<ContentEntry, FieldRoot>,
  version: SiteVersion,
): FieldTree {
  const { examples, code, parameters, responses } = operation;
  // Each key and each value of an example has a colour.
  const values = JSON.stringify(examples).match(/[:,]/g)?.length ?? 0;
  const others =
    Math.min(values, maxLines) * 2 + JSON.stringify(code).length / 12 + 14 * (parameters.length + responses.length);
  return new FieldTree(version, [...roots.values()], others);
}

/** Returns the types of the bodies of an operation, by their entries. */
export function rootsOf({ body, responses }: OperationPage['operation']): ReadonlyMap<ContentEntry, FieldRoot> {
  const bodies = [...(body ? [body] : []), ...responses];
  return new Map(
    bodies.flatMap(({ anchor, content }) =>
      content.map((entry, at) => {
        // The properties of the only or first content have short anchors: `PetCreate.body.Tags`.
        return [entry, { type: entry.type, prefix: at === 0 ? anchor : entry.anchor }] as const;
      }),
    ),
  );
}

function nestedContent(
  content: readonly ContentEntry[],
  roots: ReadonlyMap<ContentEntry, FieldRoot>,
  tree: FieldTree,
  isDifferent: boolean,
) {
  const shown = content.map((entry) => {
    const root = roots.get(entry);
    const nested: Rendered | undefined = root && tree.render(root);
    return { ...entry, nested: nested?.html, isDifferent: differs(entry) || nested?.differs === true };
  });
  return {
    content: shown,
    hasNested: shown.some(({ nested }) => nested?.includes('<details') === true),
    isDifferent: isDifferent || shown.some((entry) => entry.isDifferent),
  };
}

function samplesOf(code: OperationPage['operation']['code'], version: string): readonly Sample[] {
  const samples: readonly (readonly [string, string, string, string | undefined])[] = [
    ['curl', 'curl', 'sh', code.curl],
    ['command', 'Command line', 'sh', code.commandLine],
    ['client', 'TypeScript', 'ts', code.client],
    ['python', 'Python', 'python', code.python],
    ['server', 'Server', 'ts', code.server],
  ];
  const own = samples.flatMap(([id, title, language, text]) =>
    text === undefined ? [] : [{ id, title, language, text: text.replaceAll(versionMark, version) }],
  );
  const foreign = (code.samples ?? []).map((sample, at) => ({ ...sample, id: `${sample.language}-${at + 1}` }));
  return [...own, ...foreign];
}
