/** An operation's page → the context of its template: its bodies with nested properties, and its samples. */
import { versionMark, type ContentEntry } from '../gen/page.js';
import { differs } from '../site/marks.js';
import type { OperationPage } from '../site/site-page.js';
import type { SiteVersion } from '../site/site-version.js';
import { FieldTree, type Rendered } from './field-tree.js';

/** A sample of code. Readers choose one kind for the whole site. */
interface Sample {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

export function operationContext({ path, operation }: OperationPage, version: SiteVersion) {
  const tree = new FieldTree(version, path);
  const { body, responses, parameters, missing, marks } = operation;
  const shownBody = body && {
    ...body,
    ...nestedContent(body.content, body.anchor, tree, differs(body)),
  };
  const shownResponses = responses.map((response) => ({
    ...response,
    ...nestedContent(response.content, response.anchor, tree, differs(response)),
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

function nestedContent(content: readonly ContentEntry[], around: string, tree: FieldTree, isDifferent: boolean) {
  const shown = content.map((entry, at) => {
    // The properties of the only or first content have short anchors: `PetCreate.body.Tags`.
    const nested: Rendered | undefined = tree.render(entry.type, at === 0 ? around : entry.anchor);
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
    ['server', 'Server', 'ts', code.server],
  ];
  const own = samples.flatMap(([id, title, language, text]) =>
    text === undefined ? [] : [{ id, title, language, text: text.replaceAll(versionMark, version) }],
  );
  const foreign = (code.samples ?? []).map((sample, at) => ({ ...sample, id: `${sample.language}-${at + 1}` }));
  return [...own, ...foreign];
}
