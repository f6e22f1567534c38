/** A named state set contains the values of the fields it names. */
import { expect, test } from 'vitest';
import { apiOf, versions } from '../specification.js';

const apis = versions.map(({ document }) => apiOf(document.version));
const cases = apis.flatMap((api) =>
  api.stateSets.flatMap((set) =>
    set.fields.map((field) => ({ api, set, field, version: api.version, name: set.name })),
  ),
);

test.each(cases)('$version: $name contains the values of $field', ({ api, set, field }) => {
  const [schema = '', ...path] = field.split('.');
  let type = api.schemas.find(({ name }) => name === schema)?.type;
  const resolved = () => {
    while (type?.kind === 'reference') {
      const { name } = type;
      type = api.schemas.find((candidate) => candidate.name === name)?.type;
    }
    return type;
  };
  for (const name of path) {
    const record = resolved();
    type = record?.kind === 'record' ? record.fields.find((candidate) => candidate.name === name)?.type : undefined;
  }
  const last = resolved();
  const values = last?.kind === 'enum' ? last.values.map(({ value }) => value) : [];
  expect(set.values.map(({ value }) => value).sort()).toEqual([...values].filter((value) => value !== '').sort());
});

test('every transition of a state set leads from one of its values to another', () => {
  const wrong = apis.flatMap(({ stateSets }) =>
    stateSets.flatMap(({ name, values, transitions }) =>
      transitions
        .flatMap(({ from, to }) => [from ?? to, to ?? from])
        .filter((state) => !values.some(({ value }) => value === state))
        .map((state) => `${name}: ${state}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('the contract names eight sets', () => {
  expect(cases.length).toBeGreaterThan(0);
  for (const { stateSets } of apis) expect(stateSets).toHaveLength(8);
});
