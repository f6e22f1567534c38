/** Options of emitters that name files: articles, passages of READMEs; and options of commands. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ArticlePage } from '../../emit/docs/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { generateRequest } from '../../generate/generate-request.js';
import { generate } from '../../generate/generate.js';
import { Steps } from '../../generate/steps.js';

const root = temporaryFolder();

const document = `
openapi: 3.1.0
info: { title: Kiosk, version: '1.0' }
tags: [{ name: Ticket }]
paths:
  /tickets:
    get:
      operationId: TicketList
      tags: [Ticket]
      responses: { '200': { description: All. }, '404': { description: None. } }
`;

const errors = `---
title: Failures
order: 5
---

Read the status.

## Retries {#again}

Wait, then call [the list](operation:TicketList).

| Where | What |
| --- | --- |
| [TicketList](operation:TicketList), [Nothing](schema:Nothing) | again |

\`\`\`sh
sleep 1 # {version}
\`\`\`
`;

const configuration = {
  documents: ['api.yaml'],
  emitters: [
    ['docs', { articles: 'articles', curl: '--insecure', data: true }],
    ['client', { readme: 'client.md' }],
  ],
  workspace: false,
};

async function files(name: string, article: Readonly<Record<string, string>>) {
  const folder = join(root, name);
  const texts = {
    'api.yaml': document,
    'client.md': 'Connect to {{name}}, {{version}}, {{other}}.',
    'lading.config.json': JSON.stringify(configuration),
    ...article,
  };
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const job = await generateRequest({ config: join(folder, 'lading.config.json'), paths: false });
  const { files: all } = await generate(job, new Steps(() => {}));
  return (path: string) => all.find((file) => file.path === path)?.text ?? '';
}

test('an article becomes a page, before the sections of the generated page of its name', async () => {
  const text = await files('errors', { 'articles/errors.md': errors });
  const page = JSON.parse(text('v1.0/docs/gen/pages/errors.json')) as ArticlePage;
  expect(page).toMatchObject({ title: 'Failures', about: 'Read the status.' });
  expect(page.sections.map(({ anchor }) => anchor)).toEqual(['again', '404']);
  expect(page.sections[0]).toEqual({
    anchor: 'again',
    title: 'Retries',
    text: 'Wait, then call `the list`.',
    table: {
      head: ['Where', 'What'],
      rows: [[[{ text: 'TicketList', link: 'groups/ticket#TicketList' }, ', ', 'Nothing'], ['again']]],
    },
    code: { language: 'sh', text: 'sleep 1 # {version}' },
  });
});

test('commands carry the options, and a README the passage', async () => {
  const text = await files('options', { 'articles/errors.md': errors });
  expect(text('v1.0/docs/gen/groups/ticket.md')).toContain("curl --insecure 'http://localhost/tickets'");
  expect(text('v1.0/client/README.md')).toContain('Connect to @lading/client-v1.0, 1.0, {{other}}.');
});

test.each([
  ['without front matter', 'articles/errors.md', '# Errors', 'DOCUMENT_STRUCTURE'],
  ['with a reserved name', 'articles/index.md', errors, 'DOCUMENT_STRUCTURE'],
  ['with a name that is no path', 'articles/My page.md', errors, 'DOCUMENT_STRUCTURE'],
  ['in a folder that does not exist', 'elsewhere/errors.md', errors, 'READ_MISSING'],
])('an article %s is refused', async (name, path, text, code) => {
  const problem = await files(name, { [path]: text }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(LadingError);
  expect((problem as LadingError).problem.code).toBe(code);
});
