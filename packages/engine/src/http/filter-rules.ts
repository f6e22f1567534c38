/** Rejects invalid values of filters as engines do: each list has messages and statuses of its own. */
import { BadRequest, ServerError, type HttpError } from '@lading/server-v1.44';
import { stateSets } from '@lading/types-v1.44';
import { isBoolean, momentOf } from '../values/filters.js';
import { taskStates } from '../swarm/reconcile/task-state.js';

/** @throws BadRequest, ServerError */
type Rule = (values: readonly string[], name: string) => void;

const each =
  (problemOf: (value: string, name: string) => HttpError | undefined): Rule =>
  (values, name) => {
    for (const value of values) {
      const problem = problemOf(value, name);
      if (problem !== undefined) throw problem;
    }
  };
const oneOf = (allowed: readonly string[], problem: (value: string) => HttpError): Rule =>
  each((value) => (allowed.includes(value) ? undefined : problem(value)));

/** Exactly one of true and false, each in two spellings; other values beside it are ignored. */
const boolean: Rule = (values, name) => {
  const says = (word: string, digit: string): boolean => values.includes(word) || values.includes(digit);
  if (values.length === 0) throw new BadRequest(`invalid filter '${name}'`);
  if (says('true', '1') === says('false', '0')) throw new BadRequest(`invalid filter '${name}=[${values.join(' ')}]'`);
};
const integer = each((value, name) =>
  /^[+-]?\d+$/.test(value)
    ? undefined
    : new BadRequest(
        `invalid filter '${name}=${value}': strconv.Atoi: parsing ${JSON.stringify(value)}: invalid syntax`,
      ),
);
const moment = (Problem: typeof BadRequest | typeof ServerError): Rule =>
  each((value) =>
    Number.isNaN(momentOf(value, 0))
      ? new Problem(`failed to parse value as time or duration: ${JSON.stringify(value)}`)
      : undefined,
  );
/** One moment. */
const oneMoment =
  (Problem: typeof BadRequest | typeof ServerError): Rule =>
  (values, name) => {
    if (values.length > 1) throw new Problem('more than one until filter specified');
    moment(Problem)(values, name);
  };
/** One value, in any spelling of Go. */
const singleBoolean: Rule = (values, name) => {
  if (values.length > 1)
    throw new BadRequest(`invalid filter '${name}=[${values.join(' ')}]': only one value is expected`);
  for (const value of values)
    if (!isBoolean(value))
      throw new BadRequest(
        `invalid filter '${name}': strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`,
      );
};
const buildMoment = each((value, name) =>
  Number.isNaN(momentOf(value, 0))
    ? new BadRequest(
        `failed to prune build cache: "${name}" filter expects a duration (e.g., '24h') or a timestamp: failed to parse value as time or duration: ${JSON.stringify(value)}`,
      )
    : undefined,
);
/** A port or a range of ports, with a protocol that may be any text. */
const ports = each((value, name) => {
  const problem = portProblem(value.split('/')[0] ?? '');
  return problem === undefined ? undefined : new ServerError(`error while looking up for ${name} ${value}: ${problem}`);
});

function portProblem(text: string): string | undefined {
  if (text === '') return 'Empty string specified for ports.';
  const [first = '', last = first] = text.split(/-(.*)/s);
  for (const number of [first, last]) {
    const parsing = `strconv.ParseUint: parsing ${JSON.stringify(number)}`;
    if (!/^\d+$/.test(number)) return `${parsing}: invalid syntax`;
    if (Number(number) > 65_535) return `${parsing}: value out of range`;
  }
  return Number(last) < Number(first) ? `Invalid range specified for the Port: ${text}` : undefined;
}

const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  ContainerList: {
    status: oneOf(stateSets['container-status'].values, (value) => new BadRequest(`invalid filter 'status=${value}'`)),
    health: oneOf(
      stateSets['health-status'].values,
      (value) => new BadRequest(`unrecognized filter value for health: ${value}`),
    ),
    'is-task': boolean,
    exited: integer,
    expose: ports,
    publish: ports,
  },
  ContainerPrune: { until: oneMoment(BadRequest) },
  ImageList: {
    dangling: boolean,
    until: moment(ServerError),
    reference: each((value) => (/\[[^\]]*$/.test(value) ? new ServerError('syntax error in pattern') : undefined)),
  },
  ImagePrune: { dangling: boolean, until: oneMoment(ServerError) },
  ImageSearch: { stars: integer, 'is-official': boolean, 'is-automated': boolean },
  NetworkList: {
    type: oneOf(['custom', 'builtin'], (value) => new ServerError(`invalid filter: 'type'='${value}'`)),
    dangling: oneOf(
      ['true', 'false', '1', '0'],
      () => new BadRequest('invalid value for filter \'dangling\', must be "true" (or "1"), or "false" (or "0")'),
    ),
  },
  NetworkPrune: { until: oneMoment(BadRequest) },
  VolumeList: { dangling: boolean },
  VolumePrune: { all: singleBoolean },
  BuildPrune: { until: buildMoment, 'unused-for': buildMoment },
  NodeList: {
    role: oneOf(['worker', 'manager'], (value) => new ServerError(`Invalid role filter: '${value}'`)),
    membership: oneOf(['accepted', 'pending'], (value) => new ServerError(`Invalid membership filter: '${value}'`)),
  },
  TaskList: {
    'desired-state': oneOf(
      [...taskStates, 'allocated'],
      (value) => new ServerError(`Invalid desired-state filter: '${value}'`),
    ),
  },
  PluginList: { enabled: boolean },
};

/** The operations whose filters have rules. */
export const filteredOperations = Object.keys(rules);

/**
 * Checks the filters of a request.
 *
 * @param operation its identifier, for example `ContainerList`
 * @param query its query parameters, of which `filters` is checked
 * @throws BadRequest, ServerError
 */
export function rejectFilters(operation: string, query: unknown): void {
  const { filters = {} } = query as { readonly filters?: Readonly<Record<string, readonly string[]>> };
  for (const [name, rule] of Object.entries(rules[operation] ?? {})) {
    const values = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (values !== undefined) rule(values, name);
  }
}
