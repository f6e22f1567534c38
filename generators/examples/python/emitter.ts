/** A custom emitter of another language: for each version, Python dataclasses and a client on Python's standard library. */
import { readFileSync } from 'node:fs';
import { defineEmitter, titleLine, type OutputFile } from 'lading/emitter';
import { classesOf, type Block } from './classes.js';
import { clientOf } from './client.js';
import { pythonString, snakeCase } from './names.js';

/** What the packages of versions that extend this one import from it: the classes whose text is the same. */
interface Retained {
  readonly module: string;
  readonly classes: ReadonlyMap<string, string>;
}

const runtime = readFileSync(new URL('runtime.py', import.meta.url), 'utf8');

export default defineEmitter<object, Retained>()({
  name: 'python',
  emit: ({ api, head, base }) => {
    const module = snakeCase(`${titleLine(api.title)} v${api.version}`);
    const { blocks, hint } = classesOf(api);
    const shared = sharedOf(blocks, base?.retained);
    const from = base?.retained.module ?? '';
    const imported = [...shared].sort().map((name) => `    ${name} as ${name},\n`);
    const file = (name: string, parts: readonly string[]): OutputFile => ({
      path: `gen/${module}/${name}`,
      text: `${[head.map((line) => `# ${line}`).join('\n'), ...parts].join('\n\n')}\n`,
    });
    return {
      files: [
        file('__init__.py', []),
        file('runtime.py', [base === undefined ? runtime.trim() : `from ${from}.runtime import *`]),
        file('models.py', [
          'from __future__ import annotations',
          'from dataclasses import dataclass, field\nfrom typing import Any, Dict, List, Literal',
          ...(imported.length > 0 ? [`from ${from}.models import (\n${imported.join('')})`] : []),
          ...blocks.filter(({ name }) => !shared.has(name)).map(({ text }) => text),
        ]),
        file('client.py', clientOf(api, hint)),
        { path: 'pyproject.toml', text: projectOf(module, api.version, from) },
      ],
      retained: { module, classes: new Map(blocks.map(({ name, text }) => [name, text])) },
    };
  },
});

/** Returns the names of the classes that the extended version has, with the same text, and so all classes that they mention. */
function sharedOf(blocks: readonly Block[], base?: Retained): ReadonlySet<string> {
  const shared = new Set(blocks.filter(({ name, text }) => base?.classes.get(name) === text).map(({ name }) => name));
  for (let before = -1; before !== shared.size;) {
    before = shared.size;
    for (const { name, mentions } of blocks) if (mentions.some((one) => !shared.has(one))) shared.delete(name);
  }
  return shared;
}

function projectOf(module: string, version: string, base: string): string {
  return `[project]
name = ${pythonString(module.replaceAll('_', '-'))}
version = ${pythonString(/^\d+(\.\d+)*$/.test(version) ? version : '0')}
requires-python = ">=3.10"
dependencies = [${base === '' ? '' : pythonString(base.replaceAll('_', '-'))}]

[tool.setuptools.packages.find]
where = ["gen"]
`;
}
