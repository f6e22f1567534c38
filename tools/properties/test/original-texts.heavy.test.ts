/** The texts of the specification are our own, complete, and in the terms of the field. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { get, isArray, isObject, readDocument, type Json } from 'lading/testing';
import { parse } from 'yaml';
import { hasPublished, published, skipNote, spec } from '../paths.js';
import { versionsWithPlaceholder } from '../specification.js';

/** The number of equal words in a row that cannot be coincidence. */
const RUN = 8;
const prose = new Set(['description', 'summary', 'title', 'sentence']);

/** Words for which the field has terms: maximum, minimum, request, result, response, schema, string, report. */
const unusual =
  /^(most|least) \w+\b(?! of\b)|\b(wish(es)?|felt|verdicts?|answers?|shapes?|texts|tells?|told|whoever|somebody|nobody|one's own|all is well)\b|\bthat \S+ has not\b/i;

function texts(value: Json): readonly string[] {
  if (isArray(value)) return value.flatMap(texts);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    typeof entry === 'string' && prose.has(key) ? [entry] : texts(entry),
  );
}

/** The runs of words of a text. Names and code are facts and are not counted. */
function runs(text: string): readonly string[] {
  const words =
    text
      .replace(/`[^`]*`/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9']+/g) ?? [];
  return words.slice(RUN - 1).map((_word, index) => words.slice(index, index + RUN).join(' '));
}

const versions = versionsWithPlaceholder.map(({ document }) => document);

describe.skipIf(!hasPublished)(`own words${skipNote}`, () => {
  test('no run of eight words is copied', () => {
    const theirs = new Set(
      readdirSync(published).flatMap((name) => texts(readDocument(join(published, name)).root).flatMap(runs)),
    );
    expect(theirs.size).toBeGreaterThan(10_000);
    const taken = versions
      .flatMap(({ root }) => texts(root))
      .filter((text) => runs(text).some((run) => theirs.has(run)));
    expect([...new Set(taken)]).toEqual([]);
  });
});

test('no text uses a word for which the field has a term', () => {
  const overlays = join(spec, 'overlays');
  const roots = [
    ...versions.map(({ root }) => root),
    ...readdirSync(overlays).map((name) => parse(readFileSync(join(overlays, name), 'utf8')) as Json),
  ];
  expect(
    ['Most memory in bytes', 'A wish for devices', 'what 1.52 tells', 'a field that 1.52 has not'].filter(
      (text) => !unusual.test(text),
    ),
  ).toEqual([]);
  expect([...new Set(roots.flatMap(texts))].filter((text) => unusual.test(text))).toEqual([]);
});

test("the specification does not contain the product's name", () => {
  for (const { root } of versions) expect(JSON.stringify(root)).not.toMatch(/docker/i);
});

test('every operation, parameter, response, schema and field is described', () => {
  const undescribed: string[] = [];
  const visit = (value: Json, place: string): void => {
    if (!isObject(value)) return;
    const properties = get(value, 'properties');
    if (isObject(properties)) {
      for (const [name, field] of Object.entries(properties)) {
        const says =
          isObject(field) && (get(field, 'description') !== undefined || typeof get(field, '$ref') === 'string');
        if (!says) undescribed.push(`${place}.${name}`);
      }
    }
    for (const [key, entry] of Object.entries(value)) {
      if (isArray(entry)) entry.forEach((one, index) => visit(one, `${place}/${key}/${index}`));
      else visit(entry, `${place}/${key}`);
    }
  };
  for (const { root, version } of versions) {
    visit(get(root, 'components') ?? {}, version);
    const paths = get(root, 'paths');
    for (const item of Object.values(isObject(paths) ? paths : {})) {
      for (const operation of Object.values(isObject(item) ? item : {})) {
        if (!isObject(operation)) continue;
        const id = String(get(operation, 'operationId'));
        if (!get(operation, 'summary')) undescribed.push(`${version} ${id}`);
        const responses = get(operation, 'responses');
        for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
          if (!isObject(response) || !get(response, 'description')) undescribed.push(`${version} ${id} ${status}`);
        }
        const parameters = get(operation, 'parameters');
        for (const parameter of isArray(parameters) ? parameters : []) {
          if (isObject(parameter) && !get(parameter, 'description'))
            undescribed.push(`${version} ${id} ${String(get(parameter, 'name'))}`);
        }
      }
    }
  }
  expect(undescribed).toEqual([]);
});
