/** The reference holds the whole contract: every value, bound and change stands in it, and every example and link is right. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createConfig, lintDocument, makeDocumentFromString, BaseResolver } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, inject, test } from 'vitest';
import type { Api, Type } from 'lading/emitter';
import { Steps, withProductName, readSpec, timelineOf, versionsOfSpec, type Page, type PageList } from 'lading/testing';
import { packages, repository, spec } from '../places.js';

const read = readSpec(spec);
const { versions } = timelineOf(withProductName(versionsOfSpec(read), read.product), new Steps(() => undefined));
const work = mkdtempSync(join(import.meta.dirname, '..', '.types-'));
afterAll(() => rmSync(work, { recursive: true }));

const folderOf = (version: string) => join(packages, `v${version}`, 'docs', 'gen');
const json = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

/** Every page of a version, those of the version that it extends too. */
function pagesOf(version: string): readonly Page[] {
  const list = json<PageList>(join(folderOf(version), 'index.json'));
  return list.pages.map(({ path, package: holder }) =>
    json<Page>(join(folderOf(holder.slice(holder.lastIndexOf('-v') + 2)), 'pages', `${path}.json`)),
  );
}

/** The text of a page as people read it in the package that holds it. */
function markdownOf(version: string): string {
  const list = json<PageList>(join(folderOf(version), 'index.json'));
  return list.pages
    .map(({ path, package: holder }) =>
      readFileSync(join(folderOf(holder.slice(holder.lastIndexOf('-v') + 2)), `${path}.md`), 'utf8'),
    )
    .join('\n');
}

/** All members called so, at whatever depth. */
function members(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => members(entry, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [...(key === name ? [entry] : []), ...members(entry, name)]);
}

/** A name in an anchor: whatever is no letter or digit as its code. */
const anchored = (name: string) => name.replace(/[^\w-]/g, (character) => `~${character.charCodeAt(0).toString(16)}~`);
const anchorsOf = (page: Page) => new Set(members(page, 'anchor'));

function typesIn(api: Api): Type[] {
  const found: Type[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    if ('kind' in value && !('sentence' in value)) found.push(value as Type);
    Object.values(value).forEach(visit);
  };
  visit([api.schemas, api.operations]);
  return found;
}

describe.each(versions.map((version) => [version.version, version] as const))(
  'version %s',
  (version, { api, changes }) => {
    const pages = pagesOf(version);
    const text = markdownOf(version);
    const operations = pages.flatMap((page) => (page.kind === 'group' ? page.operations : []));

    test('has a page or an entry for each operation, shape, field and state set', () => {
      expect(operations.map(({ id }) => id).sort()).toEqual(api.operations.map(({ id }) => id).sort());
      const anchors = new Set(pages.flatMap((page) => [...anchorsOf(page)]));
      const wanted = [
        ...api.schemas.flatMap(({ name, type }) =>
          type.kind === 'record' ? type.fields.map((field) => `${name}.${anchored(field.name)}`) : [],
        ),
        ...api.stateSets.map(({ name }) => name),
      ];
      expect(wanted.filter((anchor) => !anchors.has(anchor))).toEqual([]);
      expect(
        pages
          .filter(({ kind }) => kind === 'schema')
          .map(({ title }) => title)
          .sort(),
      ).toEqual(api.schemas.map(({ name }) => name).sort());
    });

    test('says every value of every enumeration, and every state and transition', () => {
      const values = typesIn(api).flatMap((type) => (type.kind === 'enum' ? type.values : []));
      const wanted = [
        ...values.map(({ value }) => `\`${JSON.stringify(value)}\``),
        ...api.stateSets.flatMap((set) => set.values.map(({ value }) => `\`"${value}"\``)),
      ];
      expect(wanted.length).toBeGreaterThan(300);
      expect(wanted.filter((value) => !text.includes(value))).toEqual([]);
    });

    test('says every bound, rule and default on the page of limits or where it stands', () => {
      const limits = JSON.stringify(pages.find(({ path }) => path === 'limits'));
      const bounds = typesIn(api).flatMap((type) => [
        ...('minimum' in type && type.minimum !== undefined ? [String(type.minimum)] : []),
        ...('maximum' in type && type.maximum !== undefined ? [String(type.maximum)] : []),
        ...('pattern' in type && type.pattern !== undefined ? [JSON.stringify(type.pattern).slice(1, -1)] : []),
        ...('minItems' in type && type.minItems !== undefined ? [`${type.minItems} items`] : []),
      ]);
      expect(bounds.length).toBeGreaterThan(10);
      expect(bounds.filter((bound) => !limits.includes(bound))).toEqual([]);
      const rules = members([api.schemas, api.operations], 'sentence') as string[];
      expect(rules.length).toBeGreaterThan(100);
      expect(rules.filter((rule) => !limits.includes(JSON.stringify(rule).slice(1, -1)))).toEqual([]);
    });

    test('tells each change once, marks its place, and leads there and back', () => {
      const page = pages.find(({ kind }) => kind === 'changes');
      const told = page?.kind === 'changes' ? page.groups.flatMap((group) => group.changes) : [];
      expect(told.map(({ sentence }) => sentence).sort()).toEqual(changes.map(({ sentence }) => sentence).sort());
      expect(new Set(told.map(({ anchor }) => anchor)).size).toBe(changes.length);
      expect(told.filter(({ migrate }) => migrate.length === 0).map(({ anchor }) => anchor)).toEqual([]);
      const marked = new Map<unknown, Set<string>>();
      for (const { path, ...rest } of pages)
        for (const link of (members(rest, 'marks').flat() as { change: string }[]).map(({ change }) => change))
          marked.set(link, (marked.get(link) ?? new Set()).add(path));
      const wrong = told.filter(({ anchor, link }) => !marked.get(`changes#${anchor}`)?.has(link.split('#')[0] ?? ''));
      expect(wrong.map(({ anchor }) => anchor)).toEqual([]);
      expect([...marked.keys()].sort()).toEqual(told.map(({ anchor }) => `changes#${anchor}`).sort());
    });

    test('has only links that lead somewhere', () => {
      const known = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
      const links = pages.flatMap((page) => [...members(page, 'link'), ...members(page, 'change')]) as string[];
      expect(links.length).toBeGreaterThan(2000);
      const dead = links.filter((link) => {
        const [path = '', anchor] = link.split('#');
        return !known.has(path) || (anchor !== undefined && known.get(path)?.has(anchor) !== true);
      });
      expect([...new Set(dead)]).toEqual([]);
    });

    test('has examples that the schemas of the operations allow', () => {
      const document = json<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
        join(folderOf(version), 'openapi.json'),
      );
      const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
      ajv.addSchema(document, 'api');
      const pointer = (...keys: string[]) =>
        keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
      const wrong: string[] = [];
      let count = 0;
      const check = (what: string, value: unknown, place: string) => {
        count += 1;
        const validate = ajv.compile({ $ref: `api#/${place}/schema` });
        if (!validate(value)) wrong.push(`${what}: ${ajv.errorsText(validate.errors)}`);
      };
      for (const { id, method, path, examples } of operations) {
        const at = ['paths', path, method.toLowerCase()];
        const { request, response } = examples;
        if (request) check(`${id} request`, request.body, pointer(...at, 'requestBody', 'content', request.mediaType));
        if (response.mediaType !== undefined && response.body !== undefined)
          check(
            `${id} answer`,
            response.body,
            pointer(...at, 'responses', response.status, 'content', response.mediaType),
          );
        const parameters = (document.paths[path]?.[method.toLowerCase()]?.['parameters'] ?? []) as {
          example?: unknown;
        }[];
        parameters.forEach((parameter, index) => {
          if (parameter.example !== undefined)
            check(`${id} parameter ${index}`, parameter.example, pointer(...at, 'parameters', String(index)));
        });
      }
      for (const page of pages)
        if (page.kind === 'schema' && page.example !== undefined) {
          count += 1;
          const validate = ajv.compile({ $ref: `api#/${pointer('components', 'schemas', page.name)}` });
          if (!validate(page.example)) wrong.push(`${page.name}: ${ajv.errorsText(validate.errors)}`);
        }
      expect(count).toBeGreaterThan(500);
      expect(wrong).toEqual([]);
    });

    test('has code that compiles', () => {
      const named = (code: string) => code.replaceAll('{version}', version);
      const files = operations.flatMap(({ id, code }) =>
        (['client', 'server'] as const).map((kind) => {
          const file = join(work, `${kind}-${version}-${id}.ts`);
          writeFileSync(file, `${named(code[kind] ?? 'missing')}\nexport {};\n`);
          return file;
        }),
      );
      expect(files).toHaveLength(2 * api.operations.length);
      writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
      const compilerOptions = {
        ...{ target: 'ES2022', lib: ['ES2022', 'ESNext.Disposable'], module: 'NodeNext', moduleResolution: 'NodeNext' },
        ...{ types: ['node'], strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
        ...{ verbatimModuleSyntax: true, skipLibCheck: true, noEmit: true },
      };
      const project = join(work, `tsconfig.${version}.json`);
      writeFileSync(project, JSON.stringify({ compilerOptions, files }));
      const compiler = join(
        repository,
        'node_modules',
        inject('isFullRun') ? 'typescript' : 'typescript7',
        'bin',
        'tsc',
      );
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', project, '--pretty', 'false'], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    });

    test('has an OpenAPI document that an independent validator accepts', async () => {
      const file = join(folderOf(version), 'openapi.json');
      const config = await createConfig({
        rules: {
          struct: 'error',
          'no-unresolved-refs': 'error',
          'operation-operationId-unique': 'error',
          'path-parameters-defined': 'error',
          'spec-strict-refs': 'error',
        },
      });
      const problems = await lintDocument({
        document: makeDocumentFromString(readFileSync(file, 'utf8'), file),
        externalRefResolver: new BaseResolver(),
        config: config.styleguide,
      });
      expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer ?? ''}`)).toEqual([]);
    });
  },
);

test('links and anchors of the Markdown pages lead somewhere, across packages too', () => {
  const files = versions.flatMap(({ version }) =>
    readdirSync(folderOf(version), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(md|txt)$/.test(path))
      .map((path) => join(folderOf(version), path)),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const dead: string[] = [];
  let count = 0;
  for (const [file, text] of texts) {
    const prose = text.replace(/^(`{3,})[^]*?^\1/gm, '').replace(/(`+)[^`][^]*?\1/g, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      count += 1;
      const [path = '', anchor] = target.split('#');
      const goal = path === '' ? file : join(dirname(file), path);
      const there = texts.get(goal) ?? (existsSync(goal) ? '' : undefined);
      if (there === undefined || (anchor !== undefined && !there.includes(`<a id="${anchor}"></a>`)))
        dead.push(`${relative(packages, file)}: ${target}`);
    }
  }
  expect(count).toBeGreaterThan(3000);
  expect(dead).toEqual([]);
});
