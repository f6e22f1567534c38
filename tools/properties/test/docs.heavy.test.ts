/** The reference contains the whole contract: every value, constraint and change; and its examples and links are valid. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createConfig, lintDocument, makeDocumentFromString, BaseResolver } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, inject, test } from 'vitest';
import type { Api, Change, Type } from 'lading/emitter';
import { compareApis, type Page, type PageList } from 'lading/testing';
import { compilePrograms, programFolder } from '../compiler.js';
import { packages, spec } from '../paths.js';
import { sampled } from '../sampled.js';
import { comparedVersions, newest } from '../specification.js';

const versions = comparedVersions();
const work = programFolder();

const folderOf = (version: string) => join(packages, `v${version}`, 'docs', 'gen');
/** The data that the build of the package writes. */
const dataOf = (version: string) => join(packages, `v${version}`, 'docs', 'dist');
const holderOf = (name: string) => name.slice(name.lastIndexOf('-v') + 2);
const json = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;

/** All pages of a version, including those of the version that it extends. The pages of a group's schemas are in one file. */
function pagesOf(version: string): readonly Page[] {
  const list = json<PageList>(join(dataOf(version), 'index.json'));
  return list.pages.map(({ kind, path, group = 'common', package: holder }) => {
    const folder = join(dataOf(holderOf(holder)), 'pages');
    if (kind !== 'schema') return json<Page>(join(folder, `${path}.json`));
    const page = json<readonly Page[]>(join(folder, 'schemas', `${group}.json`)).find((each) => each.path === path);
    if (page === undefined) throw new Error(`schemas/${group}.json has no page ${path}`);
    return page;
  });
}

/** The Markdown of all pages of a version. */
function markdownOf(version: string): string {
  const list = json<PageList>(join(dataOf(version), 'index.json'));
  const files = list.pages.map(({ path, file = path, package: holder }) =>
    join(folderOf(holderOf(holder)), `${file}.md`),
  );
  return [...new Set(files)].map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** The values of all properties with a name, at any depth. */
function valuesNamed(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => valuesNamed(entry, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key === name ? [entry] : []),
    ...valuesNamed(entry, name),
  ]);
}

/** A name as part of an anchor: other characters than letters, digits, `_` and `-` are replaced by their codes. */
const anchored = (name: string) => name.replace(/[^\w-]/g, (character) => `~${character.charCodeAt(0).toString(16)}~`);
const anchorsOf = (page: Page) => new Set(valuesNamed(page, 'anchor'));

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

const described = versions.filter(({ version }) => existsSync(folderOf(version)));
const documented = described.map((one) => ({ ...one, changes: changesOf(one) }));

/** The changes between a version and the nearest ancestor with a reference. */
function changesOf({ version, api, extends: base, changes }: (typeof versions)[number]): readonly Change[] {
  const ancestor = described.find((other) => other.version === nearestDocumented(base));
  if (ancestor === undefined || ancestor.version === base) return changes;
  return Number(version.slice(2)) > Number(ancestor.version.slice(2))
    ? compareApis(ancestor.api, api)
    : compareApis(api, ancestor.api);
}

function nearestDocumented(version: string | undefined): string | undefined {
  if (version === undefined || described.some((other) => other.version === version)) return version;
  return nearestDocumented(versions.find((other) => other.version === version)?.extends);
}

test('the versions with all package kinds have a reference', () => {
  expect(documented.map(({ version }) => version)).toEqual(expect.arrayContaining(['1.44', '1.41', newest]));
});

describe.each(documented.map((version) => [version.version, version] as const))(
  'version %s',
  (version, { api, changes }) => {
    const pages = pagesOf(version);
    const text = markdownOf(version);
    const operations = pages.flatMap((page) => (page.kind === 'group' ? page.operations : []));

    test('has a page or an entry for each operation, schema, field and state set', () => {
      expect(operations.map(({ id }) => id).sort()).toEqual(api.operations.map(({ id }) => id).sort());
      const anchors = new Set(pages.flatMap((page) => [...anchorsOf(page)]));
      const expected = [
        ...api.schemas.flatMap(({ name, type }) =>
          type.kind === 'record' ? type.fields.map((field) => `${name}.${anchored(field.name)}`) : [],
        ),
        ...api.stateSets.map(({ name }) => name),
      ];
      expect(expected.filter((anchor) => !anchors.has(anchor))).toEqual([]);
      expect(
        pages
          .filter(({ kind }) => kind === 'schema')
          .map(({ title }) => title)
          .sort(),
      ).toEqual(api.schemas.map(({ name }) => name).sort());
    });

    test('contains every value of every enum, and every state and transition', () => {
      const values = typesIn(api).flatMap((type) => (type.kind === 'enum' ? type.values : []));
      const expected = [
        ...values.map(({ value }) => `\`${JSON.stringify(value)}\``),
        ...api.stateSets.flatMap((set) => set.values.map(({ value }) => `\`"${value}"\``)),
      ];
      expect(expected.length).toBeGreaterThan(300);
      expect(expected.filter((value) => !text.includes(value))).toEqual([]);
    });

    test('lists every constraint, rule and default on the page of limits', () => {
      const limits = JSON.stringify(pages.find(({ path }) => path === 'limits'));
      const constraints = typesIn(api).flatMap((type) => [
        ...('minimum' in type && type.minimum !== undefined ? [String(type.minimum)] : []),
        ...('maximum' in type && type.maximum !== undefined ? [String(type.maximum)] : []),
        ...('pattern' in type && type.pattern !== undefined ? [JSON.stringify(type.pattern).slice(1, -1)] : []),
        ...('minItems' in type && type.minItems !== undefined
          ? [type.minItems === 1 ? '1 item' : `${type.minItems} items`]
          : []),
      ]);
      expect(constraints.length).toBeGreaterThan(10);
      expect(constraints.filter((constraint) => !limits.includes(constraint))).toEqual([]);
      const rules = valuesNamed([api.schemas, api.operations], 'sentence') as string[];
      expect(rules.length).toBeGreaterThan(100);
      expect(rules.filter((rule) => !limits.includes(JSON.stringify(rule).slice(1, -1)))).toEqual([]);
    });

    test('lists each change once, marks the changed items, and links them to each other', () => {
      const page = pages.find(({ kind }) => kind === 'changes');
      const listed = page?.kind === 'changes' ? page.groups.flatMap((group) => group.changes) : [];
      // The page counts constraints in its sentence, and lists them.
      const statement = ({ sentence, constraints }: Pick<Change, 'sentence' | 'constraints'>) =>
        constraints === undefined ? sentence : JSON.stringify(constraints);
      expect(listed.map(statement).sort()).toEqual(changes.map(statement).sort());
      expect(new Set(listed.map(({ anchor }) => anchor)).size).toBe(changes.length);
      expect(listed.filter(({ migrate }) => migrate.length === 0).map(({ anchor }) => anchor)).toEqual([]);
      const marked = new Map<unknown, Set<string>>();
      for (const { path, ...rest } of pages)
        for (const link of (valuesNamed(rest, 'marks').flat() as { change: string }[]).map(({ change }) => change))
          marked.set(link, (marked.get(link) ?? new Set()).add(path));
      const wrong = listed.filter(
        ({ anchor, link }) => !marked.get(`changes#${anchor}`)?.has(link.split('#')[0] ?? ''),
      );
      expect(wrong.map(({ anchor }) => anchor)).toEqual([]);
      expect([...marked.keys()].sort()).toEqual(listed.map(({ anchor }) => `changes#${anchor}`).sort());
    });

    test('has only valid links', () => {
      const anchorsByPath = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
      const links = pages.flatMap((page) => [...valuesNamed(page, 'link'), ...valuesNamed(page, 'change')]) as string[];
      expect(links.length).toBeGreaterThan(2000);
      const dead = links.filter((link) => {
        const [path = '', anchor] = link.split('#');
        return !anchorsByPath.has(path) || (anchor !== undefined && anchorsByPath.get(path)?.has(anchor) !== true);
      });
      expect([...new Set(dead)]).toEqual([]);
    });

    test('has examples that match the schemas of the operations', () => {
      const document = json<{ paths: Record<string, Record<string, Record<string, unknown>>> }>(
        join(dataOf(version), 'openapi.json'),
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
      for (const { id, method, path, examples } of sampled(operations, 6)) {
        const at = ['paths', path, method.toLowerCase()];
        const { request, response } = examples;
        if (request) check(`${id} request`, request.body, pointer(...at, 'requestBody', 'content', request.mediaType));
        if (response.mediaType !== undefined && response.body !== undefined)
          check(
            `${id} response`,
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
      for (const page of sampled(pages, 6))
        if (page.kind === 'schema' && page.example !== undefined) {
          count += 1;
          const validate = ajv.compile({ $ref: `api#/${pointer('components', 'schemas', page.name)}` });
          if (!validate(page.example)) wrong.push(`${page.name}: ${ajv.errorsText(validate.errors)}`);
        }
      expect(count).toBeGreaterThan(inject('isFullRun') ? 500 : 50);
      expect(wrong).toEqual([]);
    });

    test('names only existing operations in its commands and articles', () => {
      const ids = new Set(versions.flatMap((each) => each.api.operations.map(({ id }) => id)));
      const commands = readFileSync(join(spec, 'command-line.yaml'), 'utf8');
      const named = [...commands.matchAll(/^  operations: \[(.*)\]$/gm)].flatMap(([, list = '']) => list.split(', '));
      const articles = readdirSync(join(spec, 'articles')).map((file) =>
        readFileSync(join(spec, 'articles', file), 'utf8'),
      );
      const linked = articles.flatMap((text) => [...text.matchAll(/\(operation:([\w]+)/g)].map(([, id = '']) => id));
      expect(named.length).toBeGreaterThan(90);
      expect([...named, ...linked].filter((id) => !ids.has(id))).toEqual([]);
    });

    test('has code that compiles', () => {
      const named = (code: string) => code.replaceAll('{version}', version);
      const programs: (readonly [name: string, text: string])[] = operations.flatMap(({ id, code }) => [
        [`client-${version}-${id}.ts`, code.client ?? 'missing'],
        [`server-${version}-${id}.ts`, code.server ?? 'missing'],
      ]);
      expect(programs).toHaveLength(2 * api.operations.length);
      const articles = pages.flatMap((page) => (page.kind === 'article' ? page.sections : []));
      for (const { anchor, code } of articles.filter((section) => section.code?.language === 'ts'))
        programs.push([`article-${version}-${anchor}.ts`, code?.text ?? '']);
      expect(programs.length).toBeGreaterThan(2 * api.operations.length);
      const texts = programs.map(([name, text]) => [name, `${named(text)}\nexport {};\n`]);
      expect(compilePrograms(work, Object.fromEntries(texts) as Record<string, string>)).toBe('');
    });

    test('has an OpenAPI document that an independent validator accepts', async () => {
      const file = join(dataOf(version), 'openapi.json');
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

test('links and anchors of the Markdown pages are valid, also across packages', () => {
  const files = documented.flatMap(({ version }) => [
    ...readdirSync(folderOf(version), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(folderOf(version), path)),
    join(dataOf(version), 'llms.txt'),
  ]);
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
