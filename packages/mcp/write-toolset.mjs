/** Writes the tools into the build: they follow from the OpenAPI document of the reference, which need not be installed for them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toolsetOf } from './dist/toolset.js';

const document = fileURLToPath(import.meta.resolve('@lading/docs-v1.44/gen/openapi.json'));
const toolset = toolsetOf(JSON.parse(readFileSync(document, 'utf8')));
writeFileSync(new URL('dist/toolset.json', import.meta.url), JSON.stringify(toolset));
