/** What a scenario may contain: anything else is refused, with its place. */
import { expect, it } from 'vitest';
import { readKnownFailures, readScenario } from '../src/scenario.js';

const step = '{ when: it is asked, send: GET /a }';

it.each([
  [`steps: [${step}]`, "must have required property 'scenario'"],
  ['scenario: It is there\nsteps: []', 'data/steps must NOT have fewer than 1 items'],
  [`scenario: It is there\nneeds: [luck]\nsteps: [${step}]`, 'data/needs/0 must be equal to one of the allowed values'],
  ['scenario: It is there\nsteps: [{ when: it is asked }]', "data/steps/0 must have required property 'send'"],
  ['scenario: It is there\nsteps: [{ when: it is asked, send: GET a }]', 'data/steps/0/send must match pattern'],
  [
    `scenario: It is there\nsteps: [${step}]\nfinally: [{ when: a, send: GET /a, then: { code: 1 } }]`,
    'data/finally/0/then',
  ],
])('%j is refused: %s', (content, fault) => {
  expect(() => readScenario('a/b', content)).toThrow(`a/b: `);
  expect(() => readScenario('a/b', content)).toThrow(fault);
});

it('a known failure has a reason', () => {
  expect(() => readKnownFailures('- { scenario: a/b }', 'list.yaml')).toThrow('list.yaml: data/0 must have required');
  expect(readKnownFailures('', 'list.yaml')).toEqual([]);
});
